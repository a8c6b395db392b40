import { z } from 'zod'
import { defineCall } from '#kit/contract/call.ts'
import { asOfQuery } from '#kit/contract/list-query.ts'
import { objectAnswer, referenceSchema } from '#kit/contract/row-schema.ts'
import { groupReferences } from './policy-application.ts'
import { versionStatuses } from './policy-version.ts'

const id = z.int().min(1)
const created = objectAnswer(z.object({ id: z.int() }))
const texts = { identifier: z.string().nullable(), name: z.string().nullable() }

const changeSchema = z.object({ key: z.string(), ...texts, fields: z.array(z.string()) })
const differenceSchema = z.object({ added: z.array(changeSchema), removed: z.array(changeSchema), changed: z.array(changeSchema) })
const comparedVersion = z.object({ id: z.int(), number: z.int(), publisher_version: z.string().nullable(), status: z.enum(versionStatuses) })
/** What lies between two versions: groups matched by URN, requirements by lineage; `fields` names what differs. */
export const versionDifference = z.object({
  from: comparedVersion,
  to: comparedVersion,
  groups: differenceSchema,
  requirements: differenceSchema,
})
export type VersionDifference = z.output<typeof versionDifference>

const solutionShare = z.object({ id: z.int(), name: z.string().nullable(), identifier: z.string(), share: z.int(), to_confirm: z.boolean() })
const treeGroup = z.object({ id: z.int(), version: z.int(), parent_id: z.int().nullable(), ...texts, weight: z.int().nullable(), order: z.int() })
const treeRequirement = z.object({
  id: z.int(),
  version: z.int(),
  group_id: z.int().nullable(),
  lineage_id: z.int(),
  ...texts,
  weight: z.int(),
  level: z.int().nullable(),
  implementation_groups: z.array(z.string()),
  solutions: z.array(solutionShare),
  order: z.int(),
  /** How many perimeters left it out; with `perimeter` in the query, that perimeter's own decision. */
  not_applicable: z.int(),
  not_applicable_here: z.object({ id: z.int(), version: z.int(), justification: z.string() }).nullable(),
})
/** A whole version, flat: children name their parent, `order` ranks siblings of both kinds together. */
export const versionTree = z.object({ groups: z.array(treeGroup), requirements: z.array(treeRequirement) })
export type VersionTree = z.output<typeof versionTree>
export type TreeGroup = VersionTree['groups'][number]
export type TreeRequirement = VersionTree['requirements'][number]

export const draftVersion = defineCall('POST /policy/{id}/draft', {
  right: 'policy.write',
  summary: 'Copy the current version into a new draft',
  answer: created,
})
export const publishVersion = defineCall('POST /policy_version/{id}/publish', { right: 'policy.write', summary: 'Publish a draft version', answer: created })
export const forkPolicy = defineCall('POST /policy/fork', {
  right: 'policy.create',
  summary: 'Copy one policy with its current version',
  body: z.strictObject({ id }),
  answer: created,
})
export const readTree = defineCall('GET /policy_version/{id}/tree', {
  right: 'policy.read',
  summary: 'Read all groups and requirements of a version',
  query: asOfQuery.extend({ perimeter: z.coerce.number().int().min(1).optional() }),
  answer: objectAnswer(versionTree),
})
export const differenceCall = defineCall('GET /policy/{id}/diff/{ref}', {
  right: 'policy.read',
  summary: 'Compare a version of a policy, or the policy it was copied from, with its current version',
  params: z.object({ id: z.coerce.number().int().min(1), ref: z.coerce.number().int().min(1) }),
  query: z.strictObject({ to: z.coerce.number().int().min(1).optional() }),
  answer: objectAnswer(versionDifference),
})

export const linkSolutions = defineCall('PUT /control/{id}/solutions', {
  right: 'policy.link',
  summary: 'Say which solutions answer a requirement, and for what share',
  body: z.strictObject({
    solutions: z.array(z.strictObject({ solution: id, share: z.int().min(1).max(100).default(100), to_confirm: z.boolean().default(false) })).max(200),
  }),
  answer: objectAnswer(z.object({ solutions: z.array(solutionShare) })),
})
const linked = objectAnswer(z.object({ solutions: z.int(), links: z.int() }))
export const solutionsFromRequirements = defineCall('POST /policy/{id}/solutions_from_requirements', {
  right: 'policy.link',
  summary: 'Create one solution for each requirement that has none',
  answer: linked,
})
export const solutionsFromMapping = defineCall('POST /policy/{id}/solutions_from_mapping', {
  right: 'policy.link',
  summary: 'Take over the solutions of a framework that a mapping set ties to this one',
  body: z.strictObject({ mapping_set: id }),
  answer: linked,
})
export const confirmLinks = defineCall('POST /policy/{id}/confirm_links', {
  right: 'policy.link',
  summary: 'Confirm what a partial mapping suggested as an answer to these requirements',
  body: z.strictObject({ controls: z.array(id).min(1).max(5000) }),
  /** `edit`: what `POST /policy/{id}/undo_linking` takes back. */
  answer: objectAnswer(z.object({ links: z.int(), edit: z.uuid().nullable() })),
})

const scope = {
  weight: z.int().min(0).max(10_000).optional(),
  level: z.int().min(1).max(3).nullish(),
  implementation_groups: groupReferences.nullish(),
  target_score: z.int().min(0).max(100).nullish(),
}
export const applyPolicy = defineCall('POST /policy/{id}/apply', {
  right: 'policy_application.write',
  summary: 'Apply a policy to several perimeters, and change how it applies to others, all or none',
  /** `changes`: applications of the policy that get the same scope. */
  body: z
    .strictObject({
      perimeters: z.array(id).max(500).default([]),
      changes: z
        .array(z.strictObject({ id, version: id.optional() }))
        .max(500)
        .refine((rows) => new Set(rows.map((row) => row.id)).size === rows.length)
        .default([]),
      ...scope,
    })
    .refine(({ perimeters, changes }) => perimeters.length + changes.length > 0, { path: ['perimeters'], message: 'kit.errors.mandatory' }),
  /** `applications`: what was made, so that it can be undone; `undo`: the ticket of what was changed. */
  answer: objectAnswer(z.object({ count: z.int(), applications: z.array(z.int()), changed: z.int(), undo: z.string().nullable() })),
})
export const previewAdoption = defineCall('GET /policy_application/{id}/adopt', {
  right: 'policy_application.read',
  summary: 'Show what another version of the policy would change for a perimeter',
  query: z.strictObject({ policy_version: z.coerce.number().int().min(1).optional() }),
  answer: objectAnswer(versionDifference),
})
export const adoptVersion = defineCall('POST /policy_application/{id}/adopt', {
  right: 'policy_application.write',
  summary: 'Move a perimeter to another published version of the policy',
  body: z.strictObject({ policy_version: id, version: id.optional() }),
  answer: created,
})

const applicabilityLine = z.object({
  lineage_id: z.int(),
  control: referenceSchema,
  ...texts,
  group: z.string().nullable(),
  applicability: z.enum(['APPLICABLE', 'NOT_APPLICABLE', 'OUT_OF_LEVEL']),
  /** Why it is in scope, or would be: its level, its groups, or because it always is. */
  basis: z.enum(['LEVEL', 'GROUP', 'ALWAYS']),
  level: z.int().nullable(),
  implementation_groups: z.array(z.string()),
  justification: z.string().nullable(),
  decided_by: z.string().nullable(),
  decided_at: z.iso.datetime().nullable(),
  /** The exclusion itself, to be changed. */
  exclusion_id: z.int().nullable(),
  exclusion_version: z.int().nullable(),
  decided_by_id: z.int().nullable(),
  solutions: z.array(solutionShare),
})
export type ApplicabilityLine = z.output<typeof applicabilityLine>
/** Every requirement of the version in force, included or not, with the reason (decisions: the statement of applicability). */
export const statementFile = defineCall('GET /policy_application/{id}/statement_file', {
  standby: true,
  right: 'policy_application.read',
  costly: true,
  summary: 'Download the statement of applicability as an Excel file',
  download: true,
  answer: z.unknown(),
})
/** The same, to be read on screen. */
export const statementOfApplicability = defineCall('GET /policy_application/{id}/statement', {
  right: 'policy_application.read',
  summary: 'Read the statement of applicability of a policy in a perimeter',
  answer: z.object({ objects: z.array(applicabilityLine) }),
})
