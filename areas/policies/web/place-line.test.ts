import { expect, test } from 'vitest'
import type { VersionTree } from '#areas/policies/contract/calls.ts'
import { placeFor, stepFor, type Piece } from './place-line.ts'

const group = (id: number, parent_id: number | null) => ({ id, version: 1, parent_id, identifier: null, name: `Group ${id}`, weight: null, order: id })
const requirement = (id: number, group_id: number | null) => ({
  id,
  version: 1,
  group_id,
  lineage_id: id,
  identifier: null,
  name: `R${id}`,
  weight: 1,
  level: null,
  implementation_groups: [],
  solutions: [],
  order: id,
  not_applicable: 0,
  not_applicable_here: null,
})
const tree: VersionTree = {
  groups: [group(1, null), group(2, 1), group(3, 2), group(4, null)],
  requirements: [requirement(10, 1), requirement(11, 1), requirement(12, 1), requirement(20, 4)],
}
const g = (id: number): Piece => ({ kind: 'group', id })
const r = (id: number): Piece => ({ kind: 'requirement', id })

test('a requirement goes before or after another, in its group or in that one’s', () => {
  expect(placeFor(tree, r(12), r(10), 'before')).toEqual({ group: 1, ids: [12, 10, 11] })
  expect(placeFor(tree, r(10), r(11), 'after')).toEqual({ group: 1, ids: [11, 10, 12] })
  expect(placeFor(tree, r(20), r(10), 'after')).toEqual({ group: 1, ids: [10, 20, 11, 12] })
})

test('dropping into a group moves there without a rank', () => {
  expect(placeFor(tree, r(10), g(4), 'inside')).toEqual({ group: 4 })
  expect(placeFor(tree, g(4), g(3), 'inside')).toEqual({ group: 3 })
})

test('nothing moves where it stands, below itself, or among the other kind', () => {
  expect(placeFor(tree, r(10), r(11), 'before')).toBeUndefined()
  expect(placeFor(tree, r(10), r(10), 'after')).toBeUndefined()
  expect(placeFor(tree, r(10), g(1), 'inside')).toBeUndefined()
  expect(placeFor(tree, r(10), g(4), 'before')).toBeUndefined()
  expect(placeFor(tree, g(1), g(3), 'inside')).toBeUndefined()
  expect(placeFor(tree, g(1), g(3), 'after')).toBeUndefined()
  expect(placeFor(tree, g(4), r(10), 'inside')).toBeUndefined()
})

test('a step changes two neighbours, and none at the end', () => {
  expect(stepFor(tree, r(11), -1)).toEqual({ group: 1, ids: [11, 10, 12] })
  expect(stepFor(tree, r(11), 1)).toEqual({ group: 1, ids: [10, 12, 11] })
  expect(stepFor(tree, r(12), 1)).toBeUndefined()
  expect(stepFor(tree, g(4), 1)).toBeUndefined()
})
