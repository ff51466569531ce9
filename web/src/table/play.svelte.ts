// A match as one pair of eyes sees it: what boards are made of.
import { games } from '../house/games.svelte'
import type { Choice, Now, Result, Seat, Settings, Sight } from '../protocol'
import type { Part, Texts, Values } from '../words/texts'
import type { AtTable } from './table.svelte'

/** Somebody at the table. */
export interface Player {
  seat: number
  name: string
  bot: Seat['bot']
  mine: boolean // one of this device's seats
  me: boolean // the seat through whose eyes we look
  here: boolean
  acting: boolean
}

const NOBODY: Sight = { seat: null, view: {}, choices: [] }

export class Play {
  /** Of several own seats the one that looks; the first until somebody says so. */
  looking: number | null = $state(null)

  constructor(readonly table: AtTable) {}

  get now(): Now {
    if (!this.table.now) throw new Error('the table has not come yet')
    return this.table.now
  }

  get settings(): Settings {
    return this.now.settings
  }

  get options(): Record<string, string> {
    return this.settings.options ?? {}
  }

  get texts(): Texts {
    return games.texts(this.settings.game)
  }

  get mine(): number[] {
    return this.now.seats.flatMap((seat, at) => (seat.mine ? [at] : []))
  }

  /** Where the sight that is shown stands among those the house sends; events are told in that order. */
  get eyes(): number {
    const sights = this.now.sights ?? []
    return Math.max(0, sights.findIndex((sight) => sight.seat === this.looking))
  }

  get sight(): Sight {
    return this.now.sights?.[this.eyes] ?? NOBODY
  }

  /** The seat through whose eyes we look; null for a spectator. */
  get seat(): number | null {
    return this.sight.seat
  }

  /** The table as this seat may see it, in the game's own words. */
  get view(): any {
    return this.sight.view
  }

  get choices(): Choice[] {
    return this.standingIn ? [] : (this.sight.choices ?? [])
  }

  /** Does a bot play for us? */
  get standingIn(): boolean {
    return this.seat !== null && !!this.now.seats[this.seat]?.standing_in
  }

  get acting(): number[] {
    return this.now.acting ?? []
  }

  get myTurn(): boolean {
    return this.choices.length > 0
  }

  get result(): Result | null {
    return this.now.result ?? null
  }

  get names(): string[] {
    return this.now.seats.map((seat) => seat.name ?? '')
  }

  get players(): Player[] {
    return this.now.seats.map((seat, at) => ({
      seat: at,
      name: seat.name ?? '',
      bot: seat.bot,
      mine: !!seat.mine,
      me: at === this.seat,
      here: this.table.here[at] ?? false,
      acting: this.acting.includes(at),
    }))
  }

  /** All players from our left on, ourselves last: the order in which they sit around us. */
  get around(): Player[] {
    const first = this.seat === null ? 0 : this.seat + 1
    const players = this.players
    return players.map((_, at) => players[(first + at) % players.length] as Player)
  }

  say(key: string, values: Values = {}): string {
    return this.texts.say(key, values, this.names)
  }

  parts(key: string, values: Values = {}): Part[] {
    return this.texts.parts(key, values, this.names)
  }

  act(choice: Choice): Promise<number> {
    if (this.seat === null) throw new Error('a spectator cannot act')
    return this.table.send({ do: 'act', seat: this.seat, action: choice.action, step: this.now.step ?? 0 })
  }
}
