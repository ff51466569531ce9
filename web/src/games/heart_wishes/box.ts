import symbol from 'symbol:heart-wings'
import type { Box } from '../contract'

export const boxes: Box[] = [{ symbol, tincture: 'vert', minutes: [30, 45] }]
