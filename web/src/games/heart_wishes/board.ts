import type { Choice, Told } from '../../protocol'
import type { Play } from '../../table/play.svelte'
import type { Part } from '../../words/texts'
import { inFour } from '../../words/words.svelte'
import type { Blocked, Board, Flight } from '../contract'
import { away, FACES, goalOf, groundOf, type View } from './court'
import HeartWishes from './HeartWishes.svelte'
import { HOP, LEAP, ROLL } from './hops'
import { wishesOf } from './laying.svelte'
import { texts } from './texts'

export const board: Board = {
  Board: HeartWishes,
  asking: { fields: ['field'], question: moment, moment, answer, whole, blocked },
  face: (card) => FACES[card] ?? { tincture: 'sable', symbol: '' },
  flights,
  lasts,
}

function moment(play: Play): string {
  const t = inFour(texts)
  const view = play.view as View
  if (view.phase === 'fulfilling') return play.choices.length > 1 ? t.whichWishes : t.nothingFits
  if (view.phase !== 'dice') return t.whatNow
  if (view.dice.includes('white')) return t.freshOrLeap
  return new Set(view.dice).size === 1 ? t.moveOrStay : t.whichColour
}

/** A field to leap to, all of one colour: on which ground, how far that is, and whether a wish waits there. */
function answer(play: Play, _: string, goal: unknown): Part[] {
  return [{ text: `${inFour(texts).grounds[groundOf(String(goal))]} ${about(play, String(goal))}` }]
}

function about(play: Play, goal: string): string {
  const t = inFour(texts)
  return `(${[t.steps(away(play.view as View, goal)), ...(hand(play).includes(goal) ? [t.yourWish] : [])].join(', ')})`
}

/** What an action is called: its name stands before the colon. */
function called(play: Play, key: string): string {
  return play.say(key).split(/\s*:/)[0] ?? ''
}

/** Of a way to go, where it ends; of wishes, in a few words which and what they cost together. */
function whole(play: Play, choice: Choice): Part[] {
  const goal = goalOf(play.view as View, choice)
  const wishes = wishesOf(choice)
  if (goal) return way(play, choice, goal)
  if (!wishes.length) return play.parts(choice.key, choice.values)
  const t = inFour(texts)
  const { paid } = choice.values as { paid?: string[] }
  const named = wishes.flatMap((wish, at): Part[] => [
    ...(at ? [{ text: ' + ' }] : []),
    { text: play.texts.get(`card.${wish}.name`), kind: 'card', value: wish },
  ])
  return [...named, { text: ` (${paid ? t.bloods(paid.length) : t.free})` }]
}

/** Where a move ends; fresh blood is named, as there are leaps beside it. */
function way(play: Play, choice: Choice, goal: string): Part[] {
  const name = play.texts.get(`card.${goal}.name`)
  const far = { text: ` ${about(play, goal)}` }
  if (choice.key !== 'action.fresh') return [{ text: name, kind: 'card', value: goal }, far]
  return [{ text: `${called(play, choice.key)} → ${name}` }, far, { text: `, +${inFour(texts).bloods(1)}` }]
}

function hand(play: Play): string[] {
  return (play.view as View).hands[play.seat ?? -1] ?? []
}

function blocked(play: Play): Blocked[] {
  const t = inFour(texts)
  const view = play.view as View
  const possible = new Set(play.choices.map((choice) => choice.key))
  if (view.phase === 'choosing' && !possible.has('action.rest')) {
    return [{ parts: [{ text: called(play, 'action.rest') }], reason: { text: t.hasBlood, clause: 'HW.9' } }]
  }
  if (view.phase !== 'fulfilling') return []
  const within = new Set(play.choices.flatMap(wishesOf))
  return hand(play)
    .filter((wish) => Math.abs(away(view, wish)) === 1 && !within.has(wish))
    .map((wish) => ({
      parts: [{ text: play.texts.get(`card.${wish}.name`) }],
      reason: { text: t.noBlood, clause: 'HW.12' },
    }))
}

interface Params {
  seat?: number
  number?: number
  wishes?: string[]
  cards?: string[]
}

function flights(told: Told): Flight[] {
  const { seat, number, wishes, cards } = (told.params ?? {}) as Params
  const [hand, front] = [`hand:${seat}`, `front:${seat}`]
  switch (told.code) {
    case 'dealt':
    case 'refilled':
      return Array.from({ length: number ?? 0 }, () => ({ from: 'deck', to: hand }))
    case 'dealt_open':
    case 'refilled_open':
      return (cards ?? []).map((card) => ({ from: 'deck', to: hand, card }))
    case 'fulfilled':
    case 'fulfilled_for_blood':
      return (wishes ?? []).map((card) => ({ from: hand, to: front, card }))
    case 'stone':
      return (wishes ?? []).map((card) => ({ from: front, to: 'discards', card }))
    case 'shuffled':
      return [{ from: 'discards', to: 'deck' }]
  }
  return []
}

/** Dice roll, and the figure hops; both in sequence where one follows from the other at once. */
function lasts(told: Told): number {
  return {
    rolled: ROLL,
    throbbed: ROLL + 3 * HOP + 300,
    moved: 5 * HOP + 200,
    freshened: 5 * HOP + ROLL,
    leapt: LEAP + 300,
    fulfilled: 900,
    fulfilled_for_blood: 900,
    nobody_did: 700,
    stone: 900,
    bundle: 1200,
  }[told.code] ?? 0
}
