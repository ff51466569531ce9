// The sixteen people of the court: how each is drawn, and what a view says of them.
import baron from 'symbol:crossed-swords'
import countess from 'symbol:handheld-fan'
import guard from 'symbol:halberd'
import handmaid from 'symbol:skeleton-key'
import king from 'symbol:imperial-crown'
import priest from 'symbol:jerusalem-cross'
import prince from 'symbol:lion'
import princess from 'symbol:rose'
import type { Face } from '../contract'

export const FACES: Record<string, Face> = {
  guard: { value: 1, tincture: 'azure', symbol: guard },
  priest: { value: 2, tincture: 'argent', symbol: priest },
  baron: { value: 3, tincture: 'sable', symbol: baron },
  handmaid: { value: 4, tincture: 'vert', symbol: handmaid },
  prince: { value: 5, tincture: 'tenne', symbol: prince },
  king: { value: 6, tincture: 'purpure', symbol: king },
  countess: { value: 7, tincture: 'murrey', symbol: countess },
  princess: { value: 8, tincture: 'gules', symbol: princess },
}

/** LL.22: how many hearts or tokens win, by the number of players. */
export const NEEDED: Record<string, Record<number, number>> = {
  hearts: { 2: 5, 3: 4, 4: 3 },
  premium: { 2: 7, 3: 5, 4: 4 },
}

export interface Knowledge {
  seen: number[] | 'all'
  witnessed: number[] | 'all'
  not: string[]
}

export interface View {
  edition: string
  seats: number
  round: number
  tokens: number[]
  draw_pile: string[]
  reserve: string | null
  open: string[]
  hands: string[][]
  known: Knowledge[][]
  piles: string[][]
  beside: (string | null)[]
  out: number[]
  protected: number[]
}

/** How many of a card this view shows: each of those is in nobody's hand that one would have to guess. */
export function shown(view: View, card: string): number {
  const all = [view.open, ...view.hands, ...view.piles, view.beside].flat()
  return all.filter((one) => one === card).length
}
