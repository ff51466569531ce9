import { games } from '../../house/games.svelte'
import type { Told } from '../../protocol'
import type { Play } from '../../table/play.svelte'
import type { Values } from '../../words/texts'
import { inFour } from '../../words/words.svelte'
import type { Blocked, Board, Flight } from '../contract'
import { FACES, shown, type View } from './court'
import LoveLetter from './LoveLetter.svelte'
import { texts } from './texts'

export const board: Board = {
  Board: LoveLetter,
  asking: { fields: ['card', 'target', 'guess'], question, remark, blocked },
  face: (card) => FACES[card] ?? { tincture: 'sable', symbol: '' },
  flights,
}

function question(play: Play, field: string, picked: Values): string {
  const t = inFour(texts)
  const card = play.texts.get(`card.${picked['card']}.name`)
  if (field === 'card') return t.whichCard
  return field === 'target' ? t.atWhom(card) : t.whoIsIt(play.names[target(play, picked)] ?? '')
}

/** The player who is aimed at: picked, or the only one there is. */
function target(play: Play, picked: Values): number {
  const possible = play.choices.filter((choice) => choice.values['card'] === picked['card'])
  return Number(picked['target'] ?? possible[0]?.values['target'])
}

/** LL.17: one may name a person that cannot be there any more, but hardly wants to. */
function remark(play: Play, field: string, value: unknown): string | undefined {
  if (field !== 'guess') return
  const card = String(value)
  const left = (games.info(play.settings.game)?.cards[card] ?? 0) - shown(play.view as View, card)
  return left === 0 ? inFour(texts).allSeen : undefined
}

function blocked(play: Play, field: string, picked: Values): Blocked[] {
  const view = play.view as View
  const t = inFour(texts)
  if (field === 'card') {
    const hand = view.hands[play.seat ?? 0] ?? []
    const possible = new Set(play.choices.map((choice) => choice.values['card']))
    return hand
      .filter((card) => !possible.has(card))
      .map((card) => ({
        parts: [{ text: play.texts.get(`card.${card}.name`) }],
        reason: { text: t.countessFirst, clause: 'LL.11' },
      }))
  }
  if (field !== 'target') return []
  const possible = new Set(
    play.choices.filter((choice) => choice.values['card'] === picked['card']).map((choice) => choice.values['target']),
  )
  return play.around
    .filter((player) => !player.me && !possible.has(player.seat))
    .map((player) => ({
      parts: [{ text: player.name }],
      reason: view.out.includes(player.seat)
        ? { text: t.isOut, clause: 'LL.7' }
        : { text: t.isProtected, clause: 'LL.14' },
    }))
}

function flights(told: Told): Flight[] {
  const { seat, target, card } = (told.params ?? {}) as { seat?: number; target?: number; card?: string }
  switch (told.code) {
    case 'drew':
    case 'drew_new':
    case 'dealt':
      return [{ from: 'deck', to: `hand:${seat}` }]
    case 'drew_reserve':
      return [{ from: 'reserve', to: `hand:${seat}` }]
    case 'played':
    case 'played_at':
    case 'played_guess':
    case 'discarded':
    case 'out_laying':
      return [{ from: `hand:${seat}`, to: `pile:${seat}`, ...(card ? { card } : {}) }]
    case 'swapped':
      return [
        { from: `hand:${seat}`, to: `hand:${target}` },
        { from: `hand:${target}`, to: `hand:${seat}` },
      ]
  }
  return []
}
