import { z } from 'zod'
import { languages } from '#kit/contract/catalogue.ts'
import { dateOrders, usualOrder } from '#kit/contract/date-order.ts'
import { adminTypes, roles } from '#kit/contract/right.ts'
import type { Who } from '#kit/server/access/who.ts'

/** Who asked for an export or an import, as they were when they asked: the job sees and may do what they could, and no more. */
export const requesterSchema = z.object({
  memberId: z.int().nullable(),
  roles: z.array(z.enum(roles)),
  rights: z.array(z.string()),
  groupIds: z.array(z.int()),
  perimeterIds: z.array(z.int()),
  tagIds: z.array(z.int()),
  adminType: z.enum(adminTypes).nullable(),
  accountId: z.int().nullable(),
  impersonatorId: z.int().nullable(),
  lang: z.enum(languages),
  /** Of their language, for what earlier releases had queued. */
  dateOrder: z.enum(dateOrders).optional(),
  timeZone: z.string(),
  requestId: z.string(),
})
export type Requester = z.output<typeof requesterSchema>

/** To be kept as JSON with the request; the customer is that of the row that keeps it. */
export const requesterOf = (who: Who): Requester => requesterSchema.parse({ ...who, rights: [...who.rights] })

/** The asker again, acting through a job. */
export const whoOf = (asker: Requester, customerId: number, source: string): Who => ({
  ...asker,
  dateOrder: asker.dateOrder ?? usualOrder[asker.lang],
  rights: new Set(asker.rights),
  customerId,
  // Nobody from outside exports or imports.
  outside: null,
  session: null,
  source,
})
