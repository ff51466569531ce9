// A match that somebody brought from elsewhere, as a table at which nobody sits any more.
import type { Now, Replay, Seat } from '../protocol'
import type { AtTable } from '../table/table.svelte'
import { words } from '../words/words.svelte'

export class Brought implements AtTable {
  readonly line = 'open'
  readonly news = []
  readonly here = []
  readonly spectators = 0

  constructor(
    readonly id: string,
    private readonly match: Replay,
  ) {}

  get now(): Now {
    const { game, options, result, steps } = this.match
    const seats = this.seats
    return {
      number: steps,
      phase: 'over',
      seats,
      host: false,
      settings: { game, seats: seats.length, options },
      step: steps,
      result,
    }
  }

  /** Whoever has no name is called by the seat; those of one name, such as bots, are told apart by its number. */
  private get seats(): Seat[] {
    const { players, moments } = this.match
    const count = Number(moments[0]?.sight.view['seats'])
    return Array.from({ length: count }, (_, at) => {
      const name = players[at] ?? ''
      const alone = players.filter((one) => one === name).length === 1
      return { name: !name ? words().setup.seat(at + 1) : alone ? name : `${name} ${at + 1}` }
    })
  }

  send(): Promise<number> {
    throw new Error('nothing can be done in a match from elsewhere')
  }
}
