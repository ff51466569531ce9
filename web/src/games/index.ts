// The games that brought a board, found by their folders.
import type { Board, Box, Guide } from './contract'

const boxes = import.meta.glob<Box[]>('./*/box.ts', { eager: true, import: 'boxes' })
const boards = import.meta.glob<Board>('./*/board.ts', { import: 'board' })
const guides = import.meta.glob<Guide>('./*/guide.ts', { import: 'default' })

/** How the game stands on the first page; as one plain box if nobody has painted it. */
export function boxesOf(game: string): Partial<Box>[] {
  return boxes[`./${game}/box.ts`] ?? [{}]
}

/** The board of a game, or the plain one. */
export async function boardOf(game: string): Promise<Board> {
  const own = boards[`./${game}/board.ts`] ?? boards['./generic/board.ts']
  if (!own) throw new Error('the plain board is missing')
  return own()
}

/** What the first match of a game points out; nothing if nobody has written it. */
export async function guideOf(game: string): Promise<Guide> {
  return (await guides[`./${game}/guide.ts`]?.()) ?? { steps: [], texts: { en: {}, de: {}, fr: {}, it: {} } }
}
