import { expect, test } from 'vitest'
import { roomFor } from './captions.ts'
import { boundsOf, growthAt, layOut, layoutNames, scaleFor } from './layouts.ts'
import { flat, foldedTree, type Item } from './model.ts'

/** A root with so many branches, each with so many ends. */
function tree(branches: number, ends: number): Item {
  const item = (key: string, depth: number, parent: Item | null): Item =>
    ({ key, depth, parent, children: [], node: { type: 'measure', label: `M-${key} A name of some length`, score: null, warnings: [] } }) as unknown as Item
  const grow = (parent: Item, count: number) => {
    const children = parent.children as Item[]
    for (let at = 0; at < count; at += 1) children.push(item(`${parent.key}.${at}`, parent.depth + 1, parent))
    return children
  }
  const root = item('1', 0, null)
  for (const branch of grow(root, branches)) grow(branch, ends)
  return root
}

test.each(layoutNames)('what is drawn small fits with its words, which do not shrink: %s', (name) => {
  const layout = layOut(name, tree(8, 30), [])
  const [width, height] = [730, 640]
  const scale = scaleFor(layout, width, height)
  const { left, top, right, bottom } = boundsOf(layout, scale)
  expect((right - left) * scale).toBeLessThanOrEqual(width * 1.02)
  expect((bottom - top) * scale).toBeLessThanOrEqual(height * 1.02)
})

test('columns of a mind map with many rows stand far enough apart to be told apart', () => {
  const few = layOut('MIND_MAP', tree(2, 2), [])
  const many = layOut('MIND_MAP', tree(8, 30), [])
  expect(few.get('1.0')?.x).toBe(250)
  const scale = scaleFor(many, 730, 640)
  expect((many.get('1.0')?.x ?? 0) * scale).toBeGreaterThan(60)
})

test('what is drawn small is drawn larger than that, the root most, and as it is where there is room', () => {
  expect(layoutNames.map((name) => growthAt(name, 1, false))).toEqual([1, 1, 1])
  expect(growthAt('RADIAL', 0.1, true)).toBeGreaterThan(growthAt('RADIAL', 0.1, false))
  expect(growthAt('MIND_MAP', 0.1, false)).toBeLessThan(growthAt('RADIAL', 0.1, false))
})

test('words of the root keep others away from where they really stand', () => {
  const root = tree(8, 30)
  const layout = layOut('MIND_MAP', root, [])
  const shown = roomFor(flat(root), { name: 'MIND_MAP', layout }, 0.1, new Set(['1']))
  expect(shown.has('1')).toBe(true)
  expect(shown.size).toBeGreaterThan(5)
})

test('a tree of many objects opens folded below the step that has room, with how many are inside, and is drawn larger for it', () => {
  const many = tree(8, 30)
  const first = foldedTree(many, undefined)
  expect(flat(many)).toHaveLength(249)
  expect(flat(first).map(({ depth, inside }) => [depth, inside])).toEqual([[0, undefined], ...Array.from({ length: 8 }, () => [1, 30])])
  expect(scaleFor(layOut('FORCE', first, []), 730, 640)).toBeGreaterThan(4 * scaleFor(layOut('FORCE', many, []), 730, 640))
  expect(flat(foldedTree(tree(8, 8), undefined))).toHaveLength(73)
})

test('the way to what is selected is never folded', () => {
  const many = tree(8, 30)
  const selected = flat(many).find(({ key }) => key === '1.2.7')
  expect(flat(foldedTree(many, selected))).toHaveLength(39)
})
