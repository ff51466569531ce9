// Which cards of the own hand are about to be laid: one, or several numbers that go together.
//
// What goes together is what the house offers: every choice names its cards, and only those can be put together.
import type { Choice } from '../../protocol'
import type { Picking } from '../../table/picking.svelte'
import type { Play } from '../../table/play.svelte'
import { RED, type View } from './court'

export interface Together {
  choice: Choice
  cards: string[]
}

export class Laying {
  private made: { moment: string; at: number[] } = $state.raw({ moment: '', at: [] })

  constructor(
    private readonly play: Play,
    private readonly picking: Picking,
  ) {}

  /** The own hand, special cards first. */
  get hand(): string[] {
    const view = this.play.view as View
    return [...(view.hands[this.play.seat ?? 0] ?? [])].sort((one, other) => RED.indexOf(one) - RED.indexOf(other))
  }

  /** What is chosen holds for one moment of the match, and one pair of eyes. */
  private get moment(): string {
    return `${this.play.table.id} ${this.play.now.step ?? 0} ${this.play.seat}`
  }

  get at(): number[] {
    return this.made.moment === this.moment ? this.made.at : []
  }

  get cards(): string[] {
    return this.named(this.at)
  }

  private get sets(): Together[] {
    return this.play.choices.filter(laysCards).map((choice) => ({ choice, cards: cardsOf(choice) }))
  }

  /** Is anything asked that a card of the hand answers? */
  get asked(): boolean {
    return this.sets.length > 0
  }

  /** Is something chosen that can be laid, alone or with more? */
  get opened(): boolean {
    return this.at.length > 0 && this.sets.some((set) => holds(set.cards, this.cards))
  }

  /** The action that the chosen cards make up. */
  get whole(): Choice | undefined {
    return this.sets.find((set) => same(set.cards, this.cards))?.choice
  }

  /** The cards that would complete what is chosen, in each of the ways there are. */
  get missing(): string[][] {
    const { cards } = this
    const fitting = this.sets.filter((set) => holds(set.cards, cards) && set.cards.length > cards.length)
    return fitting.map((set) => without(set.cards, cards))
  }

  /** Can this card be laid at all, or together with those that are chosen? */
  can(at: number): boolean {
    return !this.picking.sending && this.sets.some((set) => holds(set.cards, this.named([at])))
  }

  goesWith(at: number): boolean {
    const together = this.named(this.with(at))
    return !this.picking.sending && this.sets.some((set) => holds(set.cards, together))
  }

  /** Chooses a card or lets it go; one that does not go with the others takes their place. */
  tap(at: number): void {
    const { moment } = this
    if (this.at.includes(at)) this.made = { moment, at: this.at.filter((one) => one !== at) }
    else this.made = { moment, at: this.goesWith(at) ? this.with(at) : [at] }
  }

  /** Lays what is chosen, together with this card. */
  lay(at?: number): void {
    if (at !== undefined && !this.at.includes(at)) this.tap(at)
    if (this.whole) this.picking.choose(this.whole)
  }

  private with(at: number): number[] {
    return this.at.includes(at) ? this.at : [...this.at, at].sort((one, other) => one - other)
  }

  private named(at: readonly number[]): string[] {
    const { hand } = this
    return at.map((one) => hand[one] ?? '')
  }
}

function laysCards(choice: Choice): boolean {
  return /^action\.(play|defend|discard)/.test(choice.key)
}

/** The cards an action lays, from its notation: `king`, `discard 2 3 5`. */
function cardsOf(choice: Choice): string[] {
  return choice.action.replace(/^discard /, '').split(' ')
}

function holds(all: readonly string[], some: readonly string[]): boolean {
  return without(all, some).length === all.length - some.length
}

function same(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && holds(one, other)
}

function without(all: readonly string[], some: readonly string[]): string[] {
  const left = [...all]
  for (const card of some) {
    const at = left.indexOf(card)
    if (at >= 0) left.splice(at, 1)
  }
  return left
}
