// The twenty characters of Mit List und Tücke: how each is drawn, what is printed on it, and what a view says of the table.
import saint from 'symbol:angel-wings'
import knight from 'symbol:black-knight-helm'
import inquisitor from 'symbol:burning-book'
import elimination from 'symbol:crossed-swords'
import blue from 'symbol:crown'
import clairvoyant from 'symbol:crystal-ball'
import schemer from 'symbol:domino-mask'
import executioner from 'symbol:executioner-hood'
import abbot from 'symbol:gothic-cross'
import courtesan from 'symbol:handheld-fan'
import assassin from 'symbol:hooded-assassin'
import king from 'symbol:imperial-crown'
import green from 'symbol:jerusalem-cross'
import quack from 'symbol:medicines'
import druid from 'symbol:oak'
import witch from 'symbol:pointy-hat'
import poisoner from 'symbol:poison-bottle'
import bishop from 'symbol:pope-crown'
import monk from 'symbol:prayer-beads'
import queen from 'symbol:queen-crown'
import yellow from 'symbol:round-star'
import berserker from 'symbol:viking-helmet'
import visor from 'symbol:visored-helm'
import wizard from 'symbol:wizard-staff'
import type { Face, Tincture, Tone } from '../contract'
import { arms } from './arms'

export const COLOURS = ['blue', 'green', 'yellow'] as const
export type Colour = (typeof COLOURS)[number]
export type Back = Tone
export type Tokens = Record<Colour, number>

export const TOKENS: Record<Colour | 'elimination', string> = { blue, green, yellow, elimination }
export const CHAPTERS = 4
export const ROUNDS = 4
export const EXECUTIONER = 'executioner'
export const SAINT = 'saint'
export const INQUISITOR = 'inquisitor'

/** LT.12: whom these threaten, as long as they lie open on top. */
export const THREATS: Record<string, string> = { queen: 'king', king: 'queen' }

/** LT.1: by rank, from 1 to 20; what a colour's crests bring is said after the drawing. */
const COURT: [string, Tincture, string, Colour?, number?][] = [
  ['quack', 'argent', quack],
  ['black_knight', 'sable', knight],
  ['courtesan', 'murrey', courtesan],
  ['clairvoyant', 'purpure', clairvoyant],
  ['poisoner', 'tenne', poisoner],
  ['berserker', 'gules', berserker],
  ['assassin', 'sable', assassin],
  ['abbot', 'vert', abbot, 'green', 1],
  ['druid', 'or', druid, 'yellow', 1],
  ['white_knight', 'azure', visor, 'blue', 1],
  ['monk', 'vert', monk, 'green', 1],
  ['executioner', 'gules', executioner],
  ['schemer', 'murrey', schemer],
  ['witch', 'or', witch, 'yellow', 1],
  ['queen', 'azure', queen, 'blue', 1],
  ['king', 'azure', king, 'blue', 2],
  ['saint', 'argent', saint],
  ['bishop', 'vert', bishop, 'green', 2],
  ['wizard', 'or', wizard, 'yellow', 2],
  ['inquisitor', 'purpure', inquisitor],
]

export const CHARACTERS = COURT.map(([card]) => card)

export function rankOf(card: string): number {
  return CHARACTERS.indexOf(card) + 1
}

/** LT.1: odd ranks have light backs, even ones dark. */
export function backOf(card: string): Back {
  return rankOf(card) % 2 ? 'light' : 'dark'
}

export const FACES: Record<string, Face> = Object.fromEntries(
  COURT.map(([card, tincture, symbol, colour, crests]) => [
    card,
    {
      value: rankOf(card),
      tincture,
      symbol,
      portrait: arms(symbol, tincture, colour ? TOKENS[colour] : '', crests ?? 0, backOf(card)),
    },
  ]),
)

export interface Knowledge {
  seen: number[] | 'all'
  witnessed: number[] | 'all'
  not: string[]
}

export interface Laid {
  card: string
  eliminated: boolean
}

export type Due =
  | 'deal_light'
  | 'pass_light'
  | 'deal_dark'
  | 'pass_dark'
  | 'play'
  | 'heal'
  | 'offer'
  | 'with'
  | 'return'
  | 'gaze'
  | 'strike'
  | 'middle'
  | 'name'
  | 'look'
  | 'chapel'
  | 'rank'
  | 'take'

export interface View {
  seats: number
  sixteen: 'fixed' | 'random'
  chapter: number
  round: number
  due: Due
  start_player: number | null
  turn: number | null
  partner: number | null
  hands: string[][]
  backs: Back[][]
  middle: string[]
  offered: (string | null)[]
  set_aside: string[]
  known: Knowledge[][]
  known_middle: Knowledge[]
  known_offered: (Knowledge | null)[]
  piles: Laid[][]
  named: string | null
  inquisitor_rank: number | null
  swapped: Back[]
  tokens: Tokens[]
  supply: Tokens
  chapel: (Colour | 'elimination' | null)[]
  points: number[]
  eliminations: number
}

export function inChapel(view: View, colour: Colour): number {
  return view.chapel.filter((field) => field === colour).length
}

/** LT.23: what a token of this colour is worth right now. */
export function worthOf(view: View, colour: Colour): number {
  return view.supply[colour] + inChapel(view, colour)
}

/** What a seat's tokens and points would count if the match ended now (LT.23). */
export function totalOf(view: View, seat: number): number {
  const influence = COLOURS.map((colour) => (view.tokens[seat]?.[colour] ?? 0) * worthOf(view, colour))
  return influence.reduce((sum, part) => sum + part, view.points[seat] ?? 0)
}

/** The card that lies open on top of a pile. */
export function openTop(view: View, seat: number): string | undefined {
  const top = view.piles[seat]?.at(-1)
  return top && !top.eliminated ? top.card : undefined
}

/** Whom this seat's top card threatens, whether the victim can still come or not (LT.12). */
export function threatOf(view: View, seat: number): string | undefined {
  const top = openTop(view, seat)
  if (top === EXECUTIONER) return view.named ?? undefined
  return top === undefined ? undefined : THREATS[top]
}

export interface Threat {
  seat: number
  card: string
  victim: string
}

/** LT.12: the threats that can still come true: nobody has played the victim yet. */
export function threatsIn(view: View): Threat[] {
  const played = new Set(view.piles.flat().map((laid) => laid.card))
  return view.piles.flatMap((_, seat) => {
    const [card, victim] = [openTop(view, seat), threatOf(view, seat)]
    return card && victim && !played.has(victim) ? [{ seat, card, victim }] : []
  })
}

/** Who would strike this card if this seat played it now: the nearest clockwise (LT.12). */
export function dangerTo(view: View, card: string, seat: number): Threat | undefined {
  const far = (threat: Threat): number => (threat.seat - seat + view.seats) % view.seats
  return threatsIn(view)
    .filter((threat) => threat.victim === card && threat.seat !== seat)
    .sort((one, other) => far(one) - far(other))[0]
}

/** LT.2: who takes part in this match. */
export function isInGame(view: View, card: string): boolean {
  return !(view.seats === 3 && view.sixteen === 'fixed' && rankOf(card) <= 4)
}

/** LT.5, LT.6: to whom a card is passed now, light ones to the left and dark ones to the right. */
export function receiverOf(view: View, seat: number): number {
  return (seat + (view.due === 'pass_dark' ? view.seats - 1 : 1)) % view.seats
}

export function passing(view: View): boolean {
  return view.due === 'pass_light' || view.due === 'pass_dark'
}

/** The back of the card that a seat has laid down: what is passed, or what is swapped. */
export function backOffered(view: View, seat: number): Back {
  const card = view.offered[seat]
  if (card && card !== '?') return backOf(card)
  if (passing(view)) return view.due === 'pass_dark' ? 'dark' : 'light'
  return view.swapped.at(-1) ?? 'light'
}

/** A card that is known only because these eyes have seen it is forgotten where nobody is helped to remember. */
export function remembered(card: string, known: Knowledge | undefined, aid: boolean): string {
  return aid || known?.seen === 'all' ? card : '?'
}

/** Where these eyes see a card lie. */
export type Spot =
  | { at: 'hand'; seat: number }
  | { at: 'offered'; seat: number }
  | { at: 'middle'; place: number }
  | { at: 'pile'; seat: number; eliminated: boolean }
  | { at: 'aside' }
  | { at: 'box' }
  | { at: 'unseen' }

export function spotOf(view: View, card: string, aid: boolean, me: number | null): Spot {
  if (!isInGame(view, card)) return { at: 'box' }
  const seat = view.piles.findIndex((pile) => pile.some((laid) => laid.card === card))
  if (seat >= 0) return { at: 'pile', seat, eliminated: !!view.piles[seat]?.find((laid) => laid.card === card)?.eliminated }
  const holder = view.hands.findIndex((hand, at) =>
    hand.some((held, slot) => remembered(held, view.known[at]?.[slot], aid || at === me) === card),
  )
  if (holder >= 0) return { at: 'hand', seat: holder }
  const giver = view.offered.indexOf(card)
  if (giver >= 0) return { at: 'offered', seat: giver }
  const place = view.middle.findIndex((one, at) => remembered(one, view.known_middle[at], aid) === card)
  if (place >= 0) return { at: 'middle', place: place + 1 }
  return view.set_aside.includes(card) ? { at: 'aside' } : { at: 'unseen' }
}
