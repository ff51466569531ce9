import mask from 'symbol:domino-mask'
import type { Box } from '../contract'

export const boxes: Box[] = [{ symbol: mask, tincture: 'purpure', minutes: [40, 60] }]
