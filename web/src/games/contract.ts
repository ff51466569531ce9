// What a game brings to the browser: two files in a folder of its own, `web/src/games/<game>/`.
//
//   box.ts    export const boxes: Box[]      how it stands on the first page; small, always loaded
//   board.ts  export const board: Board      the board; loaded when a table of the game opens
//   guide.ts  export default guide(...)      what the first match points out, if there is one
//
// `docs/adding-a-game.md` describes them.  A game without this folder is played on the plain board.
import type { Component } from 'svelte'
import type { Choice, Told } from '../protocol'
import type { Picking } from '../table/picking.svelte'
import type { Play } from '../table/play.svelte'
import type { InFour } from '../words/languages'
import type { Part, Values } from '../words/texts'

/** Heraldic colours; each has a hatching of its own as well, so that nobody depends on the colour. */
export type Tincture = 'gules' | 'azure' | 'vert' | 'sable' | 'purpure' | 'tenne' | 'murrey' | 'or' | 'argent'

/** Which of two backs a card has, in games where there are two. */
export type Tone = 'light' | 'dark'

/** A box on the shelf of the first page. */
export interface Box {
  symbol: string // from `symbol:NAME`
  tincture: Tincture
  minutes: readonly [number, number]
  options?: Record<string, string> // what this box sets, such as the edition
}

/** How a card looks; its name and effect are the game's texts. */
export interface Face {
  symbol: string
  tincture: Tincture
  value?: string | number
  portrait?: string // the inside of a 100 x 117 drawing, where a card shows more than a shield
}

/** A card that flies from one place on the board to another; places are elements with `data-place`. */
export interface Flight {
  from: string
  to: string
  card?: string // face down if left out
  tone?: Tone | undefined // of its back
}

/** Why something cannot be done now, and where the rulebook says so. */
export interface Reason {
  text: string
  clause: string
}

export interface Blocked {
  parts: Part[]
  reason: Reason
}

/** How the turn's sentence asks for what an action needs. */
export interface Asking {
  /** The values of choices in the order in which they are asked for. */
  fields: readonly string[]
  question(play: Play, field: string, picked: Values): string
  /** What is asked where whole actions are left to choose from. */
  moment?(play: Play): string
  /** A whole action, where more is to be said of it than the game's own words do. */
  whole?(play: Play, choice: Choice): Part[]
  /** One answer; a number is a player and a word is a card if left out. */
  answer?(play: Play, field: string, value: unknown, picked: Values): Part[]
  /** A few words below an answer that is possible but hardly sensible; it is shown paler then. */
  remark?(play: Play, field: string, value: unknown, picked: Values): string | undefined
  /** What a newcomer would look for among the answers and cannot choose now, and why; the field is null among whole actions. */
  blocked?(play: Play, field: string | null, picked: Values): Blocked[]
}

export interface BoardProps {
  play: Play
  picking: Picking
}

export interface Board {
  Board: Component<BoardProps>
  asking: Asking
  face(card: string): Face
  /** Which cards fly when this is told. */
  flights?(told: Told, play: Play): Flight[]
  /** For how many milliseconds, at normal speed, the board itself shows this; what comes next waits. */
  lasts?(told: Told, play: Play): number
}

/** One thing that the first match of a game points out, once: the first of those that hold is shown. */
export interface GuideStep<Id extends string = string> {
  id: Id
  /** Is it there to be seen now? */
  when(play: Play, picking: Picking): boolean
  /** What gets a ring: a CSS selector within the board; nothing gets one where it finds nothing. */
  at(play: Play): string
  clause: string
}

export interface Guide {
  steps: readonly GuideStep[]
  texts: InFour<Record<string, string>>
}

/** Steps with their texts; the compiler complains where one has none in some language. */
export function guide<const Id extends string>(
  steps: readonly GuideStep<Id>[],
  texts: InFour<Record<NoInfer<Id>, string>>,
): Guide {
  return { steps, texts }
}
