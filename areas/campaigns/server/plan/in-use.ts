import { sql } from 'kysely'
import { AppError } from '#kit/contract/errors.ts'
import type { DomainEvent, Tx } from '#kit/server/data/database/transaction.ts'

const named = (tx: Tx, column: 'policy_id' | 'questionnaire_id', id: number) =>
  tx.first(sql`select 1 from campaign where customer_id = ${tx.customerId} and ${sql.ref(column)} = ${id} limit 1`)

/** A policy on which a campaign stands is in use (POL-09). */
export async function keepPolicy(tx: Tx, { id }: DomainEvent): Promise<void> {
  if (await named(tx, 'policy_id', id)) throw new AppError('IN_USE', 'policies.errors.in_use')
}

/** QST-06. */
export async function keepQuestionnaire(tx: Tx, { id }: DomainEvent): Promise<void> {
  if (await named(tx, 'questionnaire_id', id)) throw new AppError('IN_USE', 'campaigns.plan.errors.questionnaire_linked')
}
