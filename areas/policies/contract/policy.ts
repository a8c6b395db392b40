import { defineEntity } from '#kit/contract/entity.ts'
import { choice, derived, flag, identifier, integer, json, localized, ref, text, type Reference } from '#kit/contract/field.ts'
import { assignment } from '#kit/contract/register.ts'

/** What kind of text a policy is; onboarding proposes by it. */
export const policyKinds = ['REGULATION', 'CERTIFICATION', 'INDUSTRY', 'INTERNAL'] as const
export type PolicyKind = (typeof policyKinds)[number]
export const catalogTypes = ['PUBLIC', 'INSTANCE', 'PRIVATE'] as const

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
    /** Whether it counts among those that the licence allows (POL-10). */
    in_quota: derived(flag()),
    /** Whose it is to keep up (TBL-44). */
    ...assignment,
    archived: flag(),
    catalog_type: choice(catalogTypes, { by: 'server', default: 'PRIVATE' }),
    urn: text({ max: 500, by: 'server' }),
    translations: json({ by: 'server' }),
  },
  rights: { read: 'policy.read', create: 'policy.create', update: 'policy.write', delete: 'policy.write' },
  list: {
    columns: ['identifier', 'name', 'kind', 'publication', 'current_version', 'requirements', 'perimeters'],
    more: ['assigned', 'assigned_to_me', 'provider', 'fork_of', 'catalog_type', 'urn', 'archived'],
    filters: ['identifier', 'name', 'kind', 'publication', 'provider', 'catalog_type', 'assigned_to_me', 'archived'],
    sort: 'identifier',
    search: ['identifier', 'name', 'description'],
  },
  form: [{ section: 'general', fields: ['name', 'identifier', 'kind', 'provider', 'description', 'archived'] }],
})
