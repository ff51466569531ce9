import letter from 'symbol:love-letter'
import seal from 'symbol:wax-seal'
import type { Box } from '../contract'

export const boxes: Box[] = [
  { symbol: letter, tincture: 'gules', minutes: [15, 30], options: { edition: 'hearts' } },
  { symbol: seal, tincture: 'murrey', minutes: [20, 40], options: { edition: 'premium' } },
]
