import { sql, type RawBuilder } from 'kysely'

/** The keys of a customer, whatever became of them, to stand behind `from`. */
export const everyKey = (customer: unknown): RawBuilder<unknown> => sql`(select in_key.* from api_key in_key where in_key.customer_id = ${customer})`

/** The key that a program acts by, to stand behind `from`. */
export const keyOfAgent = (customer: unknown, agent: unknown): RawBuilder<unknown> =>
  sql`(select in_key.* from api_key in_key where in_key.customer_id = ${customer} and in_key.agent_id = ${agent})`
