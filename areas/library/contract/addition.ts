import { z } from 'zod'
import { policyKinds } from '#areas/policies/contract/policy.ts'
import { defineCall } from '#kit/contract/call.ts'
import { objectAnswer } from '#kit/contract/row-schema.ts'
import { importStatuses } from './import-report.ts'
import { shelfKinds } from './shelf.ts'

const text = z.string().nullable()

/** Why what was brought in cannot be taken back: it is applied, linked or changed by now, it replaced an earlier version, or something uses it. */
export const undoRefusals = ['running', 'nothing', 'applied', 'linked', 'changed', 'upgraded', 'undone'] as const
export type UndoRefusal = (typeof undoRefusals)[number]

const item = z.object({
  report_id: z.int(),
  file_id: z.int(),
  name_en: text,
  name_fr: text,
  kind: z.enum(shelfKinds),
  chosen: z.boolean(),
  status: z.enum(importStatuses),
  progress: z.int(),
  outcome: z.enum(['created', 'upgraded', 'unchanged', 'older']).nullable(),
  reason: text,
  requirements: z.int(),
  pairs: z.int(),
  solutions: z.int(),
  policy_id: z.int().nullable(),
})
export type AdditionItem = z.output<typeof item>

const framework = z.object({
  policy_id: z.int(),
  /** Of the policy's row, for whoever changes it. */
  version: z.int(),
  name: text,
  reference: text,
  provider: text,
  version_label: z.string(),
  publication_date: text,
  kind: z.enum(policyKinds).nullable(),
  may_change: z.boolean(),
  languages: z.array(z.string()),
  requirements: z.int(),
  groups: z.int(),
  /** Requirements with a measure model, and those for which a mapping set knows one. */
  linked: z.int(),
  suggested: z.int(),
  /** The mapping sets that know it, those that know most first; a few of them. */
  by_sets: z.array(z.string()),
  /** Those for which texts that are alike know one, and no mapping set does. */
  alike: z.int(),
  models: z.int(),
  applied: z.boolean(),
})
export type AddedFramework = z.output<typeof framework>

const addition = z.object({
  id: z.int(),
  /** From asking to the end, in seconds; null while it runs. */
  seconds: z.number().nullable(),
  undone_at: z.iso.datetime().nullable(),
  refusal: z.enum(undoRefusals).nullable(),
  items: z.array(item),
  /** Where one framework was asked for. */
  framework: framework.nullable(),
  /** What is named and not there, by library: the links that wait, and to how many objects. */
  absent: z.array(z.object({ name: z.string(), kind: z.enum(['reference_control', 'threat']), links: z.int(), objects: z.int() })),
})
export type Addition = z.output<typeof addition>

export const readAddition = defineCall('GET /library_addition/{id}', {
  right: 'library.import',
  summary: 'Read what was brought in from the shelf, while it comes and ever after',
  answer: objectAnswer(addition),
})
export const undoAddition = defineCall('POST /library_addition/{id}/undo', {
  right: 'library.import',
  summary: 'Take back what was brought in from the shelf, before it is applied or linked',
  answer: objectAnswer(z.object({ id: z.int() })),
})
