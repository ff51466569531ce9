// Where a card lies, in words.
import { inFour } from '../../words/words.svelte'
import type { Play } from '../../table/play.svelte'
import { spotOf, type View } from './court'
import { texts } from './texts'

export function spotTold(play: Play, card: string): string {
  const t = inFour(texts)
  const spot = spotOf(play.view as View, card, play.settings.memory_aid ?? true, play.seat)
  switch (spot.at) {
    case 'hand':
      return spot.seat === play.seat ? t.inYourHand : t.inHandOf(play.names[spot.seat] ?? '')
    case 'offered':
      return t.laidDown(play.names[spot.seat] ?? '')
    case 'middle':
      return t.inMiddle(spot.place)
    case 'pile':
      return spot.eliminated ? t.eliminatedAt(play.names[spot.seat] ?? '') : t.playedBy(play.names[spot.seat] ?? '')
    case 'aside':
      return t.setAside
    case 'box':
      return t.notInGame
    case 'unseen':
      return t.unseen
  }
}
