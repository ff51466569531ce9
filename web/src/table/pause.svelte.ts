// Between two rounds, and before the end, the table waits: everybody reads how it ended, step by step.
import { games } from '../house/games.svelte'
import { prefs } from '../prefs.svelte'
import type { Happened } from '../protocol'
import { words } from '../words/words.svelte'
import { linesOf, type Line } from './lines'
import type { Play } from './play.svelte'

const STEP = 900 // milliseconds between two lines

export class Pause {
  lines: Line[] = $state.raw([])
  shown = $state(0)
  last = $state(false)
  private go: (() => void) | undefined
  private timer: ReturnType<typeof setInterval> | undefined

  constructor(private readonly play: Play) {}

  get open(): boolean {
    return this.lines.length > 0
  }

  /** What is over. */
  get title(): string {
    if (this.last) return words().over.title
    return this.play.texts.has('round_over') ? this.play.texts.get('round_over') : words().round.over
  }

  get whole(): boolean {
    return this.shown >= this.lines.length
  }

  /** Waits, where these news end a round, until the player has read how. */
  async hold(happened: Happened): Promise<void> {
    const lines = this.ending(happened)
    if (!lines.length) return
    this.lines = lines
    this.last = happened.now.phase === 'over'
    this.shown = prefs.pace === 0 ? lines.length : 1
    this.timer = setInterval(() => this.next(), STEP * (prefs.pace || 1))
    await new Promise<void>((go) => (this.go = go))
    clearInterval(this.timer)
    this.lines = []
  }

  next(): void {
    if (!this.whole) this.shown += 1
  }

  showAll(): void {
    this.shown = this.lines.length
  }

  goOn(): void {
    this.go?.()
  }

  /** What happened from the last action to the end of its round; nothing if no round ended. */
  private ending(happened: Happened): Line[] {
    const round = games.info(this.play.settings.game)?.round_event ?? null
    const lines = happened.news.flatMap((news) => linesOf(news, this.play, round))
    const next = lines.findIndex((line) => line.round)
    if (happened.news.length > 1) return []
    if (next >= 0) return this.play.now.phase === 'playing' && (this.play.now.step ?? 0) > 2 ? lines.slice(0, next) : []
    return happened.now.phase === 'over' && this.play.now.phase === 'playing' ? lines : []
  }
}
