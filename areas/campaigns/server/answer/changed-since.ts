import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { versionOf } from '#areas/questionnaires/server/index.ts'
import { questionsOf, type Question } from '#areas/questionnaires/contract/structure.ts'
import type { Content } from '#areas/campaigns/contract/answer-calls.ts'
import type { Head } from './head.ts'

type Changed = Content['changed']

interface Former {
  readonly policy_version_id: number | null
  readonly questionnaire_id: number | null
  readonly edition: number | null
}

/** What is asked otherwise than in the campaign that this one repeats, or was not asked there; nothing where both ask the same version. Two statements at most. */
export async function changedSince(tx: Tx, head: Head, { items, structure }: Pick<Content, 'items' | 'structure'>): Promise<Changed> {
  if (head.copied_from_id === null) return []
  const former = await tx.first(sql<Former>`select policy_version_id, questionnaire_id, edition from campaign
    where customer_id = ${tx.customerId} and id = ${head.copied_from_id} and policy_id is not distinct from ${head.policy_id}::bigint`)
  if (!former) return []
  if (head.policy_version_id !== null)
    return former.policy_version_id === null || former.policy_version_id === head.policy_version_id
      ? []
      : requirements(tx, head.policy_version_id, former.policy_version_id)
  const { questionnaire_id: questionnaire, edition } = former
  if (questionnaire === null || edition === null || questionnaire !== head.questionnaire_id || edition === head.edition) return []
  const before = new Map(questionsOf((await versionOf(tx, questionnaire, edition)).structure).map((one) => [one.key, one]))
  const places = new Map(items.map(({ item, question }) => [question, item]))
  return (structure ? questionsOf(structure) : []).flatMap((question): Changed => {
    const [item, was] = [places.get(question.key), before.get(question.key)]
    if (item === undefined || (was && isDeepStrictEqual(asRead(was), asRead(question)))) return []
    return [{ item, name_en: was?.text_en ?? null, name_fr: was?.text_fr ?? null, new: was === undefined }]
  })
}

/** What whoever answers reads of a question; not what it counts, nor when it is asked. */
const asRead = ({ text_en, text_fr, help_en, help_fr, type, options, mandatory, comment, proof }: Question) => ({
  text_en,
  text_fr,
  help_en,
  help_fr,
  type,
  mandatory,
  comment,
  proof,
  options: options.map(({ key, label_en, label_fr }) => ({ key, label_en, label_fr })),
})

const requirements = (tx: Tx, now: number, before: number): Promise<Changed> =>
  tx.run(sql<Changed[number]>`select c.id::int as item, o.name_en, o.name_fr, o.id is null as new
    from control c left join control o on o.customer_id = c.customer_id and o.policy_version_id = ${before} and o.lineage_id = c.lineage_id
    where c.customer_id = ${tx.customerId} and c.policy_version_id = ${now}
      and (o.id is null or (c.name_en, c.name_fr, c.description_en, c.description_fr) is distinct from (o.name_en, o.name_fr, o.description_en, o.description_fr))
    order by c.position, c.id`)
