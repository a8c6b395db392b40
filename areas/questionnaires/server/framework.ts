import { sql, type RawBuilder } from 'kysely'
import { notFound } from '#kit/contract/errors.ts'
import { authorize } from '#kit/server/access/authorize.ts'
import { extensionPoint } from '#kit/server/data/resources/extension-point.ts'
import type { Resources } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { unionAll } from '#kit/server/data/store/union-all.ts'
import { questionsOfFramework } from '#areas/catalog/server/index.ts'
import { questionnaireOf, type FrameworkQuestion } from '#areas/questionnaires/contract/from-framework.ts'
import { makeQuestionnaire } from './make.ts'

const madeOf = (urn: string) => `urn:vigie:questionnaire:of:${urn}`.slice(0, 500)

/** How many questions a framework brought, and what was made of them last. */
export async function standingOf(tx: Tx, urn: string): Promise<{ questions: number; questionnaire: number | null }> {
  const row = await tx.first(sql<{ questions: number; questionnaire: number | null }>`select
    (select count(*)::int from ${questionsOfFramework(tx.customerId, urn)} q) as questions,
    (select max(id) from questionnaire where customer_id = ${tx.customerId} and urn = ${madeOf(urn)} and not archived) as questionnaire`)
  return row ?? { questions: 0, questionnaire: null }
}

/** The questions of a framework as a questionnaire, in one step: each group of the framework that has questions is a section. */
export async function makeOfFramework(
  tx: Tx,
  resources: Resources,
  given: { readonly urn: string; readonly name_en: string | null; readonly name_fr: string | null },
): Promise<number> {
  authorize(tx.who, 'questionnaire.write')
  const questions =
    await tx.run(sql<FrameworkQuestion>`select q.urn, q.node_urn, q.text_en, q.text_fr, q.type, q.weight::float8 as weight, q.annotation, q.rules, q.choices,
      place.names as names
    from ${questionsOfFramework(tx.customerId, given.urn)} q left join lateral (${groupOf(tx)}) as place on true
    where q.urn is not null order by q.position, q.id`)
  if (questions.length === 0) throw notFound()
  return makeQuestionnaire(tx, resources, {
    changes: { name_en: given.name_en, name_fr: given.name_fr, urn: madeOf(given.urn) },
    structure: questionnaireOf(questions),
    action: 'from_framework',
  })
}

/** Where nodes of frameworks stand: from a node, a query for `names` of the group of its latest version, one row or none. */
export const nodePlaces = extensionPoint<(customerId: number, node: RawBuilder<unknown>) => RawBuilder<unknown>>()

const groupOf = (tx: Tx) => {
  const places = nodePlaces.all().map((placeOf) => sql`(${placeOf(tx.customerId, sql`q.node_urn`)})`)
  return sql`select names from ${unionAll(places, sql`select null::jsonb as names`)} found limit 1`
}
