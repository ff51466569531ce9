export const LANGUAGES = ['en', 'de', 'fr', 'it'] as const
export type Language = (typeof LANGUAGES)[number]

export const NAMES: Record<Language, string> = { en: 'English', de: 'Deutsch', fr: 'Français', it: 'Italiano' }

/** The same texts in all four: the compiler complains where one is missing. */
export type InFour<T> = Record<Language, T>
