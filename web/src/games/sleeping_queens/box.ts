import sleep from 'symbol:night-sleep'
import type { Box } from '../contract'

export const boxes: Box[] = [{ symbol: sleep, tincture: 'azure', minutes: [15, 25] }]
