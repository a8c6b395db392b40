import { defineEntity } from '#kit/contract/entity.ts'
import { choice, date, derived, integer, json, markdown, ref, text, timestamp } from '#kit/contract/field.ts'

/** Only a draft is edited; publishing supersedes the version before (POL-04). */
export const versionStatuses = ['DRAFT', 'PUBLISHED', 'SUPERSEDED'] as const

export interface ImplementationGroup {
  readonly ref_id: string
  readonly name_en: string | null
  readonly name_fr: string | null
  readonly description_en: string | null
  readonly description_fr: string | null
  readonly default_selected: boolean
}

export const policyVersion = defineEntity({
  name: 'policy_version',
  area: 'policies',
  title: 'label',
  fields: {
    policy: ref('policy', { need: 'required' }),
    /** As people name a version of a known policy: what its publisher calls it, else «v2». */
    label: derived(text()),
    /** What the publisher calls it and when it appeared, where the version is the publisher's as it came. */
    publisher_version: derived(text()),
    publisher_date: derived(date()),
    number: integer({ by: 'server', need: 'required', min: 1 }),
    status: choice(versionStatuses, { by: 'server', default: 'DRAFT' }),
    published_at: timestamp({ by: 'server' }),
    notes: markdown(),
    requirements: derived(integer()),
    min_score: integer({ by: 'server' }),
    max_score: integer({ by: 'server' }),
    implementation_groups: json<ImplementationGroup[]>({ by: 'server', default: [] }),
    source: json({ by: 'server' }),
  },
  // A version is made from the one before, or by an import: `POST /policy/{id}/draft`.
  rights: { read: 'policy.read', create: null, update: 'policy.write', delete: 'policy.write' },
  list: {
    columns: ['policy', 'number', 'status', 'published_at', 'requirements'],
    more: ['publisher_version', 'publisher_date'],
    filters: ['policy', 'status'],
    sort: '-number',
    search: [],
  },
  form: [{ section: 'general', fields: ['notes'] }],
})
