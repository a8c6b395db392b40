import { defineEntity } from '#kit/contract/entity.ts'
import { choice, derived, flag, identifier, integer, localized, timestamp } from '#kit/contract/field.ts'
import { sharedFields } from '#kit/contract/origin.ts'

export const questionnaireStatuses = ['DRAFT', 'PUBLISHED'] as const
export const usages = ['EVALUATION', 'PROJECT_CLASSIFICATION'] as const

/** What is asked of somebody: its sections, questions and accumulators are one document of each of its versions (docs/decisions/0066). */
export const questionnaire = defineEntity({
  name: 'questionnaire',
  area: 'questionnaires',
  title: 'name',
  fields: {
    identifier: identifier({ prefix: 'Q' }),
    name: localized({ need: 'required', max: 255 }),
    description: localized({ long: true }),
    usage: choice(usages, { default: 'EVALUATION', need: 'required' }),
    /** Published once a version is in force, whether a next one is being written or not. */
    status: choice(questionnaireStatuses, { by: 'server', default: 'DRAFT' }),
    /** The version in force. */
    edition: integer({ by: 'server', min: 1 }),
    /** The version that is being written. */
    draft_edition: integer({ by: 'server', min: 1 }),
    /** Of the version in force, before there is one of the draft. */
    questions: integer({ by: 'server', min: 0, default: 0 }),
    /** How much of the draft is still to be corrected. */
    to_correct: integer({ by: 'server', min: 0, default: 0 }),
    /** When the draft was last saved; each save is a version of the row. */
    written_at: timestamp({ by: 'server' }),
    archived: flag(),
    adopted: derived(flag()),
    ...sharedFields,
  },
  rights: { read: 'questionnaire.read', create: 'questionnaire.write', update: 'questionnaire.write', delete: 'questionnaire.write' },
  list: {
    columns: ['identifier', 'name', 'usage', 'status', 'edition', 'questions'],
    more: ['draft_edition', 'to_correct', 'written_at', 'description', 'adopted', 'catalog_type', 'archived'],
    filters: ['identifier', 'name', 'usage', 'status', 'adopted', 'catalog_type', 'archived'],
    sort: 'identifier',
    search: ['identifier', 'name', 'description'],
  },
  form: [{ section: 'general', fields: ['name', 'identifier', 'description', 'usage', 'archived'] }],
})
