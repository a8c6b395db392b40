import { expect, test } from 'vitest'
import type { VersionTree } from '#areas/policies/contract/calls.ts'
import { versionLines } from './build-version-tree.ts'

const group = (id: number, parent_id: number | null, order: number) => ({
  id,
  version: 1,
  parent_id,
  identifier: `G${id}`,
  name: `Group ${id}`,
  weight: null,
  order,
})
const requirement = (id: number, group_id: number | null, order: number, name = `R${id}`) => ({
  id,
  version: 1,
  group_id,
  lineage_id: id,
  identifier: `${id}`,
  name,
  weight: 1,
  level: null,
  implementation_groups: [],
  solutions: [],
  order,
  not_applicable: 0,
  not_applicable_here: null,
})
const tree: VersionTree = {
  groups: [group(1, null, 0), group(2, 1, 3), group(3, null, 6)],
  requirements: [requirement(10, 1, 2, 'Été'), requirement(11, 2, 4, 'Door'), requirement(12, 1, 5), requirement(13, null, 7)],
}
const keys = (...args: Parameters<typeof versionLines>) => versionLines(...args).map((line) => line.key)

test('groups and requirements stand in one order, below what holds them', () => {
  expect(keys(tree, new Set())).toEqual(['group-1', 'requirement-10', 'group-2', 'requirement-11', 'requirement-12', 'group-3', 'requirement-13'])
  expect(versionLines(tree, new Set())[0]).toMatchObject({ level: 1, requirements: 3 })
})

test('a closed group hides what is below it, but still counts it', () => {
  expect(keys(tree, new Set([1]))).toEqual(['group-1', 'group-3', 'requirement-13'])
  expect(versionLines(tree, new Set([1]))[0]).toMatchObject({ requirements: 3 })
})

test('a search shows what holds it, without accents or case, through closed groups', () => {
  expect(keys(tree, new Set([1]), { search: 'ETE' })).toEqual(['group-1', 'requirement-10'])
  expect(keys(tree, new Set(), { search: 'nothing' })).toEqual([])
})

test('what is to be confirmed stands alone, through closed groups, and within a search', () => {
  const link = (to_confirm: boolean) => ({ id: 1, name: 'Model', identifier: 'S-1', share: 50, to_confirm })
  const suggested = { ...tree, requirements: tree.requirements.map((row) => ({ ...row, solutions: [link(row.id === 11 || row.id === 13)] })) }
  expect(keys(suggested, new Set([1]), { suggested: true })).toEqual(['group-1', 'group-2', 'requirement-11', 'requirement-13'])
  expect(keys(suggested, new Set(), { suggested: true, search: 'door' })).toEqual(['group-1', 'group-2', 'requirement-11'])
})
