import { defineChecks } from '#kit/contract/check.ts'
import { member } from './member.ts'

/** Of no use to who cannot write users, and nothing for others to know of them. */
const right = 'member.write'

export const memberChecks = defineChecks(member, {
  GONE_HOLDING: { subject: 'people', urgent: true, right },
  EXTERNAL_OVER: { subject: 'people', urgent: true, right },
  ADMIN_NOT_STRONG: { subject: 'people', right },
  NEVER_CAME: { subject: 'people', right },
})
