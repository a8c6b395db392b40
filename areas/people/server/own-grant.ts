import { systemGrant } from '#kit/server/access/authorize.ts'
import type { Who } from '#kit/server/access/who.ts'

/** The right to one's own row only, whatever one's role. */
export const asOneself = (who: Who) => systemGrant('one’s own profile', who, who.memberId)
