import { flat, type Item } from './model.ts'

export const layoutNames = ['FORCE', 'RADIAL', 'MIND_MAP'] as const
export type LayoutName = (typeof layoutNames)[number]

export interface Spot {
  readonly x: number
  readonly y: number
  /** Where its words stand. */
  readonly words: 'below' | 'left' | 'right'
}
export type Layout = ReadonlyMap<string, Spot>

const leavesOf = (item: Item): number => (item.children.length === 0 ? 1 : item.children.reduce((sum, child) => sum + leavesOf(child), 0))

/** Room along a ring for an object and its words. */
const ringRoom = 84

/** The distance between two rings: every ring has room for what is on it. */
export function ringStep(root: Item): number {
  const deepest = Math.max(1, ...flat(root).map(({ depth }) => depth))
  const onRing = Map.groupBy(flat(root), ({ depth }) => depth)
  const fullest = Math.max(...[...onRing].map(([depth, items]) => (depth === 0 ? 0 : (items.length * ringRoom) / (2 * Math.PI * depth))))
  return Math.max(165, fullest, (leavesOf(root) * 96) / (2 * Math.PI * deepest))
}

/** Words of what stands around the middle lead away from it, where nothing else is; at the top and at the foot they stand below. */
function outward({ x, y }: { readonly x: number; readonly y: number }): Spot['words'] {
  if (Math.abs(x) < 0.4 * Math.hypot(x, y) || (x === 0 && y === 0)) return 'below'
  return x > 0 ? 'right' : 'left'
}

/** Each step on a ring of its own, each branch in a sector as wide as it has ends. */
function radial(root: Item): Map<string, { x: number; y: number }> {
  const spots = new Map<string, { x: number; y: number }>()
  const step = ringStep(root)
  const place = (item: Item, from: number, to: number) => {
    const angle = (from + to) / 2
    const radius = item.depth * step
    spots.set(item.key, { x: radius * Math.sin(angle), y: -radius * Math.cos(angle) })
    const share = (to - from) / leavesOf(item)
    let at = from
    for (const child of item.children) {
      const end = at + share * leavesOf(child)
      place(child, at, end)
      at = end
    }
  }
  place(root, 0, 2 * Math.PI)
  return spots
}

const rowHeight = 54
const columnWidth = 250

const depthOf = (items: readonly Item[]): number => Math.max(0, ...items.flatMap((item) => flat(item).map(({ depth }) => depth)))

/** Wider where there are many rows: the whole is drawn small then, and its columns would lie upon each other. */
const columnsFor = (right: readonly Item[], left: readonly Item[]): number => {
  const rows = Math.max(...[right, left].map((items) => items.reduce((sum, item) => sum + leavesOf(item), 0)))
  return Math.max(columnWidth, (0.7 * rows * rowHeight) / Math.max(1, depthOf(right) + depthOf(left)))
}

/** Branches to the right and to the left, as many ends on either side. */
function mindMap(root: Item): Layout {
  const spots = new Map<string, Spot>([[root.key, { x: 0, y: 0, words: 'below' }]])
  const half = leavesOf(root) / 2
  const right: Item[] = []
  const left: Item[] = []
  let taken = 0
  for (const child of root.children) {
    ;(taken < half || right.length === 0 ? right : left).push(child)
    taken += leavesOf(child)
  }
  const width = columnsFor(right, left)
  for (const [side, words, items] of [
    [1, 'right', right],
    [-1, 'left', left],
  ] as const) {
    let row = 0
    const middle = (items.reduce((sum, item) => sum + leavesOf(item), 0) - 1) / 2
    const place = (item: Item): number => {
      const ys = item.children.length === 0 ? [(row++ - middle) * rowHeight] : item.children.map(place)
      const y = ((ys[0] ?? 0) + (ys.at(-1) ?? 0)) / 2
      spots.set(item.key, { x: side * item.depth * width, y, words })
      return y
    }
    items.forEach(place)
  }
  return spots
}

/** Links pull, objects push each other away until they rest; begun from the rings, so that the same tree always looks the same. */
function force(root: Item, links: readonly (readonly [string, string])[]): Map<string, { x: number; y: number }> {
  const start = radial(root)
  const items = flat(root)
  const bodies = items.map(({ key }): Body => ({ x: 0, y: 0, ...start.get(key), dx: 0, dy: 0 }))
  const byKey = new Map(items.map(({ key }, at) => [key, bodies[at]]))
  const pulls: Pull[] = []
  const tie = (from: string, to: string, strength: number, length: number) => {
    const [a, b] = [byKey.get(from), byKey.get(to)]
    if (a && b) pulls.push({ a, b, strength, length })
  }
  // Many around one need a wider circle.
  for (const { key, parent } of items) if (parent) tie(parent.key, key, 0.09, Math.min(420, 120 + 7 * parent.children.length))
  const crossing = Math.min(0.006, 0.2 / Math.max(1, links.length))
  for (const [from, to] of links) tie(from, to, crossing, 160)
  const rounds = items.length > 200 ? 90 : 220
  for (let round = 0; round < rounds; round += 1) {
    for (const body of bodies) body.dx = body.dy = 0
    pushApart(bodies)
    for (const pull of pulls) drawTogether(pull)
    // The root stays in the middle.
    for (const body of bodies.slice(1)) {
      const heat = 1.25 - round / rounds
      body.x += Math.max(-40, Math.min(40, body.dx)) * heat
      body.y += Math.max(-40, Math.min(40, body.dy)) * heat
    }
  }
  return new Map(items.map(({ key }, at) => [key, { x: bodies[at]?.x ?? 0, y: bodies[at]?.y ?? 0 }]))
}

interface Body {
  x: number
  y: number
  dx: number
  dy: number
}
interface Pull {
  readonly a: Body
  readonly b: Body
  readonly strength: number
  readonly length: number
}

function pushApart(bodies: readonly Body[]): void {
  for (const [at, a] of bodies.entries()) {
    for (let other = at + 1; other < bodies.length; other += 1) {
      const b = bodies[other]
      if (!b) continue
      // Words are wider than high.
      const h = (a.x - b.x) * 0.72
      const v = a.y - b.y
      const squared = h * h + v * v
      if (squared > 490_000) continue
      const distance = Math.max(20, Math.sqrt(squared))
      const push = (16_000 / (distance * distance) + (distance < 96 ? (96 - distance) * 0.14 : 0)) / distance
      a.dx += h * push
      a.dy += v * push
      b.dx -= h * push
      b.dy -= v * push
    }
  }
}

function drawTogether({ a, b, strength, length }: Pull): void {
  const [h, v] = [b.x - a.x, b.y - a.y]
  const distance = Math.max(1, Math.hypot(h, v))
  const pull = ((distance - length) * strength) / distance
  a.dx += h * pull
  a.dy += v * pull
  b.dx -= h * pull
  b.dy -= v * pull
}

/** Where everything stands, settled before it is drawn. */
export function layOut(name: LayoutName, root: Item, links: readonly (readonly [string, string])[]): Layout {
  if (name === 'MIND_MAP') return mindMap(root)
  const spots = name === 'RADIAL' ? radial(root) : force(root, links)
  return new Map([...spots].map(([key, spot]) => [key, { ...spot, words: name === 'RADIAL' ? outward(spot) : ('below' as const) }]))
}

/** How much larger objects are drawn where the whole is drawn small, as far as there is room for them: the root, which stands alone, most. */
export function growthAt(name: LayoutName, scale: number, root: boolean): number {
  const wanted = Math.max(1, 0.5 / scale)
  return Math.min(wanted, root ? 6 : name === 'MIND_MAP' ? 1.4 : 2.2)
}

export interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** How many units of a drawing a pixel of its words takes: they are never smaller than they are read. */
export const unitAt = (scale: number): number => 1 / Math.min(1, scale)

/** What a layout takes at a scale, words included. */
export function boundsOf(layout: Layout, scale = 1): Box {
  const spots = [...layout.values()]
  const unit = unitAt(scale)
  const beside = (words: Spot['words'], side: Spot['words']) => unit * (words === side ? 190 : words === 'below' ? 84 : 34)
  return {
    left: Math.min(...spots.map(({ x, words }) => x - beside(words, 'left'))),
    right: Math.max(...spots.map(({ x, words }) => x + beside(words, 'right'))),
    top: Math.min(...spots.map(({ y }) => y)) - 44,
    bottom: Math.max(...spots.map(({ y }) => y)) + 30 + 44 * unit,
  }
}

/** The scale at which a layout fits into so many pixels; its words, which do not shrink with it, are allowed for step by step. */
export function scaleFor(layout: Layout, width: number, height: number): number {
  let scale = 1
  for (let step = 0; step < 8; step += 1) {
    const { left, top, right, bottom } = boundsOf(layout, scale)
    scale = Math.min(width / (right - left), height / (bottom - top))
  }
  return scale
}
