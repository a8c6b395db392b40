import { defineQuestion } from '#kit/contract/decision.ts'

/** Whether a statement holds as it stands: what is approved is a version of it. */
export const statementApproval = defineQuestion({
  name: 'statement',
  alone: true,
  outcomes: { APPROVED: { approves: true }, REJECTED: { reasoned: true } },
})
