// Choosing which wishes to lay down: on the hand or on the track, one after the other, then all at once (HW.12).
import type { Choice } from '../../protocol'
import type { Picking } from '../../table/picking.svelte'
import type { Play } from '../../table/play.svelte'

export class Laying {
  private made: { moment: string; wishes: string[] } = $state.raw({ moment: '', wishes: [] })
  /** The wish that is looked at: its card and its field light up together. */
  pointed: string | null = $state(null)

  constructor(
    readonly play: Play,
    private readonly picking: Picking,
  ) {}

  /** Are we asked for wishes now? */
  get asked(): boolean {
    return this.nothing !== undefined
  }

  /** The choice of laying nothing. */
  get nothing(): Choice | undefined {
    return this.play.choices.find((choice) => choice.key === 'action.keep')
  }

  /** What was chosen holds for one pair of eyes and one question. */
  private get moment(): string {
    return [this.play.seat, this.play.now.step, ...this.play.choices.map((choice) => choice.action)].join('\n')
  }

  get chosen(): string[] {
    return this.made.moment === this.moment ? this.made.wishes : []
  }

  /** The action that lays just what was chosen. */
  get whole(): Choice | undefined {
    return this.chosen.length ? this.choiceOf(this.chosen) : undefined
  }

  can(wish: string): boolean {
    return !this.picking.sending && this.choiceOf([wish]) !== undefined
  }

  /** Does this wish cost heart-blood? */
  costs(wish: string): boolean {
    return this.choiceOf([wish])?.values['paid'] !== undefined
  }

  /** Chooses a wish, or no longer; where not all can be paid, the latest takes the place of the others. */
  toggle(wish: string): void {
    if (!this.can(wish)) return
    const others = this.chosen.filter((one) => one !== wish)
    const with_ = others.length < this.chosen.length ? others : [...others, wish]
    const wishes = !with_.length || this.choiceOf(with_) ? with_ : [wish]
    this.made = { moment: this.moment, wishes }
  }

  lay(): void {
    if (this.whole) this.picking.choose(this.whole)
  }

  layNothing(): void {
    if (this.nothing) this.picking.choose(this.nothing)
  }

  private choiceOf(wishes: readonly string[]): Choice | undefined {
    return this.play.choices.find((choice) => {
      const laid = wishesOf(choice)
      return laid.length === wishes.length && wishes.every((wish) => laid.includes(wish))
    })
  }
}

export function wishesOf(choice: Choice): string[] {
  const { wish, paid } = choice.values as { wish?: string; paid?: string[] }
  return [...(wish ? [wish] : []), ...(paid ?? [])]
}
