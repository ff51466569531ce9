// Narrowing down what can be done: first the card, then the player, then what else it needs.
//
// The house sends every possible action with its values; a board names the fields in the order in which it asks for
// them.  A field with one possible value is not asked for.  Clicks on cards and seats and the buttons of the
// turn's sentence all pick here.
import { notices } from '../parts/notices.svelte'
import { prefs } from '../prefs.svelte'
import type { Choice } from '../protocol'
import type { Values } from '../words/texts'
import type { Play } from './play.svelte'

export class Picking {
  private made: { moment: string; values: Values; choice: Choice | null } = $state.raw({
    moment: '',
    values: {},
    choice: null,
  })
  sending = $state(false)

  constructor(
    readonly play: Play,
    private readonly fields: readonly string[],
  ) {}

  /** What was picked holds for one pair of eyes, as long as the same can be done; others may choose meanwhile. */
  private get moment(): string {
    return [this.play.table.id, this.play.seat, ...this.play.choices.map((choice) => choice.action)].join('\n')
  }

  get picked(): Values {
    return this.made.moment === this.moment ? this.made.values : {}
  }

  /** A whole action that waits for the player's yes. */
  get waiting(): Choice | null {
    return this.made.moment === this.moment ? this.made.choice : null
  }

  /** What can still be done after all that was picked. */
  get left(): Choice[] {
    return this.play.choices.filter((choice) => fits(choice, this.picked))
  }

  /** What has to be asked next; null if nothing, or if only whole actions are left to choose from. */
  get field(): string | null {
    return this.fieldOf(this.picked)
  }

  /** The values that the next field can take. */
  get options(): unknown[] {
    return this.field === null ? [] : values(this.left, this.field)
  }

  can(field: string, value: unknown): boolean {
    return !this.sending && this.choicesWith(field, value).length > 0
  }

  is(field: string, value: unknown): boolean {
    return same(this.picked[field], value)
  }

  /** Picks a value; what was picked before is kept as far as both go together. */
  pick(field: string, value: unknown): void {
    if (!this.can(field, value)) return
    const together = { ...this.picked, [field]: value }
    const kept = this.play.choices.some((choice) => fits(choice, together)) ? together : { [field]: value }
    this.settle(kept)
  }

  /** Picks several at once, as when a card is dropped on a seat. */
  pickAll(picks: Values): void {
    if (!this.sending && this.play.choices.some((choice) => fits(choice, picks))) this.settle(picks)
  }

  choose(choice: Choice): void {
    if (prefs.confirm) this.made = { moment: this.moment, values: this.picked, choice }
    else this.carryOut(choice)
  }

  confirm(): void {
    if (this.waiting) this.carryOut(this.waiting)
  }

  /** One step back. */
  back(): void {
    const picks = Object.entries(this.picked)
    this.made = { moment: this.moment, values: Object.fromEntries(picks.slice(0, -1)), choice: null }
  }

  get canGoBack(): boolean {
    return !this.sending && (this.waiting !== null || Object.keys(this.picked).length > 0)
  }

  private settle(picks: Values): void {
    this.made = { moment: this.moment, values: picks, choice: null }
    const [only, ...others] = this.left
    if (only && !others.length) this.choose(only)
  }

  private carryOut(choice: Choice): void {
    this.sending = true
    void this.play
      .act(choice)
      .catch(notices.refused)
      .finally(() => {
        this.sending = false
        this.made = { moment: '', values: {}, choice: null }
      })
  }

  private fieldOf(picks: Values): string | null {
    const left = this.play.choices.filter((choice) => fits(choice, picks))
    const first = this.fields[0]
    if (first !== undefined && !(first in picks) && values(left, first).length) return first
    return this.fields.find((field) => !(field in picks) && values(left, field).length > 1) ?? null
  }

  /** What could be done with this value: together with earlier picks, or in place of the later ones. */
  private choicesWith(field: string, value: unknown): Choice[] {
    const at = this.fields.indexOf(field)
    const earlier = Object.fromEntries(
      Object.entries(this.picked).filter(([name]) => at >= 0 && this.fields.indexOf(name) < at),
    )
    return this.play.choices.filter((choice) => fits(choice, { ...earlier, [field]: value }))
  }
}

function fits(choice: Choice, picks: Values): boolean {
  return Object.entries(picks).every(([field, value]) => same(choice.values[field], value))
}

function values(choices: Choice[], field: string): unknown[] {
  const found = choices.flatMap((choice) => (field in choice.values ? [choice.values[field]] : []))
  return [...new Map(found.map((value) => [JSON.stringify(value), value])).values()]
}

/** A value may be a list, such as several cards. */
function same(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other)
}
