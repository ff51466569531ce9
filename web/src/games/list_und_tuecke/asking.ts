// How the turn's sentence asks in Mit List und Tücke: one thing at a time, by what is due.
import type { Play } from '../../table/play.svelte'
import type { Part, Values } from '../../words/texts'
import { inFour } from '../../words/words.svelte'
import type { Asking, Blocked, Reason } from '../contract'
import {
  backOf,
  type Colour,
  COLOURS,
  dangerTo,
  EXECUTIONER,
  INQUISITOR,
  receiverOf,
  remembered,
  SAINT,
  spotOf,
  type View,
  worthOf,
} from './court'
import { spotTold } from './spots'
import { texts } from './texts'

export const asking: Asking = {
  fields: ['card', 'target', 'place', 'colour', 'rank'],
  question,
  moment: question,
  answer,
  remark,
  blocked,
}

const viewOf = (play: Play): View => play.view as View
const nameOf = (play: Play, card: string): string => play.texts.get(`card.${card}.name`)

/** The card whose instruction is carried out. */
function atWork(view: View): string {
  return view.piles[view.turn ?? 0]?.at(-1)?.card ?? ''
}

function question(play: Play): string {
  const t = inFour(texts).ask
  const view = viewOf(play)
  const card = nameOf(play, atWork(view))
  const partner = play.names[view.partner ?? 0] ?? ''
  switch (view.due) {
    case 'pass_light':
      return t.passLight(play.names[receiverOf(view, play.seat ?? 0)] ?? '')
    case 'pass_dark':
      return t.passDark(play.names[receiverOf(view, play.seat ?? 0)] ?? '')
    case 'offer':
      return atWork(view) === INQUISITOR ? t.trade(card, nameOf(play, view.named ?? shownCard(view)), partner) : t.offer(card)
    case 'return':
      return t.giveBack(play.names[view.turn ?? 0] ?? '')
    case 'name':
      return atWork(view) === EXECUTIONER ? t.sentence(card) : t.inquire(card)
    case 'heal':
      return t.heal(card)
    case 'with':
      return t.with(card)
    case 'gaze':
      return t.gaze(card)
    case 'strike':
      return t.strike(card)
    case 'middle':
      return t.middle(card)
    case 'look':
      return t.look(card)
    case 'chapel':
      return t.chapel(card)
    case 'rank':
      return t.rank(card)
    case 'take':
      return t.take(nameOf(play, 'black_knight'))
    default:
      return t.play
  }
}

/** The card that the inquisitor's partner has shown to everybody. */
function shownCard(view: View): string {
  const partner = view.partner ?? 0
  const at = (view.known[partner] ?? []).findIndex((known) => known.seen === 'all')
  return view.hands[partner]?.[at] ?? ''
}

function answer(play: Play, field: string, value: unknown): Part[] {
  const view = viewOf(play)
  const t = inFour(texts)
  if (field === 'card') {
    const name = nameOf(play, String(value))
    const owner = view.due === 'strike' ? spotOf(view, String(value), true, null) : undefined
    return [{ text: owner && 'seat' in owner ? `${name} (${play.names[owner.seat] ?? ''})` : name }]
  }
  if (field === 'place') return [{ text: placeTold(play, Number(value)) }]
  if (field === 'rank') return play.parts('action.rank', { rank: value })
  if (field === 'colour') {
    return [{ text: `${play.texts.get(`word.${String(value)}`)} (${t.worthEach(worthOf(view, value as Colour))})` }]
  }
  return [{ text: play.names[Number(value)] ?? String(value) }]
}

function placeTold(play: Play, place: number): string {
  const view = viewOf(play)
  const t = inFour(texts)
  const card = remembered(view.middle[place - 1] ?? '?', view.known_middle[place - 1], play.settings.memory_aid ?? true)
  return card === '?' ? t.placeDown(place, place <= 2 ? 'light' : 'dark') : t.placeKnown(place, nameOf(play, card))
}

/** A card that would be struck at once, and a name that can hardly help. */
function remark(play: Play, field: string, value: unknown): string | undefined {
  const view = viewOf(play)
  const t = inFour(texts)
  if (field !== 'card') return
  const card = String(value)
  if (view.due === 'play') {
    const danger = dangerTo(view, card, play.seat ?? 0)
    return danger && t.wouldFall(nameOf(play, danger.card), play.names[danger.seat] ?? '')
  }
  if (view.due !== 'name') return
  const spot = spotOf(view, card, play.settings.memory_aid ?? true, play.seat)
  if (spot.at === 'pile') return t.alreadyPlayed
  const useless = spot.at === 'middle' || spot.at === 'aside' || (spot.at === 'hand' && spot.seat === play.seat)
  return useless ? spotTold(play, card) : undefined
}

function blocked(play: Play): Blocked[] {
  const view = viewOf(play)
  const t = inFour(texts)
  const cannot = <T>(all: readonly T[], field: string, name: (one: T) => string, reason: (one: T) => Reason): Blocked[] => {
    const possible = new Set<unknown>(play.choices.map((choice: { values: Values }) => choice.values[field]))
    return all
      .filter((one) => !possible.has(one))
      .map((one) => ({ parts: [{ text: name(one) }], reason: reason(one) }))
  }
  const hand = view.hands[play.seat ?? 0] ?? []
  const card = (one: string): string => nameOf(play, one)
  const others = play.around.filter((player) => !player.me).map((player) => player.seat)
  const who = (seat: number): string => play.names[seat] ?? ''
  const colour = (one: string): string => play.texts.get(`word.${one}`)
  switch (view.due) {
    case 'return':
      return cannot(hand, 'card', card, () => ({ text: t.why.otherBack, clause: 'LT.16' }))
    case 'offer':
      return cannot(hand, 'card', card, (one) => ({
        text: view.swapped.includes(backOf(one)) ? t.why.swapped[backOf(one)] : t.why.nobodyHas[backOf(one)],
        clause: 'LT.16',
      }))
    case 'with':
      return cannot(others, 'target', who, () => ({ text: t.why.noSuchBack, clause: 'LT.16' }))
    case 'look':
      return cannot(others, 'target', who, () => ({ text: t.why.noCards, clause: 'LT.17' }))
    case 'middle':
      return cannot([1, 2, 3, 4], 'place', (place) => placeTold(play, place), () => ({
        text: t.why.otherBack,
        clause: 'LT.17',
      }))
    case 'chapel':
    case 'take':
      return cannot(COLOURS, 'colour', colour, () => ({
        text: t.why.noneLeft,
        clause: view.due === 'take' ? 'LT.20' : 'LT.1',
      }))
    case 'name':
      return atWork(view) === EXECUTIONER
        ? cannot([SAINT], 'card', card, () => ({ text: t.why.immune, clause: 'LT.14' }))
        : []
    default:
      return []
  }
}
