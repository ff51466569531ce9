// Taking a transcript to the house, which judges it by the rules; what it refuses stays to be read.
import { bring, Refusal } from '../house/api.svelte'
import { guest } from '../house/guest.svelte'
import { reason } from '../parts/notices.svelte'
import type { Imported } from '../protocol'
import { words } from '../words/words.svelte'
import { transcripts } from './matches'

interface Problem {
  file: string
  why: string
  detail?: string // as the house said it, in English
}

interface Several {
  file: string
  matches: Uint8Array<ArrayBuffer>[]
}

export class Bringing {
  /** The name of the file that is being judged. */
  judging: string | null = $state(null)
  /** A file with several matches, of which one is to be named. */
  several: Several | null = $state.raw(null)
  problem: Problem | null = $state.raw(null)

  constructor(private readonly opened: (replay: string) => void) {}

  async take(files: readonly File[]): Promise<void> {
    const [file, ...others] = files
    if (!file || this.judging !== null) return
    this.several = null
    if (others.length) {
      this.problem = { file: files.map((one) => one.name).join(', '), why: words().bring.several }
      return
    }
    await this.whileJudging(file.name, async () => {
      const matches = transcripts(await read(file))
      if (matches.length > 1) this.several = { file: file.name, matches }
      return matches.length > 1 ? null : this.judge(matches[0])
    })
  }

  /** One of several; they are counted from 1. */
  async open({ file, matches }: Several, number: number): Promise<void> {
    await this.whileJudging(file, () => this.judge(matches[number - 1]))
  }

  private async whileJudging(file: string, work: () => Promise<Imported | null>): Promise<void> {
    if (this.judging !== null) return // one after the other; a button that goes dead would lose the keyboard's place
    this.problem = null
    this.judging = file
    const found = await work().catch((error: unknown) => this.explain(file, error))
    this.judging = null
    if (found) this.opened(found.replay)
  }

  private async judge(match: Uint8Array<ArrayBuffer> | undefined): Promise<Imported | null> {
    if (!match) return null
    await guest.arrive()
    return bring<Imported>('/api/replays', new Blob([match]))
  }

  private explain(file: string, error: unknown): null {
    if (!(error instanceof Refusal)) throw error
    const t = words().bring
    const judged: Record<string, string> = t.refused
    const own: Record<string, string> = { unreadable: t.unreadable, bad_message: t.tooLarge }
    const why = judged[error.code]
    this.problem = why ? { file, why, detail: error.message } : { file, why: own[error.code] ?? reason(error) }
    return null
  }
}

async function read(file: File): Promise<Uint8Array<ArrayBuffer>> {
  const content = await file.arrayBuffer().catch(() => {
    throw new Refusal('unreadable', 'the browser could not read it')
  })
  return new Uint8Array(content)
}
