import { expect, test } from 'vitest'
import type { ImplementationGroup } from '#areas/policies/contract/policy-version.ts'
import { groupChoice, inScope } from './implementation-groups.ts'

const group = (ref_id: string): ImplementationGroup => ({
  ref_id,
  name_en: ref_id,
  name_fr: ref_id,
  description_en: null,
  description_fr: null,
  default_selected: false,
})
const needs = (...implementation_groups: string[]) => ({ implementation_groups })

test('levels that hold one another are one choice, the narrowest first, with what each leaves in scope', () => {
  const requirements = [needs('L', 'M', 'H'), needs('M', 'H'), needs('H'), needs()]
  const { cumulative, groups } = groupChoice([group('H'), group('L'), group('M')], requirements)
  expect([cumulative, ...groups.map((each) => [each.group.ref_id, each.requirements])]).toEqual([true, ['L', 2], ['M', 3], ['H', 4]])
})

test('groups beside one another are chosen several at once, in the order of the publisher', () => {
  const requirements = [needs('IT'), needs('OT'), needs('OT'), needs('IT', 'OT')]
  const { cumulative, groups } = groupChoice([group('OT'), group('IT')], requirements)
  expect([cumulative, ...groups.map((each) => [each.group.ref_id, each.requirements])]).toEqual([false, ['OT', 3], ['IT', 2]])
  expect(inScope(requirements, new Set(['IT', 'OT']))).toBe(4)
  expect(inScope([...requirements, needs()], new Set())).toBe(1)
})

test('groups that no requirement belongs to are no choice', () => {
  expect(groupChoice([group('A'), group('B')], [needs('A'), needs()]).groups.map((each) => each.group.ref_id)).toEqual(['A'])
  expect(groupChoice([group('A')], [needs(), needs()])).toEqual({ cumulative: false, groups: [] })
})
