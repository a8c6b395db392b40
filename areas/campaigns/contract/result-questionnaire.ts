import { z } from 'zod'
import { defineCall } from '#kit/contract/call.ts'
import { objectAnswer, referenceSchema } from '#kit/contract/row-schema.ts'
import { questionTypes } from '#areas/questionnaires/contract/structure.ts'

const text = z.string().nullable()
const id = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER)
const range = z.object({ mean: z.number().nullable(), min: text, max: text })
const share = z.object({ key: z.string(), label: text, count: z.int() })
const question = z.object({
  key: z.string(),
  text,
  type: z.enum(questionTypes),
  answers: z.int(),
  na: z.int(),
  /** Options, or levels of a scale. */
  shares: z.array(share),
  /** Of numbers and days. */
  range: range.nullable(),
})
export type QuestionResult = z.output<typeof question>

const schema = z.object({
  questionnaire: z.object({ id: z.int(), name: text, edition: z.int().nullable() }),
  sections: z.array(z.object({ key: z.string(), title: text, score: z.number().nullable(), questions: z.array(question) })),
  accumulators: z.array(z.object({ key: z.string(), name: text, mean: z.number(), min: z.number(), max: z.number(), shares: z.array(share) })),
  campaigns: z.array(referenceSchema),
  perimeters: z.array(referenceSchema),
  counted: z.object({ campaigns: z.int(), evaluations: z.int(), perimeters: z.int() }),
  hidden: z.int(),
})
export type QuestionnaireResult = z.output<typeof schema>

const query = z.strictObject({ campaign: id.optional(), perimeter: id.optional() })
/** Over the validated evaluations of all its campaigns that the reader finds (QST-12). */
export const questionnaireResults = defineCall('GET /questionnaire/{id}/results', {
  standby: true,
  right: 'questionnaire.read',
  summary: 'Read how a questionnaire was answered: distribution of each question, section scores, accumulators',
  query,
  answer: objectAnswer(schema),
})
export const questionnaireResultsFile = defineCall('GET /questionnaire/{id}/results_file', {
  standby: true,
  right: 'questionnaire.read',
  costly: true,
  summary: 'Download the results of a questionnaire as an Excel file',
  query,
  download: true,
  answer: z.unknown(),
})
