import { authorize } from '#kit/server/access/authorize.ts'
import { systemWho, type Who } from '#kit/server/access/who.ts'

/** The right to one's own row only, whatever one's role. */
export const asOneself = (who: Who) =>
  authorize(
    { ...systemWho(who.customerId, who.source, who.requestId, who.lang, who.timeZone), memberId: who.memberId },
    'member.write',
  )
