import { everyQuestionnaire } from '#areas/questionnaires/server/index.ts'
import { sql } from 'kysely'
import { AppError, type FieldMessages } from '#kit/contract/errors.ts'
import { localizedText, rowRef } from '#kit/server/data/sql/columns.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import { authorizeVerb, updateRow } from '#kit/server/data/store/store.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { Answers } from '#areas/questionnaires/contract/play.ts'
import type { KeptClassification } from '#areas/suppliers/contract/calls.ts'
import { classify } from '#areas/suppliers/contract/classification.ts'
import { askedNow } from './settings.ts'

const q = rowRef('q')
/** How many are told: each stays, the history of the record says when. */
const historyLimit = 20

/** What was answered of a supplier each time, the latest first. */
export const keptOf = async (tx: Tx, supplier: number): Promise<KeptClassification[]> =>
  (
    await tx.run(sql<
      Omit<KeptClassification, 'at'> & { at: Date }
    >`select c.answers, c.edition, c.criticality, c.level_en, c.level_fr, c.value::float8 as value, c.created_at as at,
        nullif(concat_ws(' ', m.firstname, m.lastname), '') as author,
        jsonb_build_object('id', q.id, 'name', ${localizedText(q, 'name', tx.who.lang)}, 'identifier', q.identifier) as questionnaire
      from supplier_classification c join ${everyQuestionnaire(tx.customerId)} q on q.id = c.questionnaire_id
        left join member m on m.customer_id = c.customer_id and m.id = c.author_id
      where c.customer_id = ${tx.customerId} and c.supplier_id = ${supplier} order by c.id desc limit ${historyLimit}`)
  ).map(({ at, ...rest }) => ({ ...rest, at: at.toISOString() }))

/** Says how critical a supplier is by what was answered. Throws CONFLICT where nothing is asked or another version is, INVALID with the questions that are missing. */
export async function answerClassification(
  tx: Tx,
  resources: Resources,
  supplier: number,
  { edition, answers }: { edition: number; answers: Answers },
): Promise<KeptClassification | undefined> {
  const resource = resourceOf(resources, 'supplier')
  const asked = await askedNow(tx)
  const found = asked && classify(asked.structure, asked.accumulator, answers)
  if (!asked || !found) throw new AppError('CONFLICT', 'suppliers.errors.nothing_asked')
  if (asked.edition !== edition) throw new AppError('CONFLICT', 'suppliers.errors.other_edition')
  const { criticality, value, level, missing } = found
  if (missing.length > 0) {
    const fields: FieldMessages = Object.fromEntries(missing.map((key) => [key, [{ key: 'kit.errors.mandatory' }]]))
    throw new AppError('INVALID', 'kit.errors.check_inputs', { fields })
  }
  await updateRow(
    tx,
    authorizeVerb(tx, resource, 'update'),
    resource,
    resources,
    supplier,
    { criticality, classified_on: tx.today, criticality_reason: null },
    { action: 'classify' },
  )
  await tx.run(sql`insert into supplier_classification (customer_id, supplier_id, questionnaire_id, edition, accumulator, answers, value, criticality, level_en, level_fr, author_id)
    values (${tx.customerId}, ${supplier}, ${asked.questionnaire}, ${edition}, ${asked.accumulator}, ${JSON.stringify(answers)}::jsonb, ${value}, ${criticality},
      ${level?.name_en ?? null}, ${level?.name_fr ?? null}, ${tx.who.memberId})`)
  const [latest] = await keptOf(tx, supplier)
  return latest
}
