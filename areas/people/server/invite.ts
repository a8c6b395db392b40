import { AppError } from '#kit/contract/errors.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { tally, windowEndsIn } from '#kit/server/http/rate-limit.ts'

const hour = 3600
const day = 24 * hour

/** Mails that people who are added get, asked or not: to one address from one organisation in an hour and in a day, and from one organisation in all in an hour. */
const limits = { addressAnHour: 5, addressADay: 10, organisationAnHour: 300 }

/** Queues the invitation of a member; throws THROTTLED, so that nothing of what asked for it is kept, once the address or the organisation has had its share. */
export async function invite(tx: Tx, memberId: number, email: string): Promise<void> {
  const address = email.toLowerCase()
  const within = async (key: string, limit: number, window: number, message: string) => {
    if ((await tally(tx, key, window)) > limit)
      throw new AppError('THROTTLED', message, { code: 'INVITATION_LIMIT', values: { max: limit }, retryAfter: windowEndsIn(window) })
  }
  await within(`invite:${tx.customerId}:${address}:hour`, limits.addressAnHour, hour, 'people.errors.invitations_hour')
  await within(`invite:${tx.customerId}:${address}:day`, limits.addressADay, day, 'people.errors.invitations_day')
  await within(`invite:${tx.customerId}`, limits.organisationAnHour, hour, 'people.errors.invitations_organisation')
  // What organisations together send to one address leaves one an hour beyond a day's share. That is told to nobody: it would tell one of the others.
  const beyond = (await tally(tx, `invited:${address}`, day)) - limits.addressADay
  tx.enqueue({ name: 'people.invite', data: { member_id: memberId }, key: `member-${memberId}`, ...(beyond > 0 && { delaySeconds: beyond * hour }) })
}

/** The same for those who come in great numbers by themselves: beyond an hour's share of the organisation each later hour takes its own, and nobody is refused. */
export async function inviteLater(tx: Tx, memberId: number, email: string): Promise<void> {
  const address = email.toLowerCase()
  const before = await tally(tx, `invite:${tx.customerId}`, hour)
  const hours = Math.floor((before - 1) / limits.organisationAnHour)
  const beyond = Math.max(0, (await tally(tx, `invited:${address}`, day)) - limits.addressADay)
  const wait = Math.max(hours, beyond) * hour
  tx.enqueue({ name: 'people.invite', data: { member_id: memberId }, key: `member-${memberId}`, ...(wait > 0 && { delaySeconds: wait }) })
}
