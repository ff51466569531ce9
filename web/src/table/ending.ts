// Who won, as a headline.
import { words } from '../words/words.svelte'
import type { Play } from './play.svelte'

export function headline(play: Play): string {
  const t = words().over
  const seats = play.result?.winners ?? []
  const winners = seats.map((seat) => play.names[seat] ?? '')
  if (!winners.length) return t.nobody
  if (winners.length === 1 && seats[0] === play.seat) return t.youWon
  return t.won(words().and(winners), winners.length > 1)
}
