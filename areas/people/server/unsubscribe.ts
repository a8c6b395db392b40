import type { Secrets } from '#kit/server/access/secrets.ts'
import { mailCadences, type MailCadence } from '#kit/contract/notification-kinds.ts'

const purpose = 'unsubscribe'
/** Days for which a mail's link ends mails of its kind. */
const holdsDays = 90
const day = 24 * 3_600_000

export interface Leaving {
  readonly customerId: number
  readonly memberId: number
  readonly cadence: MailCadence
}

/** A token that ends mails of one kind for one member, and does nothing else. */
export const leavingToken = (secrets: Secrets, { customerId, memberId, cadence }: Leaving, now: Date): string =>
  secrets.seal(purpose, `${customerId} ${memberId} ${cadence} ${Math.floor(now.getTime() / day)}`)

/** Whose mails a token ends; nothing for one that is not ours, was made for something else, has been changed or is too old: nobody learns which. */
export function leavingOf(secrets: Secrets, token: string, now: Date): Leaving | undefined {
  let text: string
  try {
    text = secrets.open(purpose, token)
  } catch {
    return undefined
  }
  const [customer, member, cadence, made] = text.split(' ')
  const known = mailCadences.find((one) => one === cadence)
  return known && Math.floor(now.getTime() / day) - Number(made) <= holdsDays
    ? { customerId: Number(customer), memberId: Number(member), cadence: known }
    : undefined
}
