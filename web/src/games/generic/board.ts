// The plain board, for games that brought none: the view in words, and every choice as a button.
import crownedHeart from 'symbol:crowned-heart'
import type { Board } from '../contract'
import Plain from './Plain.svelte'

export const board: Board = {
  Board: Plain,
  asking: { fields: [], question: () => '' },
  face: () => ({ symbol: crownedHeart, tincture: 'sable' }),
}
