// The thirty wishes: how each is drawn, where its field lies, and what a view says of the table.
import moon from 'symbol:moon'
import raven from 'symbol:raven'
import rose from 'symbol:rose'
import feather from 'symbol:feather'
import clover from 'symbol:clover'
import sun from 'symbol:sun'
import type { Choice } from '../../protocol'
import type { Play } from '../../table/play.svelte'
import type { Face, Tincture } from '../contract'
import { portrait } from './drawings'

/** HW.1: the grounds clockwise, and the hearts on each of them. */
export const GROUNDS = ['checkered', 'stone', 'wood', 'cloud', 'meadow', 'water']
export const COLOURS = ['yellow', 'blue', 'green', 'red', 'black']
export const FIELDS = GROUNDS.flatMap((ground) => COLOURS.map((colour) => `${colour}-${ground}`))

/** HW.14: so many wishes make a stone. */
export const WISHES_A_STONE = 3

const HEARTS: Record<string, { tincture: Tincture; symbol: string }> = {
  yellow: { tincture: 'or', symbol: sun },
  blue: { tincture: 'azure', symbol: moon },
  green: { tincture: 'vert', symbol: clover },
  red: { tincture: 'gules', symbol: rose },
  black: { tincture: 'sable', symbol: raven },
  white: { tincture: 'argent', symbol: feather },
}

export const FACES: Record<string, Face> = {
  ...HEARTS,
  ...Object.fromEntries(
    FIELDS.map((field, at) => {
      const heart = HEARTS[colourOf(field)] as { tincture: Tincture; symbol: string }
      return [field, { ...heart, value: at + 1, portrait: portrait(heart, groundOf(field)) }]
    }),
  ),
}

export interface View {
  children: boolean
  open_hands: boolean
  turn: number
  on_turn: number | null
  phase: 'dealing' | 'choosing' | 'hopping' | 'throbbing' | 'dice' | 'fulfilling' | 'refilling'
  figure: string | null
  dice: string[]
  pips: number | null
  blood: number[]
  supply: number
  stones: number[]
  small_heart: number
  of_stones: number
  hands: string[][]
  since: number[][]
  decided: (string[] | '?' | null)[]
  laid: string[][]
  bundles: string[][]
  draw_pile: string[]
  discard_pile: string[]
  shuffles: number
  origins: { since: number; not: string[] }[]
}

export function colourOf(field: string): string {
  return field.split('-')[0] ?? ''
}

export function groundOf(field: string): string {
  return field.split('-')[1] ?? ''
}

/** How many fields ahead of the figure a field lies. */
export function ahead(view: View, field: string): number {
  const figure = FIELDS.indexOf(view.figure ?? '')
  return figure < 0 ? 0 : (FIELDS.indexOf(field) - figure + FIELDS.length) % FIELDS.length
}

/** The same, but the field just behind counts as one back. */
export function away(view: View, field: string): number {
  const steps = ahead(view, field)
  return steps === FIELDS.length - 1 ? -1 : steps
}

/** A hand in the order in which the figure comes to its fields. */
export function sorted(view: View, hand: readonly string[]): string[] {
  return hand.toSorted((one, other) => away(view, one) - away(view, other))
}

/** The field to which a choice takes the figure (HW.11: the next one of a colour is ahead). */
export function goalOf(view: View, choice: Choice): string | undefined {
  const { colour, field } = choice.values as { colour?: string; field?: string }
  if (field || !colour) return field
  const hearts = FIELDS.filter((one) => colourOf(one) === colour && one !== view.figure)
  return hearts.toSorted((one, other) => ahead(view, one) - ahead(view, other))[0]
}

/** Where a click on the track takes the figure; a leap only where no move leads, which brings heart-blood besides. */
export function goals(play: Play): Map<string, Choice> {
  const view = play.view as View
  const leading = play.choices.flatMap((choice): [string, Choice][] => {
    const goal = goalOf(view, choice)
    return goal ? [[goal, choice]] : []
  })
  return new Map(leading.toSorted(([, one], [, other]) => leaps(other) - leaps(one)))
}

function leaps(choice: Choice): number {
  return choice.key === 'action.leap' ? 1 : 0
}
