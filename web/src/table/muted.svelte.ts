// At which tables somebody does not want to read what others say; kept in the browser, told to nobody.
import { SvelteSet } from 'svelte/reactivity'

const KEY = 'herzdame:muted'
const MOST = 50 // tables that are remembered; the oldest are forgotten

class Muted {
  private readonly tables = new SvelteSet<string>(read())

  at(table: string): boolean {
    return this.tables.has(table)
  }

  set(table: string, mute: boolean): void {
    this.tables.delete(table)
    if (mute) this.tables.add(table)
    localStorage.setItem(KEY, JSON.stringify([...this.tables].slice(-MOST)))
  }
}

function read(): string[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '[]') as string[]
  } catch {
    return []
  }
}

export const muted = new Muted()
