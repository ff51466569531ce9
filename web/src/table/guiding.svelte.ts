// The first match of a game: what it points out, each thing once.
import type { Guide, GuideStep } from '../games/contract'
import type { Picking } from './picking.svelte'
import type { Play } from './play.svelte'

const KEY = 'herzdame-hints'
const OFF = 'off'
const NONE = '*' // kept by those who want no hints in any game

export class Guiding {
  private past: string[] = $state(known())

  constructor(
    private readonly play: Play,
    private readonly picking: Picking,
    private readonly guide: Guide,
    private readonly game: string,
  ) {}

  /** What is pointed out now. */
  get step(): GuideStep | null {
    if (this.past.includes(NONE) || this.past.includes(this.named(OFF))) return null
    if (this.play.seat === null || this.play.now.phase !== 'playing') return null
    const fresh = this.guide.steps.filter((step) => !this.past.includes(this.named(step.id)))
    return fresh.find((step) => step.when(this.play, this.picking)) ?? null
  }

  get text(): Record<string, Record<string, string>> {
    return this.guide.texts
  }

  done(step: GuideStep): void {
    this.remember(step.id)
  }

  /** No hints any more in this game. */
  off(): void {
    this.remember(OFF)
  }

  private remember(id: string): void {
    if (this.past.includes(this.named(id))) return
    this.past.push(this.named(id))
    localStorage.setItem(KEY, JSON.stringify(this.past))
  }

  private named(id: string): string {
    return `${this.game} ${id}`
  }
}

function known(): string[] {
  return JSON.parse(localStorage.getItem(KEY) ?? '[]') as string[]
}

/** All hints of all games once more. */
export function forgetHints(): void {
  localStorage.removeItem(KEY)
}
