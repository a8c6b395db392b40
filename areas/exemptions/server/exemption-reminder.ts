import { readers } from '#kit/contract/right.ts'
import { anyOf, ownedBySelf, throughParent } from '#kit/server/access/row-rule.ts'
import { reminder } from '#kit/server/http/reminder.ts'
import { exemption } from '#areas/exemptions/contract/exemption.ts'
import { requestedFor } from './rules.ts'
import { exemptions } from './resources.ts'

/** Before an exemption ends, whoever asked for it, follows it or keeps its register hears of it. */
export const exemptionReminder = reminder(exemptions, {
  entity: exemption,
  date: 'end_date',
  days: [30, 7, 1],
  tell: anyOf(ownedBySelf, requestedFor, throughParent('exemption_register', 'register_id')),
  pageOf: (roles) => (roles.some((role) => readers.includes(role)) ? '/ops/exemptions/all' : '/contributions/exemptions'),
})
