// The card that somebody looks at closely, and where it lies.
import type { Cards } from './cards'

class Close {
  card: string | null = $state(null)
  cards: Cards | null = $state.raw(null)
  at: DOMRect | null = $state.raw(null)
  private element: Element | undefined

  look(card: string, cards: Cards, element: Element): void {
    this.cards = cards
    this.element = element
    this.card = card
    this.at = element.getBoundingClientRect()
  }

  away(element: Element): void {
    if (this.element === element) this.card = null
  }
}

export const close = new Close()
