import type { Board } from '../contract'
import { asking } from './asking'
import { FACES } from './court'
import ListUndTuecke from './ListUndTuecke.svelte'
import { flights, lasts } from './moves'

export const board: Board = {
  Board: ListUndTuecke,
  asking,
  face: (card) => FACES[card] ?? { tincture: 'sable', symbol: '' },
  flights,
  lasts,
}
