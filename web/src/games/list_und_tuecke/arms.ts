// A character's arms: the shield with its charge, below it the crests, beside it the sign of the card's back.
import moon from 'symbol:moon'
import sun from 'symbol:sun'
import type { Tincture } from '../contract'

const OUTLINE = 'M4 4H96V56C96 86 72 104 50 113C28 104 4 86 4 56Z'
const CREST = 26 // of the drawing's 100 in width

export function arms(symbol: string, tincture: Tincture, crest: string, crests: number, back: 'light' | 'dark'): string {
  const size = crests ? 0.8 : 0.94
  const left = 50 - 50 * size
  return [
    `<g transform="translate(${left} 0) scale(${size})">`,
    `<path d="${OUTLINE}" fill="var(--field)" stroke="var(--gold)" stroke-width="2.4"/>`,
    `<path d="${OUTLINE}" fill="url(#hatch-${tincture})" opacity=".28"/>`,
    `<svg x="19" y="17" width="62" height="62" viewBox="0 0 512 512" color="var(--charge)">${symbol}</svg>`,
    '</g>',
    ...Array.from({ length: crests }, (_, at) => token(crest, 50 + (at - (crests - 1) / 2) * (CREST + 3))),
    sign(back),
  ].join('')
}

function token(crest: string, middle: number): string {
  const [x, y] = [middle - CREST / 2, 117 - CREST]
  return [
    `<rect x="${x}" y="${y}" width="${CREST}" height="${CREST}" rx="6" fill="var(--field)" stroke="#fff7e4" stroke-width="2"/>`,
    `<svg x="${x + 4}" y="${y + 4}" width="${CREST - 8}" height="${CREST - 8}" viewBox="0 0 512 512" color="var(--charge)">${crest}</svg>`,
  ].join('')
}

/** Sun or moon on a small disc: which back the card has. */
function sign(back: 'light' | 'dark'): string {
  const [body, ground, ink] = back === 'light' ? [sun, '#fff6dc', '#8a5c08'] : [moon, '#232f57', '#e8dcb4']
  return [
    `<circle cx="87" cy="14" r="12" fill="${ground}" stroke="var(--gold)" stroke-width="1.6"/>`,
    `<svg x="77.5" y="4.5" width="19" height="19" viewBox="0 0 512 512" color="${ink}">${body}</svg>`,
  ].join('')
}
