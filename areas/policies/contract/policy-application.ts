import { z } from 'zod'
import { defineEntity } from '#kit/contract/entity.ts'
import { integer, markdown, ref, structured, timestamp, text, derived } from '#kit/contract/field.ts'

/** Groups of a framework, as it refers to them. */
export const groupReferences = z.array(z.string().min(1).max(255)).max(500)

/** A policy in force in a perimeter, in one version, which moves only by the perimeter's own decision. */
export const policyApplication = defineEntity({
  name: 'policy_application',
  area: 'policies',
  title: 'label',
  fields: {
    policy: ref('policy', { need: 'required' }),
    /** The current one on creation; moved by `POST /policy_application/{id}/adopt`. */
    policy_version: ref('policy_version', { by: 'server', need: 'required' }),
    perimeter: ref('perimeter', { need: 'required' }),
    label: derived(text()),
    /** 0: tracked without effect above. */
    weight: integer({ min: 0, max: 10_000, default: 100, boundsMessage: 'policies.errors.weight' }),
    /** The highest application level in scope; empty: all. */
    level: integer({ min: 1, max: 3 }),
    /** References of the implementation groups in scope; empty: all. */
    implementation_groups: structured(groupReferences),
    /** Their names; empty: all. */
    groups: derived(text()),
    target_score: integer({ min: 0, max: 100, unit: 'percent' }),
    /** Of its own in place that answer requirements of the version. */
    measures: derived(integer()),
  },
  rights: { read: 'policy_application.read', create: 'policy_application.write', update: 'policy_application.write', delete: 'policy_application.write' },
  list: {
    columns: ['policy', 'perimeter', 'policy_version', 'weight', 'level', 'groups', 'target_score'],
    more: ['measures'],
    filters: ['policy', 'perimeter', 'policy_version', 'level'],
    sort: 'policy',
    search: [],
  },
  form: [{ section: 'general', fields: ['policy', 'perimeter', 'weight', 'level', 'target_score'] }],
})

/** A requirement that a perimeter left out, with its reason; listed in the statement of applicability. */
export const controlNotApplicable = defineEntity({
  name: 'control_not_applicable',
  area: 'policies',
  title: 'requirement',
  fields: {
    perimeter: ref('perimeter', { unlisted: true, need: 'required' }),
    lineage_id: integer({ min: 1, need: 'required' }),
    requirement: derived(text()),
    justification: markdown({ need: 'required', max: 4000 }),
    decided_at: derived(timestamp()),
  },
  rights: {
    read: 'control_not_applicable.read',
    create: 'control_not_applicable.write',
    update: 'control_not_applicable.write',
    delete: 'control_not_applicable.write',
  },
  list: {
    columns: ['requirement', 'perimeter', 'justification', 'decided_at'],
    filters: ['perimeter', 'lineage_id', 'justification'],
    sort: '-updated_at',
    search: ['justification'],
  },
  form: [{ section: 'general', fields: ['perimeter', 'lineage_id', 'justification'] }],
})
