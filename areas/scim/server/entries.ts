import { sql } from 'kysely'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { stepsKept, type Step } from '#areas/scim/contract/steps.ts'

export interface Entry {
  readonly connection: number
  readonly method: string
  readonly target: string
  readonly status: number
  readonly address: string
  readonly steps: readonly Step[]
  readonly trial: boolean
}

/** Rows that are kept of a connection, besides how long. */
const mostEntries = 50_000

const stateOf = ({ status, steps, trial }: Entry) =>
  status >= 400 ? 'REFUSED' : trial ? 'TRIED' : steps.some(({ kind }) => kind.startsWith('WAITS')) ? 'WAITING' : 'DONE'

/** Keeps what came and what it did. The same refusal within an hour is one line, with how often: an identity provider tries again for days. */
export async function keepEntry(tx: Tx, entry: Entry): Promise<void> {
  const { connection, method, status, address } = entry
  const target = entry.target.slice(0, 200)
  const steps = JSON.stringify(entry.steps.slice(0, stepsKept))
  if (status >= 400) {
    const again = await tx.first(sql`update scim_entry set times = times + 1, at = ${tx.now}, address = ${address}::inet
      where customer_id = ${tx.customerId} and id = (select e.id from scim_entry e where e.customer_id = ${tx.customerId} and e.connection_id = ${connection}
        and e.at > ${tx.now}::timestamptz - interval '1 hour' and e.method = ${method} and e.target = ${target} and e.status = ${status} and e.steps = ${steps}::jsonb order by e.at desc limit 1)
      returning id`)
    if (again) return
  }
  await tx.run(sql`insert into scim_entry (customer_id, connection_id, at, method, target, state, status, address, steps, count)
    values (${tx.customerId}, ${connection}, ${tx.now}, ${method}, ${target}, ${stateOf(entry)}, ${status}, ${address}::inet, ${steps}::jsonb, ${entry.steps.length})`)
}

/** Lets go of what is older than the organisation keeps its log, ninety days at least, and of what is too much. */
export async function forgetEntries(tx: Tx): Promise<void> {
  await tx.run(sql`delete from scim_entry e using customer c where e.customer_id = ${tx.customerId} and c.id = e.customer_id
    and c.log_retention_days > 0 and e.at < ${tx.now}::timestamptz - make_interval(days => greatest(90, c.log_retention_days))`)
  await tx.run(sql`delete from scim_entry e where e.customer_id = ${tx.customerId} and e.id < (
    select o.id from scim_entry o where o.customer_id = e.customer_id and o.connection_id = e.connection_id order by o.id desc offset ${mostEntries} limit 1)`)
}
