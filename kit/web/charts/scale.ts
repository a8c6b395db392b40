import { tickStep } from 'd3-array'

/** In pixels. */
export interface Size {
  readonly width: number
  readonly height: number
}

/** Pixels that a drawing leaves around itself for what its axes say. */
export interface Room {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** The edges of what is drawn, in pixels from the left and from above. */
export type Area = Room

export const areaIn = ({ width, height }: Size, room: Room): Area => ({
  left: room.left,
  right: Math.max(room.left, width - room.right),
  top: room.top,
  bottom: Math.max(room.top, height - room.bottom),
})

export interface Axis {
  readonly min: number
  readonly max: number
  readonly ticks: readonly number[]
}

export interface AxisAsked {
  /** Where it begins and ends, else at round values around all that it shows. */
  readonly min?: number
  readonly max?: number
  /** About so many steps. */
  readonly steps?: number
  /** From one to the next, in place of a round value that makes as many. */
  readonly step?: number
  /** Begins where its values do, in place of nought. */
  readonly afloat?: boolean
}

/** A float without what additions left of it. */
const exact = (value: number) => Number(value.toPrecision(12))

/** The axis on which these values stand; what is counted has no halves. */
export function axisOf(values: readonly (number | null)[], { min, max, steps = 4, step: asked, afloat = false }: AxisAsked = {}): Axis {
  const known = values.filter((value) => value !== null)
  const shown = afloat && known.length > 0 ? known : [...known, 0]
  const from = min ?? Math.min(...shown)
  const reached = max ?? Math.max(...shown)
  const to = reached > from ? reached : from + 1
  const step = asked ?? Math.max(known.every(Number.isInteger) ? 1 : 0, tickStep(from, to, steps))
  const [low, high] = [min ?? exact(Math.floor(from / step) * step), max ?? exact(Math.ceil(to / step) * step)]
  const inner: number[] = []
  for (let at = Math.ceil(exact(low / step)); at * step <= high; at += 1) inner.push(exact(at * step))
  return { min: low, max: high, ticks: [...new Set([low, ...inner, high])] }
}

/** Where a value stands between two edges in pixels; what lies beyond the axis stands at its end. */
export const between =
  ({ min, max }: Pick<Axis, 'min' | 'max'>, from: number, to: number) =>
  (value: number): number =>
    from + Math.min(1, Math.max(0, (value - min) / (max - min))) * (to - from)

/** The middles of so many equal parts of a width; `wide`: from edge to edge. */
export function placesOf(count: number, { left, right }: Pick<Area, 'left' | 'right'>, wide = false): number[] {
  const step = (right - left) / Math.max(1, wide ? count - 1 : count)
  return Array.from({ length: count }, (_, at) => left + step * (wide ? at : at + 0.5))
}

/** The place that is nearest to a point; of none -1. */
export function nearest(places: readonly number[], point: number): number {
  let found = -1
  for (const [at, place] of places.entries()) if (found < 0 || Math.abs(place - point) < Math.abs((places[found] ?? 0) - point)) found = at
  return found
}

export interface Label {
  /** In pixels. */
  readonly at: number
  /** Lines of text. */
  readonly text: string
}

/** A letter of axes in pixels, on average; nothing is measured for it. */
const letter = 6.2
const widthOf = (text: string) => Math.max(...text.split('\n').map((line) => line.length)) * letter

/** The names of places: as many of them, evenly, as stand clear of each other. */
export function labelsOf(texts: readonly string[], places: readonly number[]): Label[] {
  const step = places.length > 1 ? (places[1] ?? 0) - (places[0] ?? 0) : Infinity
  const every = Math.floor((Math.max(0, ...texts.map(widthOf)) * 1.3) / step) + 1
  return texts.flatMap((text, at) => (at % every === 0 ? [{ at: places[at] ?? 0, text }] : []))
}

/** The powers of ten within a range above nought. */
export function powersIn(min: number, max: number): number[] {
  const found: number[] = []
  for (let power = Math.ceil(Math.log10(min) - 1e-9); 10 ** power <= max * (1 + 1e-9); power += 1) found.push(exact(10 ** power))
  return found
}
