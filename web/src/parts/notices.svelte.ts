// Short words at the edge of the page: what was refused, and why.
import { Refusal } from '../house/api.svelte'
import { words } from '../words/words.svelte'

const STAYS = 6000

class Notices {
  all: { id: number; text: string }[] = $state([])
  private count = 0

  say(text: string): void {
    if (this.all.some((notice) => notice.text === text)) return
    const id = ++this.count
    this.all.push({ id, text })
    setTimeout(() => this.drop(id), STAYS)
  }

  drop(id: number): void {
    this.all = this.all.filter((notice) => notice.id !== id)
  }

  /** To be given to `catch`. */
  readonly refused = (error: unknown): void => {
    if (!(error instanceof Refusal)) throw error
    this.say(reason(error))
  }
}

/** The reason in the language of now, or as the house said it. */
export function reason(refusal: Refusal): string {
  const known: Record<string, string> = words().refused
  return known[refusal.code] ?? refusal.message
}

export const notices = new Notices()
