// What a box on the shelf is called, and where its table is set up.
import type { Box } from '../games/contract'
import type { Texts } from '../words/texts'

/** The names of what the box sets, such as its edition. */
export function subtitle(texts: Texts, box: Partial<Box>): string {
  return Object.entries(box.options ?? {})
    .map(([option, value]) => texts.get(`option.${option}_${value}`))
    .join(', ')
}

export function setupAddress(game: string, box: Partial<Box>): string {
  const search = new URLSearchParams(box.options).toString()
  return `/play/${game}${search && `?${search}`}`
}
