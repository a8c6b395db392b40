import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#kit/server/data/database/transaction.ts'

/** Questionnaires that were published and not put away, to stand behind `from`. */
export const publishedQuestionnaires = (customer: unknown): RawBuilder<unknown> =>
  sql`(select in_questionnaire.* from questionnaire in_questionnaire where in_questionnaire.customer_id = ${customer}
    and in_questionnaire.edition is not null and not in_questionnaire.archived)`

/** The edition in force of a questionnaire: null where none was published, undefined where it is not there or was put away. */
export const editionInForce = async (tx: Tx, id: number): Promise<number | null | undefined> =>
  (await tx.first(sql<{ edition: number | null }>`select edition from questionnaire where customer_id = ${tx.customerId} and id = ${id} and not archived`))
    ?.edition

/** The questionnaires of a customer, published or not, to stand behind `from`. */
export const everyQuestionnaire = (customer: unknown): RawBuilder<unknown> =>
  sql`(select in_questionnaire.* from questionnaire in_questionnaire where in_questionnaire.customer_id = ${customer})`
