// The cards of Sleeping Queens: how each is drawn, and what a view says of the table.
import type { Told } from '../../protocol'
import cake from 'symbol:cake-slice'
import cat from 'symbol:cat'
import dragon from 'symbol:spiked-dragon-head'
import wand from 'symbol:fairy-wand'
import hearts from 'symbol:hearts'
import king from 'symbol:imperial-crown'
import jester from 'symbol:jester-hat'
import ladybug from 'symbol:ladybug'
import knight from 'symbol:mounted-knight'
import moon from 'symbol:moon'
import potion from 'symbol:potion-ball'
import rose from 'symbol:rose'
import starfish from 'symbol:sea-star'
import sunflower from 'symbol:sunflower'
import type { Play } from '../../table/play.svelte'
import type { Face, Tincture } from '../contract'
import { type Looks, pancakes, peacock, pips, poodle, portrait, rainbow } from './drawings'

/** SQ.1: what each queen is worth, the most valuable first. */
export const QUEENS: Record<string, number> = {
  heart: 20,
  cat: 15,
  dog: 15,
  pancake: 15,
  ladybug: 10,
  moon: 10,
  peacock: 10,
  sunflower: 10,
  cake: 5,
  rainbow: 5,
  rose: 5,
  starfish: 5,
}

/** SQ.16: what wins, by the number of players. */
export const ENOUGH_QUEENS: Record<number, number> = { 2: 5, 3: 5, 4: 4, 5: 4 }
export const ENOUGH_POINTS: Record<number, number> = { 2: 50, 3: 50, 4: 40, 5: 40 }

export const SPECIAL = ['king', 'jester', 'knight', 'potion', 'dragon', 'wand']
export const NUMBERS = Array.from({ length: 10 }, (_, at) => `${at + 1}`)
export const RED = [...SPECIAL, ...NUMBERS]

const ARMS: Record<string, [Tincture, string, Looks]> = {
  heart: ['gules', hearts, { hair: '#6b2d1a', cut: 'curls', skin: '#f4d3b3' }],
  cat: ['sable', cat, { hair: '#1d1714', cut: 'bob', skin: '#e9bd93' }],
  dog: ['argent', poodle, { hair: '#dcd6c9', cut: 'curls', skin: '#8d5a3b' }],
  pancake: ['or', pancakes, { hair: '#c98a3a', cut: 'bun', skin: '#f4d3b3' }],
  ladybug: ['vert', ladybug, { hair: '#b3402a', cut: 'bun', skin: '#f7dcc2' }],
  moon: ['azure', moon, { hair: '#b9c3d6', cut: 'long', skin: '#b97f56' }],
  peacock: ['vert', peacock, { hair: '#16333a', cut: 'long', skin: '#c78f62' }],
  sunflower: ['tenne', sunflower, { hair: '#e3b13c', cut: 'long', skin: '#f7dcc2' }],
  cake: ['murrey', cake, { hair: '#7a3b52', cut: 'bob', skin: '#f4d3b3' }],
  rainbow: ['purpure', rainbow, { hair: '#3a2416', cut: 'curls', skin: '#6f442b' }],
  rose: ['gules', rose, { hair: '#a85a24', cut: 'long', skin: '#f4d3b3' }],
  starfish: ['azure', starfish, { hair: '#c2703d', cut: 'bun', skin: '#e9bd93' }],
}
const TINCTURES: Tincture[] = ['azure', 'vert', 'tenne', 'purpure', 'gules', 'sable', 'murrey', 'or', 'argent', 'gules']

export const FACES: Record<string, Face> = {
  king: { tincture: 'purpure', symbol: king },
  jester: { tincture: 'tenne', symbol: jester },
  knight: { tincture: 'azure', symbol: knight },
  potion: { tincture: 'vert', symbol: potion },
  dragon: { tincture: 'gules', symbol: dragon },
  wand: { tincture: 'murrey', symbol: wand },
  ...Object.fromEntries(
    NUMBERS.map((card, at) => [card, { value: card, tincture: TINCTURES[at] ?? 'argent', symbol: pips(at + 1) }]),
  ),
  ...Object.fromEntries(
    Object.entries(ARMS).map(([queen, [tincture, symbol, looks]]) => [
      queen,
      { value: QUEENS[queen] ?? 0, tincture, symbol, portrait: portrait(looks, symbol, tincture) },
    ]),
  ),
}

export interface Knowledge {
  seen: number[] | 'all'
  not: string[]
}

export interface View {
  turn: number | null
  phase: 'deal' | 'turn' | 'wake' | 'may_wake' | 'wake_more' | 'aim' | 'answer' | 'reveal' | 'refill'
  weapon: 'knight' | 'potion' | null
  aim: string | null
  middle: (string | null)[]
  courts: string[][]
  points: number[]
  draw_pile: string[]
  discard_pile: string[]
  hands: string[][]
  known: Knowledge[][]
}

/** Whose court a queen lies in. */
export function ownerOf(view: View, queen: string): number {
  return view.courts.findIndex((court) => court.includes(queen))
}

/** SQ.6: which numbers of the jester's count fell on each seat, while the one it reached may wake a queen. */
export function countOf(view: View): number[][] {
  const seats = view.courts.map((): number[] => [])
  if (view.phase !== 'may_wake') return seats
  const last = Number(view.discard_pile.at(-1))
  for (let number = 1; number <= last; number++) {
    seats[((view.turn ?? 0) + number - 1) % seats.length]?.push(number)
  }
  return seats
}

/** What was told last at this table, to these eyes. */
export function latest(play: Play): { number: number; told: Told[] } {
  const news = play.table.news.findLast((one) => one.steps?.length)
  const told = (news?.steps ?? []).flatMap((step) => step.told[play.eyes] ?? [])
  return { number: news?.number ?? 0, told }
}
