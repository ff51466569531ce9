import type { Choice, Told } from '../../protocol'
import type { Play } from '../../table/play.svelte'
import type { Part } from '../../words/texts'
import { inFour } from '../../words/words.svelte'
import type { Blocked, Board, Flight } from '../contract'
import { FACES, ownerOf, QUEENS, type View } from './court'
import { HOP } from './hops'
import SleepingQueens from './SleepingQueens.svelte'
import { texts } from './texts'

export const board: Board = {
  Board: SleepingQueens,
  asking: {
    fields: ['place'],
    question: moment,
    moment,
    answer: (_, __, place) => [{ text: String(place) }],
    remark,
    whole,
    blocked,
  },
  face: (card) => FACES[card] ?? { tincture: 'sable', symbol: '' },
  flights,
  lasts,
}

function moment(play: Play): string {
  const t = inFour(texts)
  const view = play.view as View
  const useless = play.choices.some((choice) => choice.key === 'action.discard_useless')
  switch (view.phase) {
    case 'wake':
      return t.wake
    case 'wake_more':
      return t.wakeMore
    case 'may_wake':
      return t.mayWake
    case 'aim':
      return view.weapon === 'knight' ? t.rob : t.lull
    case 'answer':
      return t.answer(play.texts.get(`card.${view.aim}.name`), play.names[view.turn ?? 0] ?? '')
    default:
      return useless ? t.nothingToPlay : t.whatNow
  }
}

/** SQ.15: a queen known to sleep there who will not stay; otherwise who was seen there. */
function remark(play: Play, _: string, place: unknown): string | undefined {
  const view = play.view as View
  const queen = view.middle[Number(place) - 1]
  if (!queen || queen === '?' || !(play.settings.memory_aid ?? true)) return
  const rival = { cat: 'dog', dog: 'cat' }[queen]
  const quarrel = rival !== undefined && (view.courts[play.seat ?? 0] ?? []).includes(rival)
  const name = play.texts.get(`card.${queen}.short`)
  return quarrel ? `${name}: ${inFour(texts).staysBehind}` : undefined
}

/** Numbers in plain words; and of a queen that one could take, to whom she belongs. */
function whole(play: Play, choice: Choice): Part[] {
  const parts = play.parts(choice.key, choice.values)
  if (choice.key.startsWith('action.discard')) return parts.map(({ text }) => ({ text }))
  const queen = String(choice.values['card'])
  if (!(queen in QUEENS)) return parts
  return [...parts, { text: ` (${play.names[ownerOf(play.view as View, queen)] ?? ''})` }]
}

function blocked(play: Play): Blocked[] {
  const t = inFour(texts)
  const view = play.view as View
  const reasons: Record<string, Blocked['reason']> = {
    knight: { text: t.noVictim, clause: 'SQ.19' },
    potion: { text: t.noVictim, clause: 'SQ.19' },
    dragon: { text: t.onlyDragon, clause: 'SQ.12' },
    wand: { text: t.onlyWand, clause: 'SQ.12' },
  }
  if (view.phase !== 'turn') return []
  const possible = new Set(play.choices.map((choice) => choice.values['card']))
  return [...new Set(view.hands[play.seat ?? 0] ?? [])].flatMap((card) => {
    const reason = reasons[card]
    return reason && !possible.has(card) ? [{ parts: [{ text: play.texts.get(`card.${card}.name`) }], reason }] : []
  })
}

interface Params {
  seat?: number
  target?: number
  card?: string
  cards?: string[]
  number?: number
  queen?: string
  place?: number
}

function flights(told: Told): Flight[] {
  const { seat, target, card, cards, number, queen, place } = (told.params ?? {}) as Params
  const hand = `hand:${seat}`
  const lays = (laid: string | undefined): Flight => ({ from: hand, to: 'discards', ...(laid ? { card: laid } : {}) })
  const moves = (from: string, to: string): Flight => ({ from, to, ...(queen ? { card: queen } : {}) })
  switch (told.code) {
    case 'dealt':
    case 'drew':
      return Array.from({ length: number ?? 0 }, () => ({ from: 'deck', to: hand }))
    case 'played':
    case 'discarded':
    case 'discarded_useless':
    case 'defended':
      return [lays(card)]
    case 'discarded_pair':
    case 'discarded_sum':
      return (cards ?? []).map(lays)
    case 'took':
      return [{ from: 'deck', to: hand, ...(card ? { card } : {}) }]
    case 'counted':
      return [{ from: 'deck', to: 'discards', ...(card ? { card } : {}) }]
    case 'woke':
      return [moves(`place:${place}`, `court:${seat}`)]
    case 'quarrel':
      return [moves(`place:${place}`, `court:${seat}`), moves(`court:${seat}`, `place:${place}`)]
    case 'robbed':
      return [moves(`court:${target}`, `court:${seat}`)]
    case 'lulled':
      return [moves(`court:${target}`, `place:${place}`)]
    case 'reshuffled':
      return [{ from: 'discards', to: 'deck' }]
  }
  return []
}

/** What deserves a moment before the game goes on; the count takes as long as the jester hops. */
function lasts(told: Told): number {
  if (told.code === 'counted') return HOP * (Number(told.params?.['card']) + 1.5)
  return { quarrel: 2600, defended: 1900, robbed: 1500, lulled: 1500, took: 1300, discarded_sum: 1100, robs: 900, lulls: 900 }[told.code] ?? 0
}
