import { findings } from '#kit/contract/check.ts'
import { defineEntity } from '#kit/contract/entity.ts'
import { choice, derived, flag, integer, json, localized, markdown, ref, links, text } from '#kit/contract/field.ts'

/** A requirement group; groups nest to any depth. */
export const controlGroup = defineEntity({
  name: 'control_group',
  area: 'policies',
  title: 'name',
  fields: {
    policy_version: ref('policy_version', { unlisted: true, need: 'required' }),
    parent: ref('control_group', { unlisted: true }),
    identifier: text({ max: 64 }),
    name: localized({ max: 2000 }),
    description: localized({ long: true }),
    /** Empty: the sum of the weights of its requirements in scope. */
    weight: integer({ min: 1, max: 1_000_000, boundsMessage: 'policies.errors.weight' }),
    annotation: markdown(),
    urn: text({ max: 500, by: 'server' }),
    translations: json({ by: 'server' }),
  },
  rights: { read: 'policy.read', create: 'policy.write', update: 'policy.write', delete: 'policy.write' },
  list: {
    columns: ['identifier', 'name', 'parent', 'weight'],
    more: ['policy_version'],
    filters: ['policy_version', 'parent', 'identifier', 'name'],
    sort: 'order',
    search: ['identifier', 'name'],
  },
  form: [{ section: 'general', fields: ['policy_version', 'parent', 'identifier', 'name', 'description', 'weight', 'annotation'] }],
  ordered: true,
})

/** How much of a requirement a solution covers: `share` in percent; `to_confirm` when a partial mapping proposed it. */
export interface ControlSolution {
  readonly id: number
  readonly name: string
  readonly identifier: string
  readonly share: number
  readonly to_confirm: boolean
}

/** How far measures answer a requirement: no model does, no measure of one is in place, one is. */
export const coverages = ['UNMAPPED', 'OPEN', 'IN_PLACE'] as const

/** A requirement. */
export const control = defineEntity({
  name: 'control',
  area: 'policies',
  title: 'name',
  fields: {
    policy_version: ref('policy_version', { unlisted: true, need: 'required' }),
    control_group: ref('control_group', { unlisted: true }),
    identifier: text({ max: 64 }),
    name: localized({ max: 2000 }),
    description: localized({ long: true }),
    weight: integer({ min: 1, max: 1000, default: 1, boundsMessage: 'policies.errors.weight' }),
    /** 1 mandatory, 2 recommended, 3 nice to have; empty: always in scope. */
    level: integer({ min: 1, max: 3 }),
    implementation_groups: json<string[]>({ by: 'server', default: [] }),
    /** What stays the same from version to version: decisions and links hang on it. */
    lineage_id: integer({ by: 'server', need: 'required' }),
    /** Solutions that answer it, changed by `PUT /control/{id}/solutions`. */
    solutions: derived(json<ControlSolution[]>()),
    /** The one policy that it is of. */
    policy: derived(links('policy')),
    /** Of the current version of a policy that applies somewhere. */
    in_force: derived(flag()),
    /** Where it is asked for, of what the reader reaches. */
    perimeters: derived(links('perimeter')),
    /** Measures in place that answer it, of what the reader reaches. */
    measures: derived(integer()),
    coverage: derived(choice(coverages)),
    threats: links('threat'),
    typical_evidence: markdown(),
    annotation: markdown(),
    source: json({ by: 'server' }),
    urn: text({ max: 500, by: 'server' }),
    translations: json({ by: 'server' }),
    /** What checks find (docs/decisions/0051). */
    ...findings('NO_MEASURE'),
  },
  rights: { read: 'policy.read', create: 'policy.write', update: 'policy.write', delete: 'policy.write' },
  list: {
    columns: ['identifier', 'name', 'policy', 'coverage', 'measures', 'solutions', 'perimeters'],
    more: ['control_group', 'weight', 'level', 'policy_version', 'description', 'lineage_id'],
    filters: [
      'policy',
      'policy_version',
      'control_group',
      'identifier',
      'name',
      'level',
      'perimeters',
      'coverage',
      'in_force',
      'findings',
      'accepted_findings',
      'within',
    ],
    sort: 'identifier',
    search: ['identifier', 'name', 'description'],
  },
  form: [
    { section: 'general', fields: ['policy_version', 'control_group', 'identifier', 'name', 'description'] },
    { section: 'scoring', fields: ['weight', 'level', 'threats'] },
    { section: 'evidence', fields: ['typical_evidence', 'annotation'] },
  ],
  ordered: true,
})
