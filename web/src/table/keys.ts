// The keyboard: numbers answer the sentence, letters open what stands beside the board.
import type { Beside } from './beside.svelte'
import type { Pause } from './pause.svelte'
import type { Picking } from './picking.svelte'

export function keysFor(beside: Beside, picking?: Picking, pause?: Pause): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return
    if (document.querySelector('dialog[open]')) return // it has the keyboard to itself, and Escape closes it
    if (/^[1-9]$/.test(event.key)) press(Number(event.key))
    else if (event.key === 'l') beside.toggle('log')
    else if (event.key === 'r') beside.toggle('rules')
    else if (event.key === '?') beside.toggle('keys')
    else if (event.key === 'Escape') escape(beside, picking, pause)
    else return
    event.preventDefault()
  }
}

function press(number: number): void {
  document.querySelector<HTMLButtonElement>(`[data-key="${number}"]`)?.click()
}

function escape(beside: Beside, picking?: Picking, pause?: Pause): void {
  if (beside.shows) beside.shows = null
  else if (pause?.open) pause.showAll()
  else picking?.back()
}

/** Is this meant for what somebody writes or sets? */
export function typing(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
}
