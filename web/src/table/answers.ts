// The answers of the turn's sentence: the values of the field that is asked for, and whole actions that need none.
import type { Asking } from '../games/contract'
import type { Choice } from '../protocol'
import type { Part } from '../words/texts'
import type { Picking } from './picking.svelte'
import type { Play } from './play.svelte'

export interface Answer {
  key: string
  parts: Part[]
  card?: string
  remark?: string
  take: () => void
}

export function answersOf(play: Play, picking: Picking, asking: Asking): Answer[] {
  const field = picking.field
  const whole = picking.left.filter((choice) => field === null || !(field in choice.values))
  return [
    ...(field === null ? [] : picking.options.map((value) => one(play, picking, asking, field, value))),
    ...whole.map((choice) => action(play, picking, asking, choice)),
  ]
}

function one(play: Play, picking: Picking, asking: Asking, field: string, value: unknown): Answer {
  const remark = asking.remark?.(play, field, value, picking.picked)
  const card = typeof value === 'string' && play.texts.has(`card.${value}.name`) ? value : undefined
  return {
    key: `${field} ${JSON.stringify(value)}`,
    parts: asking.answer?.(play, field, value, picking.picked) ?? named(play, value),
    take: () => picking.pick(field, value),
    ...(card ? { card } : {}),
    ...(remark ? { remark } : {}),
  }
}

function action(play: Play, picking: Picking, asking: Asking, choice: Choice): Answer {
  const parts = asking.whole?.(play, choice) ?? play.parts(choice.key, choice.values)
  const card = parts.find((part) => part.kind === 'card')?.value
  return {
    key: choice.action,
    parts,
    take: () => picking.choose(choice),
    ...(card === undefined ? {} : { card: String(card) }),
  }
}

/** A number is a player, a word is a card or something else of the game. */
function named(play: Play, value: unknown): Part[] {
  if (typeof value === 'number') return [{ text: play.names[value] ?? String(value) }]
  const key = `card.${String(value)}.name`
  return [{ text: play.texts.has(key) ? play.texts.get(key) : String(value) }]
}
