// Looking at a card closely: on hover, on focus, or by a long press.
import type { Attachment } from 'svelte/attachments'
import { on } from 'svelte/events'
import type { Cards } from './cards'
import { close } from './close.svelte'

const HOVER = 350 // milliseconds of rest before the card comes closer
const PRESS = 450
const LARGE = 150 // pixels; such a card is close enough as it is

/** `inText`: the card is a word among others, so that only the word itself counts. */
export function looking(card: string, cards: Cards, { inText = false } = {}): Attachment<HTMLElement> {
  return (element) => {
    const target = (inText ? null : element.closest<HTMLElement>('button, a')) ?? element
    let timer: ReturnType<typeof setTimeout> | undefined

    const soon = (after: number) => () => {
      if (element.clientWidth >= LARGE && element.clientHeight > element.clientWidth) return
      clearTimeout(timer)
      timer = setTimeout(() => close.look(card, cards, element), after)
    }
    const away = (): void => {
      clearTimeout(timer)
      close.away(element)
    }
    const enter = (event: PointerEvent): void => {
      if (event.pointerType === 'mouse') soon(HOVER)()
    }
    const down = (event: PointerEvent): void => {
      if (event.pointerType === 'mouse') away()
      else soon(PRESS)()
    }
    const menu = (event: Event): void => event.preventDefault()
    const focus = (): void => {
      if (target.matches(':focus-visible')) soon(HOVER)()
    }

    // `on`, as a button that goes while it has the focus tells so in the midst of an update
    const ends = [
      on(target, 'pointerenter', enter),
      on(target, 'pointerleave', away),
      on(target, 'pointerdown', down),
      on(target, 'pointerup', away),
      on(target, 'pointercancel', away),
      on(target, 'contextmenu', menu),
      on(target, 'focus', focus),
      on(target, 'blur', away),
    ]
    return () => {
      away()
      for (const end of ends) end()
    }
  }
}
