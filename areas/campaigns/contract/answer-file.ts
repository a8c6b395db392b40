import { z } from 'zod'
import { defineCall } from '#kit/contract/call.ts'
import { objectAnswer } from '#kit/contract/row-schema.ts'
import { answerBody } from './answer-calls.ts'

/** A filled-in file is no larger. */
export const maxAnswersFile = 10 * 1024 * 1024

/** What is asked, with the answers of now, to be filled in elsewhere. */
export const downloadAnswers = defineCall('GET /evaluation/{id}/answers_file', {
  right: 'evaluation.read',
  costly: true,
  outside: 'own',
  summary: 'Write what an evaluation asks as Excel, with its answers: the file that comes back',
  answer: z.unknown(),
  download: true,
})

/** Changed: it says something else than what stands there. Conflict: that was answered otherwise since the file was made. Hidden: other answers hide it. Wrong: why is told. */
export const fileLineStates = ['CHANGED', 'CONFLICT', 'HIDDEN', 'WRONG'] as const

const line = z.object({
  /** As the spreadsheet numbers it. */
  line: z.int(),
  state: z.enum(fileLineStates),
  name: z.string(),
  before: z.string(),
  after: z.string(),
  messages: z.array(z.string()),
  /** The whole answer, over the version that the file was made from; null where nothing can come of the line. */
  answer: answerBody.omit({ evidences: true }).nullable(),
})
export type AnswerLine = z.output<typeof line>

/** Nothing is kept: what the file says is shown, and then answered as in the screen, one by one. */
export const readAnswersFile = defineCall('POST /evaluation/{id}/read_answers_file', {
  reads: true,
  right: 'evaluation.write',
  outside: 'own',
  summary: 'Read the answers of a filled-in file without keeping anything: what each line would change, and what is wrong with it',
  upload: { maxBytes: maxAnswersFile },
  answer: objectAnswer(z.object({ problem: z.string().nullable(), lines: z.array(line), unchanged: z.int() })),
})
