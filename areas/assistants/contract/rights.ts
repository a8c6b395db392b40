import { defineRights, writers } from '#kit/contract/right.ts'

export const assistantsRights = defineRights({
  /** To see what is proposed to rows that one may write, and to decide it: each row's own rule says whose it is. */
  'proposal.decide': writers,
})
