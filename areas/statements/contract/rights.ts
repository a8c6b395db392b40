import { defineRights, pilots, readers } from '#kit/contract/right.ts'

/** Pilots say why a requirement is in as they say why one is out, in their own perimeters; who approves is a pilot who did not ask. */
export const statementRights = defineRights({
  'control_inclusion.read': readers,
  'control_inclusion.write': pilots,
  'statement.approve': pilots,
})
