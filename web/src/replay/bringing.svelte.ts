// Taking a transcript to the house, which judges it by the rules; what it refuses stays to be read.
import { guest } from '../house/guest.svelte'
import { bring, Refusal } from '../house/api.svelte'
import { reason } from '../parts/notices.svelte'
import type { Imported } from '../protocol'
import { words } from '../words/words.svelte'

interface Problem {
  file: string
  why: string
  detail?: string // as the house said it, in English
}

export class Bringing {
  /** The name of the file that is being judged. */
  judging: string | null = $state(null)
  problem: Problem | null = $state.raw(null)

  constructor(private readonly opened: (replay: string) => void) {}

  async take(files: readonly File[]): Promise<void> {
    const [file, ...others] = files
    if (!file || this.judging !== null) return
    this.problem = null
    if (others.length) {
      this.problem = { file: files.map((one) => one.name).join(', '), why: words().bring.several }
      return
    }
    this.judging = file.name
    const found = await this.judge(file).catch((error: unknown) => this.explain(file.name, error))
    this.judging = null
    if (found) this.opened(found.replay)
  }

  private async judge(file: File): Promise<Imported> {
    const content = await file.arrayBuffer().catch(() => {
      throw new Refusal('unreadable', '')
    })
    await guest.arrive()
    return bring<Imported>('/api/replays', content)
  }

  private explain(file: string, error: unknown): void {
    if (!(error instanceof Refusal)) throw error
    const known: Record<string, string> = words().bring.refused
    const why = known[error.code]
    this.problem = why ? { file, why, detail: error.message } : { file, why: reason(error) }
    if (error.code === 'unreadable') this.problem = { file, why: words().bring.unreadable }
  }
}
