// What game-icons does not have: four charges, the pips of the numbers, and the portraits of the queens.
import type { Tincture } from '../contract'

/** Three pancakes on a plate, with a piece of butter. */
export const pancakes = [
  '<path fill="currentColor" d="M40 392h432c-20 46-70 60-216 60S60 438 40 392z"/>',
  ...[340, 262, 184].map(
    (y) => `<path fill="currentColor" d="M84 ${y}c0-44 78-60 172-60s172 16 172 60-78 52-172 52-172-8-172-52z"/>`,
  ),
  '<path fill="var(--field)" d="M206 150l56-22 52 26-56 24z"/>',
  ...[306, 228].map((y) => `<path d="M84 ${y}c10 44 334 44 344 0" fill="none" stroke="var(--field)" stroke-width="14"/>`),
].join('')

/** A rainbow over two clouds. */
export const rainbow = [
  ...[200, 148, 96].map(
    (r) => `<path fill="none" stroke="currentColor" stroke-width="34" d="M${256 - r} 350a${r} ${r} 0 0 1 ${2 * r} 0"/>`,
  ),
  ...[96, 416].map(
    (x) =>
      `<g fill="currentColor" stroke="var(--field)" stroke-width="12"><path d="M${x - 84} 400a44 44 0 0 1 40-62 58 58 0 0 1 108 8 40 40 0 0 1 14 76H${x - 50}a40 40 0 0 1-34-22z"/></g>`,
  ),
].join('')

/** A peacock with its tail spread. */
export const peacock = [
  ...[-80, -53, -27, 0, 27, 53, 80].map(
    (turn) =>
      `<g transform="rotate(${turn} 256 400)"><path fill="currentColor" d="M256 390c-14-110-56-190-44-270a44 44 0 0 1 88 0c12 80-30 160-44 270z"/><circle cx="256" cy="126" r="24" fill="var(--field)"/><circle cx="256" cy="126" r="10" fill="currentColor"/></g>`,
  ),
  '<path fill="currentColor" stroke="var(--field)" stroke-width="14" d="M256 218c34 0 46 34 34 62 30 44 40 92 22 140-10 30-102 30-112 0-18-48-8-96 22-140-12-28 0-62 34-62z"/>',
  '<circle cx="244" cy="254" r="8" fill="var(--field)"/><circle cx="270" cy="254" r="8" fill="var(--field)"/>',
].join('')

const ROWS: Record<number, readonly number[]> = {
  1: [1],
  2: [1, 1],
  3: [1, 1, 1],
  4: [2, 2],
  5: [2, 1, 2],
  6: [2, 2, 2],
  7: [2, 3, 2],
  8: [3, 2, 3],
  9: [3, 3, 3],
  10: [3, 4, 3],
}

/** A clipped poodle, sitting up straight. */
export const poodle = [
  '<path fill="currentColor" d="M150 200l-84 34c-10 26 6 44 30 44l84-14zM196 290l-6 160h44l16-110 86 10 24 100h44l-18-160z"/>',
  '<path fill="none" stroke="currentColor" stroke-width="20" d="M372 300l58-96"/>',
  ...[
    [196, 116, 62],
    [206, 190, 60],
    [262, 172, 44],
    [250, 268, 74],
    [344, 316, 62],
    [212, 440, 38],
    [376, 440, 38],
    [436, 188, 40],
  ].map(([x, y, r]) => `<circle cx="${x}" cy="${y}" r="${r}" fill="currentColor"/>`),
  '<circle cx="150" cy="198" r="11" fill="var(--field)"/><circle cx="74" cy="240" r="16" fill="currentColor"/>',
].join('')

/** As many pips as the number says, so that it can be counted with a finger. */
export function pips(number: number): string {
  const rows = ROWS[number] ?? []
  const apart = number > 6 ? 130 : 170
  const middle = (at: number, of: number): number => 256 + (at - (of - 1) / 2) * apart
  return rows
    .flatMap((many, row) =>
      Array.from({ length: many }, (_, at) => [middle(at, many), middle(row, rows.length)] as const),
    )
    .map(([x, y]) => `<circle cx="${x}" cy="${y}" r="${number > 6 ? 55 : 70}" fill="currentColor"/>`)
    .join('')
}

/** How a queen looks. */
export interface Looks {
  hair: string
  cut: keyof typeof CUTS
  skin: string
}

const CUTS = {
  long: 'M29 42C22 8 78 8 71 42L80 88H20Z',
  bob: 'M25 60C16 6 84 6 75 60C70 66 30 66 25 60Z',
  bun: 'M31 46C26 10 74 10 69 46L66 56H34ZM14 34a11 11 0 1 1 22 0 11 11 0 1 1-22 0zM64 34a11 11 0 1 1 22 0 11 11 0 1 1-22 0z',
  curls:
    'M30 44C24 8 76 8 70 44zM16 40a10 10 0 1 1 20 0 10 10 0 1 1-20 0zM64 40a10 10 0 1 1 20 0 10 10 0 1 1-20 0zM13 55a10 10 0 1 1 20 0 10 10 0 1 1-20 0zM67 55a10 10 0 1 1 20 0 10 10 0 1 1-20 0z',
}
const SHIELD = 'M4 4H96V56C96 86 72 104 50 113C28 104 4 86 4 56Z'

/** A queen who holds her arms before her. */
export function portrait({ hair, cut, skin }: Looks, charge: string, tincture: Tincture): string {
  return `
    <path d="${CUTS[cut]}" fill="${hair}"/>
    <path d="M6 117C6 80 34 66 50 66S94 80 94 117Z" fill="var(--field)" stroke="var(--gold)" stroke-width="1.5"/>
    <path d="M44 54H56V68C56 74 44 74 44 68Z" fill="${skin}"/>
    <ellipse cx="50" cy="42" rx="17" ry="19" fill="${skin}"/>
    <path d="M32 40C32 16 68 16 68 40C62 31 56 29 47 29C41 29 36 33 32 40Z" fill="${hair}"/>
    <circle cx="43.5" cy="42" r="2.1" fill="#2a1f14"/><circle cx="56.5" cy="42" r="2.1" fill="#2a1f14"/>
    <circle cx="39.5" cy="48" r="3" fill="#d9626066"/><circle cx="60.5" cy="48" r="3" fill="#d9626066"/>
    <path d="M45 51Q50 55.5 55 51" fill="none" stroke="#8f2b33" stroke-width="1.7" stroke-linecap="round"/>
    <path d="M33 25L29 6L41 15L50 1L59 15L71 6L67 25Q50 20 33 25Z" fill="#e6bd57" stroke="#8a6420" stroke-width="1.3" stroke-linejoin="round"/>
    <circle cx="50" cy="16.5" r="2.6" fill="var(--field)"/><circle cx="39" cy="19" r="1.8" fill="var(--field)"/><circle cx="61" cy="19" r="1.8" fill="var(--field)"/>
    <g transform="translate(17 57) scale(.66 .53)">
      <path d="${SHIELD}" fill="var(--field)" stroke="var(--gold)" stroke-width="5"/>
      <path d="${SHIELD}" fill="url(#hatch-${tincture})" opacity=".28"/>
    </g>
    <svg x="30" y="62" width="40" height="40" viewBox="0 0 512 512" color="var(--charge)">${charge}</svg>`
}
