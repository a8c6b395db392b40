import { z } from 'zod'
import { sharedObject, sharing } from '#areas/catalog/contract/shared.ts'
import { defineCall } from '#kit/contract/call.ts'
import { objectAnswer } from '#kit/contract/row-schema.ts'
import { usages } from './questionnaire.ts'
import { limits, structureSchema } from './structure.ts'

const id = z.int().min(1)
const created = objectAnswer(z.object({ id: z.int() }))
const fileFormats = ['xlsx', 'json'] as const
export type FileFormat = (typeof fileFormats)[number]
export const maxFileBytes = 10 * 1024 * 1024

const edition = z.object({ edition: z.int(), published_at: z.iso.datetime().nullable(), published_by: z.string().nullable() })
export type Edition = z.output<typeof edition>

export const readStructure = defineCall('GET /questionnaire/{id}/structure', {
  right: 'questionnaire.read',
  summary: 'Read what a questionnaire asks: its draft, else the version in force, or a version by its number',
  query: z.strictObject({ edition: z.coerce.number().int().min(1).optional() }),
  /** `version`: that of the questionnaire, which whoever saves it names. */
  answer: objectAnswer(z.object({ ...edition.shape, structure: structureSchema, editions: z.array(edition), version: z.int() })),
})
export const saveStructure = defineCall('PUT /questionnaire/{id}/structure', {
  right: 'questionnaire.write',
  summary: 'Save the draft of a questionnaire, also with what is still to be corrected',
  body: z.strictObject({ structure: structureSchema, version: id }),
  answer: objectAnswer(z.object({ id: z.int(), version: z.int() })),
})
export const publishQuestionnaire = defineCall('POST /questionnaire/{id}/publish', {
  right: 'questionnaire.write',
  summary: 'Publish the draft of a questionnaire; from then on it stays as it is',
  body: z.strictObject({ version: id }),
  answer: objectAnswer(z.object({ id: z.int(), edition: z.int() })),
})
export const draftQuestionnaire = defineCall('POST /questionnaire/{id}/draft', {
  right: 'questionnaire.write',
  summary: 'Begin the next version of a questionnaire with what the one in force says',
  answer: objectAnswer(z.object({ id: z.int(), edition: z.int() })),
})
export const forkQuestionnaire = defineCall('POST /questionnaire/fork', {
  right: 'questionnaire.write',
  summary: 'Copy a questionnaire, one’s own or a shared one, with what it asks',
  /** `into`: the copy of a shared one that is to say what it says now, in a draft of its next version (QST-14). */
  body: z.strictObject({ id, into: id.optional() }),
  answer: created,
})
export const shareQuestionnaire = defineCall('PUT /questionnaire/{id}/catalog_type', {
  right: 'questionnaire.write',
  summary: 'Say for whom a questionnaire of a catalog is',
  ...sharing,
})

const sharedQuestionnaire = z.object({ ...sharedObject, usage: z.enum(usages), edition: z.int(), questions: z.int() })
export type SharedQuestionnaire = z.output<typeof sharedQuestionnaire>
export const listSharedQuestionnaires = defineCall('GET /questionnaire/shared', {
  right: 'shared_catalog.read',
  summary: 'List the questionnaires that the provider and the instance share',
  answer: z.object({ objects: z.array(sharedQuestionnaire) }),
})
export const readSharedQuestionnaire = defineCall('GET /questionnaire/shared/{id}', {
  right: 'shared_catalog.read',
  summary: 'Read a shared questionnaire with what it asks',
  answer: objectAnswer(sharedQuestionnaire.extend({ structure: structureSchema })),
})

export const downloadQuestionnaire = defineCall('GET /questionnaire/{id}/file', {
  right: 'questionnaire.read',
  costly: true,
  summary: 'Write a version of a questionnaire as Excel or JSON: the file that comes back',
  query: z.strictObject({ format: z.enum(fileFormats), edition: z.coerce.number().int().min(1).optional() }),
  answer: z.unknown(),
  download: true,
})
const problem = z.object({ sheet: z.string().nullable(), line: z.int().nullable(), message: z.string() })
export type FileProblem = z.output<typeof problem>
export const readQuestionnaireFile = defineCall('POST /questionnaire/{id}/read_file', {
  reads: true,
  right: 'questionnaire.write',
  summary: 'Read a questionnaire from Excel or JSON without keeping anything: what it asks, and what is wrong with each line',
  upload: { maxBytes: maxFileBytes },
  answer: objectAnswer(
    z.object({ problems: z.array(problem), structure: structureSchema.nullable(), sections: z.int(), questions: z.int(), conditions: z.int() }),
  ),
})

export const frameworkQuestions = defineCall('GET /questionnaire/framework', {
  right: 'questionnaire.write',
  summary: 'Tell how many questions a framework brought, and the questionnaire that was made of them',
  query: z.strictObject({ urn: z.string().min(1).max(500) }),
  answer: objectAnswer(z.object({ questions: z.int(), questionnaire: z.int().nullable() })),
})
export const fromFramework = defineCall('POST /questionnaire/framework', {
  right: 'questionnaire.write',
  summary: 'Make a questionnaire of the questions that a framework brought',
  body: z.strictObject({ urn: z.string().min(1).max(500), name_en: z.string().max(255).nullable(), name_fr: z.string().max(255).nullable() }),
  answer: created,
})

const requirement = z.object({ key: z.string(), identifier: z.string().nullable(), name: z.string(), policy: z.string() })
export type LinkedRequirement = z.output<typeof requirement>
/** Handled by policies, which stand above. */
export const findRequirements = defineCall('POST /questionnaire/requirements', {
  reads: true,
  right: 'questionnaire.read',
  summary: 'Find requirements of policies in force that a question can be linked to: those of these keys, and what a text finds',
  body: z.strictObject({ keys: z.array(z.string().max(500)).max(limits.references).default([]), search: z.string().max(200).default('') }),
  answer: z.object({ objects: z.array(requirement) }),
})
