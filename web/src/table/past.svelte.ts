// Looking back: a match step by step, through one's own eyes while it goes on, through everybody's after its end.
// The match is the one of a table, or one that somebody brought from elsewhere.
import { get } from '../house/api.svelte'
import { prefs } from '../prefs.svelte'
import type { Moment, News, Now, Replay } from '../protocol'
import { Play } from './play.svelte'
import type { AtTable } from './table.svelte'

/** Through whose eyes: a seat's, a spectator's, or with all cards open. */
export type Eyes = number | 'spectator' | 'open'

const MOST = 200 // steps that the house sends at once
const STAYS = 1600 // milliseconds on each step while it plays by itself

/** Where a match can be looked at again, and where the house tells of it. */
export interface Whereabouts {
  page: string
  moments: string
  transcript: string
}

export function ofTable(id: string): Whereabouts {
  return { page: `/table/${id}`, moments: `/api/tables/${id}/replay`, transcript: `/api/tables/${id}/transcript` }
}

export function fromElsewhere(id: string): Whereabouts {
  return { page: `/replay/${id}`, moments: `/api/replays/${id}`, transcript: `/api/replays/${id}/transcript` }
}

export class Past implements AtTable {
  eyes: Eyes | null = $state(null)
  at = $state(0)
  moments: Moment[] = $state.raw([])
  running = $state(false)
  readonly play: Play = new Play(this)
  private wanted: Eyes | null = null

  // --- A table like any other, for the board ---
  readonly line = 'open'
  readonly spectators = 0

  constructor(
    private readonly live: Play,
    readonly where: Whereabouts,
  ) {}

  get id(): string {
    return this.live.table.id
  }

  /** Who was connected then is not known, and nothing that the past should tell. */
  get here(): boolean[] {
    return this.live.now.seats.map(() => true)
  }

  get open(): boolean {
    return this.eyes !== null && this.moment !== undefined
  }

  get steps(): number {
    return this.moments.length
  }

  get moment(): Moment | undefined {
    return this.moments[this.at - 1]
  }

  /** Everything that was told to these eyes, also what came later than the moment that is shown. */
  readonly told: News[] = $derived(
    this.moments.map(({ step }) => ({
      number: step.step,
      at: 0,
      what: step.seat === 'chance' ? 'chance' : 'act',
      by: step.seat === 'chance' ? null : step.seat,
      steps: [step],
    })),
  )

  /** What had been told until this moment. */
  get news(): News[] {
    return this.told.slice(0, this.at)
  }

  get now(): Now {
    const now = this.live.now
    const last = this.at === this.steps
    return {
      ...now,
      number: this.at,
      phase: last && now.result ? 'over' : 'playing',
      step: this.at,
      acting: (this.moment?.sight.view['acting'] as number[] | undefined) ?? [],
      sights: this.moment ? [{ ...this.moment.sight, choices: [] }] : [],
      result: last ? (now.result ?? null) : null,
      undo: null,
      can_undo: [],
    }
  }

  send(): Promise<number> {
    throw new Error('the past cannot be changed')
  }

  /** Whose eyes may be borrowed now. */
  get choices(): Eyes[] {
    const everybody = this.live.now.phase === 'over'
    const seats = everybody ? this.live.players.map((player) => player.seat) : this.live.mine
    return [...(everybody ? (['open'] as const) : []), ...seats, 'spectator']
  }

  /** Shows a step; the newest if none is named, through our own eyes if nobody's are. */
  async look(step: number | null = null, eyes: Eyes = this.eyes ?? this.live.seat ?? 'spectator'): Promise<void> {
    if (await this.see(eyes)) this.go(step ?? this.steps)
  }

  /** The same step through others' eyes, wherever one has gone while they opened. */
  async borrow(eyes: Eyes): Promise<void> {
    if (await this.see(eyes)) this.go(this.at)
  }

  /** Through these eyes, unless others were wanted meanwhile, or none. */
  private async see(eyes: Eyes): Promise<boolean> {
    this.wanted = eyes
    const moments = await this.fetchAfter(eyes, eyes === this.eyes ? this.moments : [])
    if (this.wanted !== eyes) return false
    this.moments = moments
    this.eyes = eyes
    return true
  }

  /** Steps that were done since. */
  async fetchMore(): Promise<void> {
    const eyes = this.eyes
    if (eyes === null) return
    const moments = await this.fetchAfter(eyes, this.moments)
    if (eyes === this.eyes) this.moments = moments
  }

  private async fetchAfter(eyes: Eyes, known: Moment[]): Promise<Moment[]> {
    for (let moments = known; ; ) {
      const found = await get<Replay>(
        `${this.where.moments}?view=${eyes}&after=${moments.length}&most=${MOST}`,
      )
      moments = [...moments, ...found.moments]
      if (!found.moments.length || moments.length >= found.steps) return moments
    }
  }

  go(step: number): void {
    this.at = Math.min(Math.max(1, step), this.steps)
  }

  leave(): void {
    this.eyes = this.wanted = null
    this.running = false
    history.replaceState(null, '', this.where.page)
  }

  /** Plays by itself, from the beginning where the end is shown. */
  startOrStop(): void {
    if (!this.running && this.at === this.steps) this.go(1)
    this.running = !this.running
  }

  /** While it runs: one step after another, until the last. */
  run(): (() => void) | undefined {
    if (!this.running) return
    const timer = setInterval(() => {
      if (this.at < this.steps) this.at += 1
      else this.running = false
    }, STAYS * (prefs.pace || 1))
    return () => clearInterval(timer)
  }
}
