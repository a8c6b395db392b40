import { z } from 'zod'
import { defineCall } from '#kit/contract/call.ts'
import { objectAnswer } from '#kit/contract/row-schema.ts'
import { statement, statementFilters } from './statement.ts'

const id = z.int().min(1)
/** What of a statement goes into a file: as it is filtered on screen. */
export const statementShown = z.object({ show: z.enum(statementFilters).default('ALL'), search: z.string().max(200).default('') })

export const readApplicability = defineCall('GET /policy_application/{id}/applicability', {
  standby: true,
  right: 'policy_application.read',
  summary: 'Read the statement of applicability with measures, proof, reasons and approval',
  query: z.strictObject({ against: z.coerce.number().int().min(1).optional() }),
  answer: objectAnswer(statement),
})
export const applicabilityFile = defineCall('GET /policy_application/{id}/applicability_file', {
  standby: true,
  right: 'policy_application.read',
  costly: true,
  summary: 'Download the statement of applicability as it is filtered, as an Excel file',
  query: statementShown.strict(),
  download: true,
  answer: z.unknown(),
})
/** Those that have a reason keep it unless `replace` says otherwise; what the level leaves out needs none. */
export const justifyLines = defineCall('POST /policy_application/{id}/justify', {
  right: 'control_inclusion.write',
  summary: 'Write one reason for several requirements of a statement of applicability',
  body: z.strictObject({
    lineages: z.array(id).min(1).max(5000),
    justification: z.string().trim().min(1).max(4000),
    replace: z.boolean().default(false),
  }),
  answer: objectAnswer(z.object({ written: z.int(), kept: z.int() })),
})
export const askApproval = defineCall('POST /policy_application/{id}/ask_approval', {
  right: 'policy_application.write',
  summary: 'Ask for the approval of a statement of applicability as it stands',
  body: z.strictObject({ comment: z.string().max(2000).nullish() }),
  answer: objectAnswer(z.object({ request: z.int() })),
})
export const decideApproval = defineCall('POST /policy_application/{id}/decide_approval', {
  right: 'statement.approve',
  summary: 'Approve or reject a statement of applicability',
  body: z.strictObject({ request: id, outcome: z.enum(['APPROVED', 'REJECTED']), reason: z.string().max(2000).nullish(), alone: z.boolean().optional() }),
  answer: objectAnswer(z.object({ request: z.int() })),
})
export const withdrawApproval = defineCall('POST /policy_application/{id}/withdraw_approval', {
  right: 'policy_application.write',
  summary: 'Take back what was asked about a statement of applicability',
  answer: objectAnswer(z.object({ id: z.int() })),
})
