// What is drawn for this game alone: hearts, and the six grounds they lie on.
import type { Tincture } from '../contract'

/** In a square of 100. */
export const HEART = 'M50 93C20 69 4 50 4 31C4 15 15 6 28 6C38 6 46 12 50 21C54 12 62 6 72 6C85 6 96 15 96 31C96 50 80 69 50 93Z'

interface Charge {
  tincture: Tincture
  symbol: string
}

/** A heart with its colour, hatching and charge. */
export function heart({ tincture, symbol }: Charge, x: number, y: number, size: number): string {
  const hatched = `<path d="${HEART}" fill="url(#hatch-${tincture})" opacity=".25"/>`
  const charge = `<svg x="25" y="19" width="50" height="50" viewBox="0 0 512 512" color="var(--charge)">${symbol}</svg>`
  return `<svg x="${x}" y="${y}" width="${size}" height="${size}" viewBox="-4 -2 108 108" class="${tincture}">
    <path d="${HEART}" fill="var(--field)" stroke="#fff3d6" stroke-width="7" paint-order="stroke"/>${hatched}${charge}</svg>`
}

/** The heart on its ground, for a card of 100 x 117. */
export function portrait(charge: Charge, ground: string): string {
  return `<rect x="6" width="88" height="117" rx="7" fill="url(#ground-${ground}-card)" stroke="var(--gold)" stroke-width="2"/>${heart(charge, 14, 20, 72)}`
}

interface Ground {
  size: [number, number]
  drawing: string
}

/** A tile of each ground; colours in between, so that hearts of every colour stand out. */
export const GROUND_TILES: Record<string, Ground> = {
  checkered: {
    size: [5, 5],
    drawing:
      '<path d="M0 0H5V5H0Z" fill="#efe2c4"/><path d="M0 0H2.5V2.5H0ZM2.5 2.5H5V5H2.5Z" fill="#b98e72"/>',
  },
  stone: {
    size: [9, 6],
    drawing:
      '<path d="M0 0H9V6H0Z" fill="#777a80"/><path d="M.4.4H5.2Q5.6 1.6 5.2 2.7H.4ZM6 .4H8.7V2.7H6ZM-.2 3.4H2.4V5.7H-.2ZM3.2 3.4H8.4Q8.7 4.6 8.4 5.7H3.2Z" fill="#a4a6a8"/><path d="M.8.8H4.8M6.4.8H8.3M3.6 3.8H8" stroke="#c3c4c3" stroke-width=".35"/>',
  },
  wood: {
    size: [12, 6],
    drawing:
      '<path d="M0 0H12V6H0Z" fill="#a06a3a"/><path d="M0 .1H12M0 3.1H12" stroke="#6f4420" stroke-width=".4"/><path d="M0 1.5Q3 .8 6 1.5T12 1.5M0 4.6Q3 5.3 6 4.6T12 4.6M7 2.3H12M1 4H5" stroke="#85552c" stroke-width=".35" fill="none"/>',
  },
  cloud: {
    size: [12, 8],
    drawing:
      '<path d="M0 0H12V8H0Z" fill="#8fb4cf"/><path d="M1 3.6Q.8 2.2 2.2 2.3 2.6 1 4 1.4 5.2 1.2 5.3 2.4 6.6 2.4 6.4 3.6ZM7 7.3Q6.8 5.9 8.2 6 8.6 4.9 9.8 5.2 11 5 11.1 6.2 12 6.3 11.8 7.3Z" fill="#fbfdff"/>',
  },
  meadow: {
    size: [8, 7],
    drawing:
      '<path d="M0 0H8V7H0Z" fill="#7fa35a"/><path d="M1 3Q1.2 1.6.6.8M1.4 3Q1.5 1.8 2.2 1M5 6.4Q5.2 5 4.6 4.2M5.4 6.4Q5.5 5.2 6.2 4.4" stroke="#49702e" stroke-width=".4" fill="none"/><circle cx="5.4" cy="1.8" r=".55" fill="#fdf3c8"/><circle cx="1.9" cy="5.3" r=".5" fill="#f3cfe0"/>',
  },
  water: {
    size: [8, 5],
    drawing:
      '<path d="M0 0H8V5H0Z" fill="#3f7f97"/><path d="M0 1.4Q2 .2 4 1.4T8 1.4M-2 3.9Q0 2.7 2 3.9T6 3.9 10 3.9" stroke="#b9e0e6" stroke-width=".5" fill="none"/>',
  },
}

/** HW.2: the pips of a die, in a square of 100. */
export const PIPS: Record<number, readonly [number, number][]> = {
  1: [[50, 50]],
  2: [
    [30, 30],
    [70, 70],
  ],
  3: [
    [26, 26],
    [50, 50],
    [74, 74],
  ],
}
