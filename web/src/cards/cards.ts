// How cards look and what they are called, for everything inside a table.
import { getContext, setContext } from 'svelte'
import type { Face } from '../games/contract'
import type { Texts } from '../words/texts'

export class Cards {
  constructor(
    readonly face: (card: string) => Face,
    private readonly texts: () => Texts,
  ) {}

  name(card: string): string {
    return this.texts().get(`card.${card}.name`)
  }

  effect(card: string): string {
    return this.texts().get(`card.${card}.effect`)
  }

  /** The card in words, for those who do not see it. */
  told(card: string): string {
    const { value } = this.face(card)
    return value === undefined ? this.name(card) : `${this.name(card)} ${value}`
  }
}

const KEY = Symbol('cards')

export function provideCards(cards: Cards): Cards {
  return setContext(KEY, cards)
}

export function cardsOf(): Cards {
  return getContext(KEY)
}
