import { sql } from 'kysely'
import type { ParsedFramework } from '#areas/library/server/library-content.ts'
import { authorize } from '#kit/server/access/authorize.ts'
import { removeRows } from '#kit/server/data/store/remove-rows.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { otherTexts, singleText } from './single-text.ts'
import { storeObjects } from './store-objects.ts'

/** Stores the questions of a framework with their choices; those that the file no longer has go to history. A choice keeps its id for as long as its question has its URN. */
export async function storeQuestions(tx: Tx, resources: Resources, framework: ParsedFramework): Promise<void> {
  const resource = resourceOf(resources, 'question')
  const questions = framework.nodes.flatMap((node) => node.questions.map((question) => ({ node, question })))
  const urns = questions.map(({ question }) => question.urn)
  const gone = await tx.run(
    sql<{ id: number }>`select id from question where customer_id = ${tx.customerId} and framework_urn = ${framework.urn} and not urn = any(${urns}::text[])`,
  )
  await removeRows(
    tx,
    authorize(tx.who, 'question.write'),
    resource,
    resources,
    gone.map((row) => row.id),
  )
  if (questions.length === 0) return
  const choices = await tx.run(sql<{ id: number; question: string; urn: string }>`select c.id, q.urn as question, c.urn from question__choices c
    join question q on q.customer_id = c.customer_id and q.id = c.owner_id where c.customer_id = ${tx.customerId} and q.framework_urn = ${framework.urn}
      and q.urn is not null and c.urn is not null`)
  const known = new Map(choices.map(({ id, question, urn }) => [`${question} ${urn}`, id]))
  await storeObjects(
    tx,
    resource,
    resources,
    questions.map(({ node, question }, position) => ({
      urn: question.urn,
      framework_urn: framework.urn,
      node_urn: node.urn,
      text_en: question.text.en,
      text_fr: question.text.fr,
      type: question.type,
      weight: question.weight,
      annotation: singleText(question.annotation),
      rules: rulesOf(question),
      translations: otherTexts(question.translations, { annotation: question.annotation }),
      position,
      catalog_type: 'PRIVATE',
      choices: question.choices.map((choice) => ({
        ...(known.has(`${question.urn} ${choice.urn}`) && { id: known.get(`${question.urn} ${choice.urn}`) }),
        urn: choice.urn,
        value_en: choice.value.en,
        value_fr: choice.value.fr,
        description_en: choice.description.en,
        description_fr: choice.description.fr,
        add_score: choice.add_score,
        compute_result: choice.compute_result,
        color: choice.color,
        select_implementation_groups: choice.select_implementation_groups,
        translations: otherTexts(choice.translations),
      })),
    })),
    { onlyNew: ['catalog_type'], alsoKey: 'framework_urn' },
  )
}

const rulesOf = ({ depends_on, config, extra }: ParsedFramework['nodes'][number]['questions'][number]) =>
  depends_on === null && config === null && extra === null
    ? null
    : { ...(depends_on && { depends_on }), ...(config !== null && { config }), ...(extra && { extra }) }
