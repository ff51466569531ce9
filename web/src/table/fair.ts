// The fair-deal check, here in the browser: does the seed fit the fingerprint, and which chance follows from it?
// `docs/transcripts.md` describes how; `herzdame verify` also plays the match again and compares every card.
import type { Proof } from '../protocol'

export interface StepSeed {
  step: number
  seed: string
}

export interface Checked {
  fits: boolean // the seed gives the fingerprint
  seeds: StepSeed[] // of every step that was left to chance
}

/** Browsers compute digests for pages that came over a safe line only. */
export const canCheck = (): boolean => !!globalThis.crypto?.subtle

export async function check(proof: Proof, seed: string, steps: readonly number[]): Promise<Checked> {
  const fingerprint = await sha256(bytes(seed))
  const seeds = await Promise.all(
    steps.map(async (step) => ({ step, seed: await sha256(stepText(seed, proof.players, step - 1)) })),
  )
  return { fits: fingerprint === proof.commitment, seeds }
}

/** The table's seed, every player's text behind its length, and how many steps there were before. */
function stepText(seed: string, players: readonly string[], before: number): Uint8Array<ArrayBuffer> {
  const own = players.flatMap((text) => {
    const letters = new TextEncoder().encode(text)
    return [...eight(letters.length), ...letters]
  })
  return Uint8Array.from([...bytes(seed), ...own, ...eight(before)])
}

function eight(number: number): number[] {
  const view = new DataView(new ArrayBuffer(8))
  view.setBigUint64(0, BigInt(number))
  return [...new Uint8Array(view.buffer)]
}

function bytes(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16))
}

async function sha256(content: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', content))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

// --- What was shown before the match, kept in this browser -------------------------------------------------------

const KEY = 'herzdame-fingerprints'
const KEPT = 100 // tables

interface Noted {
  table: string
  commitment: string
  before: boolean // noted before the match began
}

/** Keeps the fingerprint of a table the first time that it is seen. */
export function note(table: string, commitment: string, before: boolean): void {
  const all = read()
  if (all.some((one) => one.table === table)) return
  localStorage.setItem(KEY, JSON.stringify([...all, { table, commitment, before }].slice(-KEPT)))
}

export function noted(table: string): Noted | undefined {
  return read().find((one) => one.table === table)
}

function read(): Noted[] {
  return JSON.parse(localStorage.getItem(KEY) ?? '[]') as Noted[]
}
