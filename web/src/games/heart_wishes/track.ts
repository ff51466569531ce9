// Where the thirty fields lie: along a heart, clockwise from its cleft, the left half mirroring the right one.
import { COLOURS, FIELDS, GROUNDS } from './court'

export type Point = readonly [x: number, y: number]

export const WIDTH = 100
export const HEIGHT = 95
export const BAND = 10.4 // the breadth of the track

const AXIS = WIDTH / 2
const HALF = FIELDS.length / 2
const FINE = 300 // points on each piece of the curve
const ROUNDS = 20 // until the fields lie equally far apart

// From the cleft around the right half down to the tip, in three pieces.
const CURVE: readonly (readonly [Point, Point, Point, Point])[] = [
  [[50, 17.5], [57.5, 9], [65, 5.6], [73, 5.6]],
  [[73, 5.6], [86.5, 5.6], [94.4, 15.5], [94.4, 29]],
  [[94.4, 29], [94.4, 51], [72, 70], [50, 89]],
]

const right = CURVE.flatMap((piece) => Array.from({ length: FINE }, (_, at) => on(piece, at / FINE)))
const lengths = right.reduce<number[]>((sums, point, at) => {
  const before = right[at - 1]
  return [...sums, before ? (sums[at - 1] ?? 0) + Math.hypot(point[0] - before[0], point[1] - before[1]) : 0]
}, [])

/** How far along the right half the first field lies, and how far apart all are, those beside the axis too. */
const { first, apart } = equallySpaced()

/** The middle of each field. */
export const PLACES: readonly Point[] = FIELDS.map((_, at) => place(at))

/** The edges of each ground, as lines along the track. */
export const BANDS = GROUNDS.map((ground, at) => ({
  ground,
  line: path(bandOf(at)),
}))

export const OUTLINE = `${path([...right, [AXIS, CURVE.at(-1)?.[3][1] ?? 0], ...right.map(mirrored).toReversed()])}Z`

/** A point so far from a field towards the inside of the heart: to the right of the way between its neighbours. */
export function inside(field: number, far: number): Point {
  const [before, here, after] = [-1, 0, 1].map((step) => PLACES.at((field + step) % FIELDS.length)) as [Point, Point, Point]
  const [dx, dy] = [after[0] - before[0], after[1] - before[1]]
  const length = Math.hypot(dx, dy)
  return [here[0] - (dy / length) * far, here[1] + (dx / length) * far]
}

/** As a style, within the track. */
export function placed([x, y]: Point): string {
  return `left: ${(100 * x) / WIDTH}%; top: ${(100 * y) / HEIGHT}%`
}

function place(field: number): Point {
  return field < HALF ? pointAt(first + field * apart) : mirrored(place(FIELDS.length - 1 - field))
}

function equallySpaced(): { first: number; apart: number } {
  const whole = lengths.at(-1) ?? 0
  let spacing = whole / HALF
  let start = 0
  for (let round = 0; round < ROUNDS; round++) {
    const beside = right.map(([x], at) => ({ far: Math.abs(x - AXIS - spacing / 2), at }))
    const half = right.length / 2
    start = lengths[nearest(beside.slice(0, half))] ?? 0
    const end = lengths[nearest(beside.slice(half))] ?? whole
    spacing = (end - start) / (HALF - 1)
  }
  return { first: start, apart: spacing }
}

function nearest(points: { far: number; at: number }[]): number {
  return points.toSorted((one, other) => one.far - other.far)[0]?.at ?? 0
}

/** The line of one ground; beside the axis it goes on beyond it, to be cut there. */
function bandOf(at: number): Point[] {
  if (at >= GROUNDS.length / 2) return bandOf(GROUNDS.length - 1 - at).map(mirrored)
  const fields = COLOURS.length
  const from = at === 0 ? -apart : first + (at * fields - 0.5) * apart
  const last = (at + 1) * fields === HALF
  const to = last ? (lengths.at(-1) ?? 0) + apart : first + ((at + 1) * fields - 0.5) * apart
  const steps = fields * 24
  return Array.from({ length: steps + 1 }, (_, step) => pointAt(from + ((to - from) * step) / steps))
}

/** The point after so much of the right half; before its beginning and after its end on the left one. */
function pointAt(length: number): Point {
  const whole = lengths.at(-1) ?? 0
  if (length < 0) return mirrored(pointAt(-length))
  if (length > whole) return mirrored(pointAt(2 * whole - length))
  const at = lengths.findIndex((sum) => sum >= length)
  return right[at] ?? mirrored(right.at(-1) as Point)
}

function on([a, b, c, d]: readonly [Point, Point, Point, Point], t: number): Point {
  const u = 1 - t
  const mix = (axis: 0 | 1): number =>
    u * u * u * a[axis] + 3 * u * u * t * b[axis] + 3 * u * t * t * c[axis] + t * t * t * d[axis]
  return [mix(0), mix(1)]
}

function mirrored([x, y]: Point): Point {
  return [WIDTH - x, y]
}

function path(points: readonly Point[]): string {
  return `M${points.map(([x, y]) => `${x.toFixed(2)} ${y.toFixed(2)}`).join('L')}`
}
