import type { Item } from './model.ts'
import type { Box, Layout, Spot } from './layouts.ts'

/** Words below a drawn object: two lines at most. */
export function captionOf(text: string, width = 20): string[] {
  const lines = ['']
  for (const word of text.trim().split(/\s+/)) {
    const line = lines.at(-1) ?? ''
    if (line === '' || `${line} ${word}`.length <= width) lines[lines.length - 1] = line ? `${line} ${word}` : word
    else lines.push(word)
  }
  const cut = (line: string, more: boolean) => (line.length > width + 2 ? `${line.slice(0, width)}…` : more ? `${line}…` : line)
  return lines.slice(0, 2).map((line, at) => cut(line, at === 1 && lines.length > 2))
}

const overlap = (a: Box, b: Box) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

function boxOf({ x, y, words }: Spot, lines: readonly string[], scale: number): Box {
  const unit = 1 / Math.min(1, scale)
  const width = (Math.max(...lines.map(({ length }) => length)) + 4) * 6.4 * unit
  const height = lines.length * 15 * unit
  const from = (left: number, top: number): Box => ({ left, top, right: left + width, bottom: top + height })
  if (words === 'below') return from(x - width / 2, y + 24)
  return from(words === 'right' ? x + 24 : x - 24 - width, y - height / 2)
}

/** Whose words are drawn where not all can be, the nearest to the root first: words never lie over others, nor over objects. */
export function roomFor(items: readonly Item[], layout: Layout, scale: number, always: ReadonlySet<string>): ReadonlySet<string> {
  const shown = new Set<string>()
  const taken: Box[] = []
  const objects = items.flatMap(({ key }) => {
    const spot = layout.get(key)
    return spot ? [{ key, place: { left: spot.x - 20, top: spot.y - 20, right: spot.x + 20, bottom: spot.y + 20 } }] : []
  })
  const order = items.toSorted((a, b) => Number(always.has(b.key)) - Number(always.has(a.key)) || a.depth - b.depth)
  for (const { key, node } of order) {
    const spot = layout.get(key)
    if (!spot) continue
    const box = boxOf(spot, captionOf(node.label), scale)
    const free =
      always.has(key) || (!taken.some((other) => overlap(box, other)) && !objects.some(({ key: other, place }) => other !== key && overlap(box, place)))
    if (!free) continue
    taken.push(box)
    shown.add(key)
  }
  return shown
}
