// The client's own texts in the language of now; those of a game come from the game itself.
import { games } from '../house/games.svelte'
import { prefs } from '../prefs.svelte'
import type { Catalogue } from './en'
import type { InFour, Language } from './languages'

const CATALOGUES: InFour<() => Promise<Catalogue>> = {
  en: async () => (await import('./en')).words,
  de: async () => (await import('./de')).words,
  fr: async () => (await import('./fr')).words,
  it: async () => (await import('./it')).words,
}

let current = $state.raw<Catalogue>()
let wanted: Language | undefined

/** The texts; `load` must have been awaited once. */
export function words(): Catalogue {
  if (!current) throw new Error('texts are not loaded yet')
  return current
}

export async function load(language: Language): Promise<void> {
  current = await CATALOGUES[language]()
}

/** From now on in this language; the page changes at once, when all its texts are here. */
export async function speak(language: Language): Promise<void> {
  wanted = language
  const [found] = await Promise.all([CATALOGUES[language](), games.learn(language)])
  if (wanted !== language) return
  current = found
  prefs.language = language
}

/** Of texts in all four languages, those of now. */
export function inFour<T>(texts: InFour<T>): T {
  return texts[prefs.language]
}
