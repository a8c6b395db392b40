import { findings } from '#kit/contract/check.ts'
import { defineEntity } from '#kit/contract/entity.ts'
import { choice, derived, flag, identifier, integer, json, localized, ref, text, type Reference } from '#kit/contract/field.ts'
import { sharedFields } from '#kit/contract/origin.ts'
import { assignment } from '#kit/contract/register.ts'

/** What kind of text a policy is; onboarding proposes by it. */
export const policyKinds = ['REGULATION', 'CERTIFICATION', 'INDUSTRY', 'INTERNAL'] as const
export type PolicyKind = (typeof policyKinds)[number]

/** A policy is a draft until its first version is published, and put away in the end (POL-03). */
export const publicationStates = ['DRAFT', 'PUBLISHED', 'ARCHIVED'] as const

/** A framework the organisation answers to; its content is in its versions. */
export const policy = defineEntity({
  name: 'policy',
  area: 'policies',
  title: 'name',
  fields: {
    identifier: identifier({ prefix: 'POL', max: 64 }),
    name: localized({ need: 'required', max: 500 }),
    description: localized({ long: true }),
    kind: choice(policyKinds),
    provider: text({ max: 200 }),
    current_version: ref('policy_version', { unlisted: true, by: 'server' }),
    publication: derived(choice(publicationStates)),
    requirements: derived(integer()),
    perimeters: derived(integer()),
    /** The policy that it was copied from, in this organisation. */
    fork_of: derived(json<Reference>()),
    /** Copied from what the provider or the instance shares (CAT-03). */
    adopted: derived(flag()),
    /** Whether it counts among those that the licence allows (POL-10). */
    in_quota: derived(flag()),
    /** Whose it is to keep up (TBL-44). */
    ...assignment,
    archived: flag(),
    ...sharedFields,
    /** What checks find (docs/decisions/0051). */
    ...findings('NOT_PUBLISHED', 'NOT_APPLIED', 'OUTDATED'),
  },
  rights: { read: 'policy.read', create: 'policy.create', update: 'policy.write', delete: 'policy.write' },
  list: {
    columns: ['identifier', 'name', 'kind', 'publication', 'current_version', 'requirements', 'perimeters'],
    more: ['assigned', 'assigned_to_me', 'provider', 'fork_of', 'adopted', 'catalog_type', 'urn', 'archived'],
    filters: [
      'identifier',
      'name',
      'kind',
      'publication',
      'provider',
      'adopted',
      'catalog_type',
      'assigned_to_me',
      'archived',
      'findings',
      'accepted_findings',
      'within',
    ],
    sort: 'identifier',
    search: ['identifier', 'name', 'description'],
  },
  form: [{ section: 'general', fields: ['name', 'identifier', 'kind', 'provider', 'description', 'archived'] }],
})
