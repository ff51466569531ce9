// The answers of the turn's sentence: the values of the field that is asked for, or whole actions.
import type { Asking } from '../games/contract'
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
  if (field === null) {
    return picking.left.map((choice) => ({
      key: choice.action,
      parts: play.parts(choice.key, choice.values),
      take: () => picking.choose(choice),
    }))
  }
  return picking.options.map((value) => {
    const remark = asking.remark?.(play, field, value, picking.picked)
    const card = play.texts.has(`card.${value}.name`) ? String(value) : undefined
    return {
      key: `${field} ${JSON.stringify(value)}`,
      parts: asking.answer?.(play, field, value, picking.picked) ?? named(play, value),
      take: () => picking.pick(field, value),
      ...(card ? { card } : {}),
      ...(remark ? { remark } : {}),
    }
  })
}

/** A number is a player, a word is a card or something else of the game. */
function named(play: Play, value: unknown): Part[] {
  if (typeof value === 'number') return [{ text: play.names[value] ?? String(value) }]
  const key = `card.${String(value)}.name`
  return [{ text: play.texts.has(key) ? play.texts.get(key) : String(value) }]
}
