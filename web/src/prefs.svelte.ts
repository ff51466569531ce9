// What somebody prefers on this device; kept in the browser, told to nobody.
import { LANGUAGES, type Language } from './words/languages'

export type Theme = 'system' | 'light' | 'dark'
export type Speed = 'none' | 'fast' | 'normal' | 'slow'

interface Kept {
  language?: Language
  theme?: Theme
  speed?: Speed
  sounds?: boolean
  confirm?: boolean
}

const KEY = 'herzdame'
const FACTOR: Record<Speed, number> = { none: 0, fast: 0.5, normal: 1, slow: 2 }

class Prefs {
  language: Language = $state('en')
  theme: Theme = $state('system')
  speed: Speed = $state('normal')
  sounds = $state(false)
  confirm = $state(false)

  constructor() {
    const kept = read()
    this.language = kept.language ?? spoken()
    this.theme = kept.theme ?? 'system'
    this.speed = kept.speed ?? (matchMedia('(prefers-reduced-motion: reduce)').matches ? 'none' : 'normal')
    this.sounds = kept.sounds ?? false
    this.confirm = kept.confirm ?? matchMedia('(pointer: coarse)').matches
  }

  /** By how much times of animations are stretched; 0 for none at all. */
  get pace(): number {
    return FACTOR[this.speed]
  }

  /** Keeps the preferences, and shows them in the page, from now on. */
  apply(): void {
    $effect(() => {
      const { language, theme, speed, sounds, confirm } = this
      localStorage.setItem(KEY, JSON.stringify({ language, theme, speed, sounds, confirm } satisfies Kept))
      document.documentElement.lang = language
      document.documentElement.dataset['theme'] = theme
      document.documentElement.dataset['speed'] = speed
    })
  }
}

function read(): Kept {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Kept
  } catch {
    return {}
  }
}

/** The first of the browser's languages that we speak. */
function spoken(): Language {
  const wanted = navigator.languages.map((tag) => tag.slice(0, 2))
  return wanted.find((tag): tag is Language => (LANGUAGES as readonly string[]).includes(tag)) ?? 'en'
}

export const prefs = new Prefs()
