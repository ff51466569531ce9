// The card of the own hand that is looked at: a first tap tells what it does, a second one plays it.
import { prefs } from '../../prefs.svelte'
import type { Choice } from '../../protocol'
import type { Picking } from '../../table/picking.svelte'
import type { Play } from '../../table/play.svelte'
import { backOf, rankOf, type Due, type View } from './court'

/** What is asked of a card in the own hand. */
const OF_THE_HAND: readonly Due[] = ['pass_light', 'pass_dark', 'play', 'offer', 'return']

export class Holding {
  private made: { moment: string; card: string | null } = $state.raw({ moment: '', card: null })

  constructor(
    private readonly play: Play,
    private readonly picking: Picking,
  ) {}

  /** The own hand: light cards first, each back by rank. */
  get hand(): string[] {
    const hand = (this.play.view as View).hands[this.play.seat ?? 0] ?? []
    return [...hand].sort((one, other) => order(one) - order(other))
  }

  /** The own hand as it was looked at; another card in it, and nothing is chosen any more. */
  private get moment(): string {
    return [this.play.table.id, this.play.seat, (this.play.view as View).due, ...this.hand].join(' ')
  }

  get card(): string | null {
    return this.made.moment === this.moment ? this.made.card : null
  }

  /** Is one of these cards asked for? */
  get asked(): boolean {
    return this.play.myTurn && OF_THE_HAND.includes((this.play.view as View).due)
  }

  can(card: string): boolean {
    return this.asked && this.picking.can('card', card)
  }

  /** What is done with the chosen card, if anything can be. */
  get choice(): Choice | undefined {
    return this.card !== null && this.can(this.card)
      ? this.play.choices.find((choice) => choice.values['card'] === this.card)
      : undefined
  }

  tap(card: string): void {
    if (this.card === card && this.can(card)) return this.carryOut(card)
    this.made = { moment: this.moment, card }
    if (prefs.confirm && this.can(card)) this.picking.pick('card', card) // the sentence below asks for the yes
  }

  carryOut(card: string): void {
    if (this.picking.waiting?.values['card'] === card) this.picking.confirm()
    else this.picking.pick('card', card)
  }
}

function order(card: string): number {
  return rankOf(card) + (backOf(card) === 'dark' ? 100 : 0)
}
