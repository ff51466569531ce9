// Cards that fly: pictures over the board, while the board itself already shows where they went.
import { tick } from 'svelte'
import type { Board, Flight } from '../games/contract'
import { prefs } from '../prefs.svelte'
import type { Happened } from '../protocol'
import type { Play } from './play.svelte'

const TAKES = 420 // milliseconds
const APART = 110

interface InTheAir extends Flight {
  id: number
  start: DOMRect
  end: DOMRect
  delay: number
}

export class Flights {
  all: InTheAir[] = $state.raw([])
  readonly takes = TAKES
  private count = 0

  constructor(
    private readonly play: Play,
    private readonly board: Board,
  ) {}

  /** Lets everything fly that was told; done when the last card has landed. */
  async show(happened: Happened): Promise<void> {
    if (prefs.pace === 0 || document.hidden) return
    const events = happened.news.flatMap((news) =>
      (news.steps ?? []).flatMap((step) => step.told[this.play.eyes] ?? []),
    )
    const wanted = events.flatMap((event) => this.board.flights?.(event, this.play) ?? [])
    await tick()
    const found = wanted.flatMap((flight, at): InTheAir[] => {
      const start = place(flight.from)
      const end = place(flight.to)
      if (!start || !end) return []
      return [{ ...flight, id: ++this.count, start, end, delay: at * APART * prefs.pace }]
    })
    const shown = Math.max(0, ...events.map((event) => this.board.lasts?.(event, this.play) ?? 0)) * prefs.pace
    const last = found.at(-1)
    if (!last && !shown) return
    this.all = found
    await new Promise((done) => setTimeout(done, Math.max(shown, last ? last.delay + TAKES * prefs.pace : 0)))
    this.all = []
  }
}

function place(name: string): DOMRect | undefined {
  return document.querySelector(`[data-place="${name}"]`)?.getBoundingClientRect()
}
