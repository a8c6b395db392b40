import type { Item } from './model.ts'
import { growthAt, unitAt, type Box, type Layout, type LayoutName, type Spot } from './layouts.ts'

/** Characters of a line, and of one that stands out. */
export const captionWidth = (strong: boolean) => (strong ? 28 : 20)

/** Words below a drawn object: two lines at most, of which the second ends as the name does: what tells apart names that begin alike stands at their ends. */
export function captionOf(text: string, width = 20): string[] {
  const lines = ['']
  const words = text.trim().split(/\s+/)
  for (const word of words) {
    const line = lines.at(-1) ?? ''
    if (line === '' || `${line} ${word}`.length <= width) lines[lines.length - 1] = line ? `${line} ${word}` : word
    else lines.push(word)
  }
  const [first = '', ...rest] = lines
  if (rest.length < 2) return lines.map((line) => cutInside(line, width))
  let last = words.at(-1) ?? ''
  for (const word of words.slice(0, -1).toReversed()) {
    if (`…${word} ${last}`.length > width) break
    last = `${word} ${last}`
  }
  return [cutInside(first, width), cutInside(`…${last}`, width)]
}

/** A word that no line holds keeps its beginning and its end. */
const cutInside = (line: string, width: number) =>
  line.length > width + 2 ? `${line.slice(0, Math.ceil(width / 2))}…${line.slice(line.length - Math.floor(width / 2) + 1)}` : line

const overlap = (a: Box, b: Box) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

/** From the middle of an object to where its words begin below it. */
export const edgeOf = (root: boolean, strong: boolean): number => (root ? 46 : strong ? 30 : 24)

function boxOf({ x, y, words }: Spot, lines: readonly string[], scale: number, grown: number, edge: number): Box {
  const unit = unitAt(scale)
  const width = (Math.max(...lines.map(({ length }) => length)) + 4) * 6.4 * unit
  const height = lines.length * 15 * unit
  const from = (left: number, top: number): Box => ({ left, top, right: left + width, bottom: top + height })
  if (words === 'below') return from(x - width / 2, y + edge * grown)
  return from(words === 'right' ? x + 24 * grown : x - 24 * grown - width, y - height / 2)
}

/** Whose words are drawn where not all can be, the nearest to the root first: words never lie over others, nor over objects. */
export function roomFor(
  items: readonly Item[],
  { name, layout }: { readonly name: LayoutName; readonly layout: Layout },
  scale: number,
  always: ReadonlySet<string>,
): ReadonlySet<string> {
  const shown = new Set<string>()
  const taken: Box[] = []
  const grown = ({ parent }: Item) => growthAt(name, scale, parent === null)
  const objects = items.flatMap((item) => {
    const spot = layout.get(item.key)
    const half = 20 * grown(item)
    return spot ? [{ key: item.key, place: { left: spot.x - half, top: spot.y - half, right: spot.x + half, bottom: spot.y + half } }] : []
  })
  const order = items.toSorted((a, b) => Number(always.has(b.key)) - Number(always.has(a.key)) || a.depth - b.depth)
  for (const item of order) {
    const { key, node } = item
    const spot = layout.get(key)
    if (!spot) continue
    const box = boxOf(spot, captionOf(node.label, captionWidth(always.has(key))), scale, grown(item), edgeOf(item.parent === null, always.has(key)))
    const free =
      always.has(key) || (!taken.some((other) => overlap(box, other)) && !objects.some(({ key: other, place }) => other !== key && overlap(box, place)))
    if (!free) continue
    taken.push(box)
    shown.add(key)
  }
  return shown
}
