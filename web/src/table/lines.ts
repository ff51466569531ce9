// The log: what was told at the table, line by line, each with the clause it follows.
import type { News, Told } from '../protocol'
import type { Part } from '../words/texts'
import { words } from '../words/words.svelte'
import type { Play } from './play.svelte'

export interface Line {
  key: string
  number: number // of the news
  step?: number // of the match
  parts: Part[]
  clause?: string
  round: boolean // begins another round
  seat?: number | 'chance' // who acted
}

export function told(event: Told, play: Play): Part[] {
  return play.parts(`event.${event.code}${event.seen ? '_seen' : ''}`, event.params ?? {})
}

export function linesOf(news: News, play: Play, round: string | null): Line[] {
  const house = byHouse(news)
  const head: Line[] = house
    ? [{ key: `${news.number}`, number: news.number, parts: [{ text: house }], round: false }]
    : []
  return [
    ...head,
    ...(news.steps ?? []).flatMap((step) =>
      (step.told[play.eyes] ?? step.told[0] ?? []).map((event, at) => ({
        key: `${news.number} ${step.step} ${at}`,
        number: news.number,
        step: step.step,
        parts: told(event, play),
        clause: event.clause,
        round: event.code === round,
        seat: step.seat,
      })),
    ),
  ]
}

/** What the house says about a command that is no action of the match. */
function byHouse(news: News): string | null {
  const t = words().log
  const name = news.name ?? ''
  if (news.what === 'stand_in') return t.standIn(name)
  if (news.what === 'take_back') return t.takeBack(name)
  if (news.what === 'ask_undo') return t.askUndo(name)
  if (news.what === 'act' && news.values?.['late']) return t.late
  return null
}
