// Looking at a card closely: on hover, on focus, or by a long press.
import type { Attachment } from 'svelte/attachments'
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

    target.addEventListener('pointerenter', enter)
    target.addEventListener('pointerleave', away)
    target.addEventListener('pointerdown', down)
    target.addEventListener('pointerup', away)
    target.addEventListener('pointercancel', away)
    target.addEventListener('contextmenu', menu)
    target.addEventListener('focus', focus)
    target.addEventListener('blur', away)
    return () => {
      away()
      target.removeEventListener('pointerenter', enter)
      target.removeEventListener('pointerleave', away)
      target.removeEventListener('pointerdown', down)
      target.removeEventListener('pointerup', away)
      target.removeEventListener('pointercancel', away)
      target.removeEventListener('contextmenu', menu)
      target.removeEventListener('focus', focus)
      target.removeEventListener('blur', away)
    }
  }
}
