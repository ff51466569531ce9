// Made of herzdame/server/protocol.py by herzdame.server.typescript; do not edit.

export const VERSION = 1

export type Level = "easy" | "gentle" | "normal" | "strong" | "strongest"

export type Phase = "gathering" | "over" | "playing"

/**
 * How long somebody may think: not limited, so many seconds each turn, or so many for the whole match.
 */
export interface Clock {
  kind?: "bank" | "none" | "turn"
  seconds?: number
}

/**
 * How a table is set up.
 */
export interface Settings {
  game: string
  seats: number
  options?: Record<string, string>
  public?: boolean
  spectators?: boolean
  memory_aid?: boolean
  clock?: Clock
  talk?: "free" | "none" | "phrases"
}

/**
 * A wish for a new table: how it is set up, who hosts it, and bots for the seats behind the host's.
 */
export interface Opening {
  settings: Settings
  name?: string | null
  bots?: Level[]
  start?: boolean
}

/**
 * Take a free seat before the match starts; the first free one if none is named.
 *
 * One device may hold several seats, each with a name of its own.
 */
export interface Sit {
  do: "sit"
  id: string
  name: string
  seat?: number | null
}

/**
 * Free one's own seat, or as the host anybody's, before the match starts.
 */
export interface Rise {
  do: "rise"
  id: string
  seat: number
}

/**
 * As the host: two seats change places before the match starts.
 */
export interface Swap {
  do: "swap"
  id: string
  seat: number
  other: number
}

/**
 * As the host: a bot takes a free seat, or a bot that sits there changes its level.
 */
export interface PutBot {
  do: "put_bot"
  id: string
  seat: number
  level: Level
}

/**
 * As the host: another set-up, before the match starts.
 */
export interface Change {
  do: "change"
  id: string
  settings: Settings
}

/**
 * Mix a text of one's own into the chance of this match, before it starts.
 */
export interface AddSeed {
  do: "add_seed"
  id: string
  text: string
}

/**
 * As the host: begin; every seat must be taken.
 */
export interface Start {
  do: "start"
  id: string
}

/**
 * As the host, at any time: from now on this may be said.
 */
export interface Hush {
  do: "hush"
  id: string
  talk: "free" | "none" | "phrases"
}

/**
 * As somebody who sits there: host the table, while its host is away.
 */
export interface Host {
  do: "host"
  id: string
}

/**
 * Do something in the match, in the game's notation.
 *
 * `step` is the last step the client knows of; where it is given and another one has fallen since, the
 * action is rejected rather than done in a position that the player has not seen.  Hidden choices that
 * others make at the same time do not count.
 */
export interface Act {
  do: "act"
  id: string
  seat: number
  action: string
  step?: number | null
}

/**
 * A line of chat: own words, or one of the quick phrases by its key.
 */
export interface Say {
  do: "say"
  id: string
  text?: string | null
  phrase?: string | null
}

/**
 * Let a bot play for somebody who is away, or for oneself; nobody is punished.
 */
export interface StandIn {
  do: "stand_in"
  id: string
  seat: number
  level?: Level
}

/**
 * Play one's own seat again after a bot stood in.
 */
export interface TakeBack {
  do: "take_back"
  id: string
  seat: number
}

/**
 * Ask the others to take back one's last action.
 */
export interface AskUndo {
  do: "ask_undo"
  id: string
  seat: number
}

/**
 * Agree, or not; it is undone when everybody agreed.
 */
export interface AnswerUndo {
  do: "answer_undo"
  id: string
  seat: number
  agree: boolean
}

/**
 * Once the match is over: another table with the same people and set-up.
 */
export interface Rematch {
  do: "rematch"
  id: string
}

export type AnyCommand = Sit | Rise | Swap | PutBot | Change | AddSeed | Start | Hush | Host | Act | Say | StandIn | TakeBack | AskUndo | AnswerUndo | Rematch

/**
 * By opening a seat's link: the seat moves to this device.  No command of a client, but it becomes news.
 */
export interface TakeOver {
  do: "take_over"
  id: string
  seat: number
  holder?: string
}

/**
 * Who sits where.
 */
export interface Seat {
  name?: string | null
  bot?: Level | null
  mine?: boolean
  host?: boolean
  standing_in?: boolean
  here?: boolean
}

/**
 * One thing that can be done now: its notation, and how to say it (a key of the game's texts, with values).
 */
export interface Choice {
  action: string
  key: string
  values: Record<string, any>
}

/**
 * What one of the reader's seats sees, or a spectator (`seat` is null); and what it can do.
 */
export interface Sight {
  seat: number | null
  view: Record<string, any>
  choices?: Choice[]
}

/**
 * How the match ended.
 */
export interface Result {
  ending: string
  clause: string
  winners: number[]
  scores: number[]
}

/**
 * Somebody asked to take back an action: who, and who has agreed so far.
 */
export interface Undo {
  seat: number
  agreed: number[]
}

/**
 * All that can change at a table.
 */
export interface Now {
  number: number
  phase: Phase
  seats: Seat[]
  host: boolean
  settings: Settings
  step?: number
  acting?: number[]
  sights?: Sight[]
  result?: Result | null
  undo?: Undo | null
  can_undo?: number[]
  time_left?: Record<number, number>
  next_table?: string | null
}

/**
 * An event as the reader may read it.
 */
export interface Told {
  code: string
  clause: string
  params?: Record<string, any>
  seen?: boolean
}

/**
 * One step of the match: `told` has a list of events for each of the reader's sights, in their order.
 */
export interface StepNews {
  step: number
  seat: number | "chance"
  action: string
  told: Told[][]
}

/**
 * Something that happened at the table, by its number.
 *
 * `what` is the name of the command that led to it, `by` the seat that gave it, and `name` what the
 * player there was called then; both are left out for a host without a seat.
 */
export interface News {
  number: number
  at: number
  what: string
  by?: number | null
  name?: string | null
  values?: Record<string, any>
  steps?: StepNews[]
}

/**
 * The first frame: the table as it is, and the news after the number that was asked for.
 */
export interface Hello {
  is: "hello"
  protocol: number
  table: string
  commitment: string
  rules: number
  news: News[]
  now: Now
}

/**
 * News, and the table after it.
 */
export interface Happened {
  is: "happened"
  news: News[]
  now: Now
}

/**
 * The command was carried out and is kept for good, as news of this number.
 */
export interface Accepted {
  is: "accepted"
  id: string
  number: number
}

/**
 * The command was not carried out; nothing changed.
 */
export interface Rejected {
  is: "rejected"
  id: string | null
  code: string
  reason: string
  number: number
}

/**
 * Who is connected now, seat by seat; not numbered and not kept.
 */
export interface Here {
  is: "here"
  seats: boolean[]
  spectators: number
}

export type AnyMessage = Hello | Happened | Accepted | Rejected | Here

/**
 * What the server knows of a guest.
 */
export interface Me {
  name: string | null
}

export interface Rename {
  name: string
}

/**
 * A new table.
 */
export interface Opened {
  table: string
}

/**
 * A table in a list: in the lobby, or among one's own.
 */
export interface TableLine {
  table: string
  game: string
  options: Record<string, string>
  phase: Phase
  seats: Seat[]
  my_turn: boolean
  number: number
  changed: number
}

/**
 * An option of a game: what it takes, for people and for programs.
 */
export interface OptionInfo {
  name: string
  kind: "choice" | "number" | "order" | "place" | "seat" | "switch"
  values: string
  default: string
  among: string[] | null
  only_for: number[] | null
  least: number | null
  most: number | null
}

/**
 * What there is to play.
 */
export interface GameInfo {
  id: string
  clauses: string
  seats: number[]
  options: OptionInfo[]
  rules: number
  round_event: string | null
  cards: Record<string, number>
}

/**
 * One clause of a rulebook, in Markdown.
 */
export interface ClauseInfo {
  id: string
  title: string
  text: string
}

/**
 * A rulebook: the whole page in Markdown, and clause by clause.
 */
export interface RulebookInfo {
  markdown: string
  clauses: ClauseInfo[]
}

/**
 * With this every deal can be checked: the seed, once the match is over, fits the hash shown before it.
 */
export interface Proof {
  commitment: string
  seed: string | null
  players: string[]
}

/**
 * One step of a match that is looked at again, and the table after it, as one reader saw them then.
 *
 * `told` in `step` holds one list, for these eyes; nothing can be chosen in `sight`.
 */
export interface Moment {
  step: StepNews
  sight: Sight
}

/**
 * A match from one point of view: so many of its steps.
 */
export interface Replay {
  game: string
  rules: number
  options: Record<string, string>
  players: string[]
  view: string
  commitment: string | null
  steps: number
  moments: Moment[]
  result: Result | null
}

/**
 * A match from elsewhere that was found to follow from the rules, and can now be looked at.
 */
export interface Imported {
  replay: string
}

/**
 * Whoever opens this takes over the seat: for moving to another device.
 */
export interface SeatLink {
  token: string
}

/**
 * Why a request was refused.
 */
export interface Problem {
  code: string
  reason: string
}
