import { expect, test } from 'vitest'
import type { TreeRequirement, VersionTree } from '#areas/policies/contract/calls.ts'
import { groupsAbove, linkingLines, nextToLink, progressOf, type LinkingFilter } from './linking-rows.ts'

const model = (to_confirm: boolean) => ({ id: 9, identifier: 'S-9', name: 'Backups', share: 100, to_confirm })
const requirement = (id: number, group: number | null, solutions: readonly boolean[] = []): TreeRequirement =>
  ({
    id,
    group_id: group,
    order: id,
    identifier: `R${id}`,
    name: `Rule ${id}`,
    solutions: solutions.map(model),
    implementation_groups: [],
  }) as unknown as TreeRequirement
const group = (id: number, parent: number | null) =>
  ({ id, parent_id: parent, order: id, identifier: `G${id}`, name: `Group ${id}` }) as VersionTree['groups'][number]
const tree: VersionTree = {
  groups: [group(1, null), group(2, 1), group(3, null)],
  requirements: [requirement(10, 2), requirement(11, 2, [false]), requirement(12, 2, [true]), requirement(13, 3), requirement(14, 3, [false])],
}
const shown = (filter: LinkingFilter, { search = '', kept = [] as number[], closed = [] as number[] } = {}) =>
  linkingLines(tree, new Set(closed), { filter, search, retained: new Set(kept) }).lines.map((line) =>
    line.kind === 'group' ? `${line.row.identifier} ${line.linked}/${line.total}` : line.row.identifier,
  )

test('a filter shows its requirements below their groups, which count what is linked in the whole version', () => {
  expect(shown('to_link')).toEqual(['G1 2/3', 'G2 2/3', 'R10', 'G3 1/2', 'R13'])
  expect(shown('to_confirm')).toEqual(['G1 2/3', 'G2 2/3', 'R12'])
  expect(shown('all', { search: 'rule 14' })).toEqual(['G3 1/2', 'R14'])
})

test('what was dealt with stays in its place until the filter changes; a closed group hides what is below it alone', () => {
  expect(shown('to_link', { kept: [14] })).toEqual(['G1 2/3', 'G2 2/3', 'R10', 'G3 1/2', 'R13', 'R14'])
  expect(shown('to_link', { closed: [1] })).toEqual(['G1 2/3', 'G3 1/2', 'R13'])
  expect(linkingLines(tree, new Set([1]), { filter: 'to_link', search: '', retained: new Set() }).order.map(({ id }) => id)).toEqual([10, 13])
})

test('the next to link is the next without a model, from the start again after the last', () => {
  const { order } = linkingLines(tree, new Set(), { filter: 'all', search: '', retained: new Set() })
  expect(nextToLink(order, 10, new Set())?.id).toBe(13)
  expect(nextToLink(order, 13, new Set())?.id).toBe(10)
  expect(nextToLink(order, 13, new Set([10]))).toBeUndefined()
  expect(nextToLink(order, undefined, new Set())?.id).toBe(10)
})

test('progress counts what is linked, what has a suggestion and what is to be searched', () => {
  const suggestion = { control: 10, solution: 9, percent: 81, share: 100, kind: 'MAPPING', policy: null, identifier: null } as const
  const first = new Map([
    [10, suggestion],
    [11, { ...suggestion, control: 11 }],
  ])
  expect(progressOf(tree, first, 80)).toEqual({ total: 5, linked: 3, suggested: 1, toSearch: 1, toConfirm: 1, above: 1 })
  expect(progressOf(tree, first, 81).above).toBe(0)
})

test('the groups above a requirement are known from the inside', () => {
  expect(groupsAbove(tree, requirement(10, 2))).toEqual([2, 1])
})
