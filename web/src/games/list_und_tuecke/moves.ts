// What flies when something is told, and what deserves a moment before the game goes on.
import type { Told } from '../../protocol'
import type { Flight } from '../contract'
import { type Back, backOf } from './court'

interface Params {
  seat?: number
  target?: number
  card?: string
  gave?: string
  got?: string
  back?: Back
  place?: number
}

export function flights(told: Told): Flight[] {
  const { seat, target, card, gave, got, back, place } = (told.params ?? {}) as Params
  const [own, others] = [`hand:${seat}`, `hand:${target}`]
  const flies = (from: string, to: string, what?: string, tone: Back | undefined = what ? backOf(what) : back): Flight => ({
    from,
    to,
    tone,
    ...(what ? { card: what } : {}),
  })
  switch (told.code) {
    case 'dealt_light':
    case 'dealt_dark': {
      const tone = told.code === 'dealt_light' ? 'light' : 'dark'
      return [flies('middle', own, undefined, tone), flies('middle', own, undefined, tone)]
    }
    case 'passed_light':
      return [flies(own, others, card, 'light')]
    case 'passed_dark':
      return [flies(own, others, card, 'dark')]
    case 'played':
      return [flies(own, `pile:${seat}`, card)]
    case 'schemed':
      return [flies(`pile:${seat}`, `pile:${target}`, 'schemer'), flies(`pile:${target}`, `pile:${seat}`, card)]
    case 'traded':
      return [flies(own, others, gave), flies(others, own, got)]
    case 'exchanged':
      return [flies(own, `middle:${place}`, gave), flies(`middle:${place}`, own, got)]
    case 'took_shown':
      return [flies(own, others, gave), flies(others, own, card)]
  }
  return []
}

export function lasts(told: Told): number {
  const moments: Record<string, number> = {
    eliminated: 1700,
    showed: 1700,
    schemed: 1500,
    nobody_showed: 1300,
    inquired: 1100,
    threatens: 1000,
    healed: 1000,
    played: 800,
  }
  return moments[told.code] ?? 0
}
