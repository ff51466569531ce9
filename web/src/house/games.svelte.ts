// What the house offers to play: its games, their texts and their rulebooks, in the language of now.
import { SvelteMap } from 'svelte/reactivity'
import { prefs } from '../prefs.svelte'
import type { GameInfo, RulebookInfo } from '../protocol'
import { Texts } from '../words/texts'
import type { Language } from '../words/languages'
import { get } from './api.svelte'

class Games {
  all: GameInfo[] = $state.raw([])
  private readonly catalogues = new SvelteMap<string, Texts>()
  private readonly books = new SvelteMap<string, RulebookInfo>()
  private readonly asked = new Map<string, Promise<unknown>>()

  /** The games come together with their texts, so that no name of a text is ever shown in its place. */
  async load(): Promise<void> {
    const found = await get<GameInfo[]>('/api/games')
    await Promise.all(found.map((game) => this.fetchTexts(game.id, prefs.language)))
    this.all = found
  }

  /** What has to be here before the page changes to this language. */
  async learn(language: Language): Promise<void> {
    await Promise.all(this.all.map((game) => this.fetchTexts(game.id, language)))
  }

  info(game: string): GameInfo | undefined {
    return this.all.find((one) => one.id === game)
  }

  /** The texts of a game; fetched if they are not here yet, in another language or empty until then. */
  texts(game: string): Texts {
    const found = this.catalogues.get(`${game} ${prefs.language}`)
    if (!found) void this.fetchTexts(game, prefs.language)
    return found ?? Texts.NONE
  }

  rulebook(game: string): RulebookInfo | undefined {
    const key = `${game} ${prefs.language}`
    if (!this.books.has(key)) {
      void this.once(`rules ${key}`, async () => {
        this.books.set(key, await get<RulebookInfo>(`/api/games/${game}/rules/${prefs.language}`))
      })
    }
    return this.books.get(key)
  }

  private fetchTexts(game: string, language: Language): Promise<unknown> {
    const key = `${game} ${language}`
    return this.once(`texts ${key}`, async () => {
      this.catalogues.set(key, new Texts(await get<Record<string, string>>(`/api/games/${game}/texts/${language}`)))
    })
  }

  /** Asks for something once; again only after a failure. */
  private once(key: string, work: () => Promise<void>): Promise<unknown> {
    let running = this.asked.get(key)
    if (!running) {
      running = work().catch(() => this.asked.delete(key))
      this.asked.set(key, running)
    }
    return running
  }
}

export const games = new Games()
