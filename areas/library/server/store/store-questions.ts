import { sql } from 'kysely'
import type { ParsedFramework } from '#areas/library/server/library-content.ts'
import { versionedColumns } from '#kit/server/data/history.ts'
import { resourceOf, type Resources } from '#kit/server/data/resource.ts'
import type { Tx } from '#kit/server/data/transaction.ts'
import { otherTexts, singleText } from './single-text.ts'
import { auditLinked } from './resolve-pending.ts'
import { storeObjects } from './store-objects.ts'

const choiceColumns = [
  'value_en',
  'value_fr',
  'description_en',
  'description_fr',
  'add_score',
  'compute_result',
  'color',
  'select_implementation_groups',
  'translations',
  'position',
] as const

/** Stores the questions of a framework with their choices; those that the file no longer has go to history. */
export async function storeQuestions(tx: Tx, resources: Resources, framework: ParsedFramework): Promise<void> {
  const resource = resourceOf(resources, 'question')
  const questions = framework.nodes.flatMap((node) => node.questions.map((question) => ({ node, question })))
  const columns = sql.join(versionedColumns(resource.def).map((c) => sql.ref(c)))
  const gone = sql`customer_id = ${tx.customerId} and framework_urn = ${framework.urn} and not urn = any(${questions.map(({ question }) => question.urn)}::text[])`
  const removed = await tx.run(
    sql<{
      id: number
    }>`insert into question_history (${columns}, valid_from, valid_to) select ${columns}, updated_at, clock_timestamp() from question where ${gone} returning id`,
  )
  if (removed.length > 0) {
    const ids = removed.map((row) => row.id)
    await endChoices(tx, sql`owner_id = any(${ids}::bigint[])`)
    await tx.run(sql`delete from question where ${gone}`)
    await tx.run(sql`delete from search_document where customer_id = ${tx.customerId} and entity = 'question' and id = any(${ids}::bigint[])`)
  }
  const ids = await storeObjects(
    tx,
    resource,
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
    })),
    { onlyNew: ['catalog_type'], alsoKey: ['framework_urn'] },
  )

  const choices = questions.flatMap(({ question }) =>
    question.choices.map((choice, position) => ({
      owner_id: ids.get(question.urn),
      position,
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
  )
  await storeChoices(tx, [...ids.values()], choices)
}

const rulesOf = ({ depends_on, config, extra }: ParsedFramework['nodes'][number]['questions'][number]) =>
  depends_on === null && config === null && extra === null
    ? null
    : { ...(depends_on && { depends_on }), ...(config !== null && { config }), ...(extra && { extra }) }

interface Owned {
  readonly owner_id: number
}

const ownColumns = sql.join(['customer_id', 'id', 'owner_id', 'urn', ...choiceColumns, 'valid_from'].map((c) => sql.ref(c)))

async function endChoices(tx: Tx, which: ReturnType<typeof sql>): Promise<Owned[]> {
  await tx.run(
    sql`insert into question__choices_history (${ownColumns}, valid_to) select ${ownColumns}, clock_timestamp() from question__choices where customer_id = ${tx.customerId} and ${which}`,
  )
  return tx.run(sql<Owned>`delete from question__choices where customer_id = ${tx.customerId} and ${which} returning owner_id`)
}

/** A choice keeps its id for as long as its question has its URN; what differs goes to history first. */
async function storeChoices(tx: Tx, owners: readonly number[], choices: readonly Record<string, unknown>[]): Promise<void> {
  if (owners.length === 0) return
  const { customerId } = tx
  const list = (alias: string) => sql.join(choiceColumns.map((c) => sql.ref(`${alias}.${c}`)))
  const wanted = sql`jsonb_populate_recordset(null::question__choices, ${JSON.stringify(choices)}::jsonb)`
  const ended = await endChoices(
    tx,
    sql`owner_id = any(${owners}::bigint[]) and not exists (select 1 from ${wanted} w where w.owner_id = question__choices.owner_id and w.urn = question__choices.urn)`,
  )
  const changed =
    await tx.run(sql<Owned>`with stale as materialized (select t.id, w.* from question__choices t join (select owner_id as of, urn as known_urn, ${list('w')} from ${wanted} w) w
      on w.of = t.owner_id and w.known_urn = t.urn where t.customer_id = ${customerId} and (${list('t')}) is distinct from (${list('w')})),
    archived as (insert into question__choices_history (${ownColumns}, valid_to) select ${ownColumns}, clock_timestamp() from question__choices where customer_id = ${customerId} and id in (select id from stale))
    update question__choices t set ${sql.join(choiceColumns.map((c) => sql`${sql.ref(c)} = ${sql.ref(`s.${c}`)}`))}, valid_from = clock_timestamp() from stale s where t.customer_id = ${customerId} and t.id = s.id returning t.owner_id`)
  const added = await tx.run(sql<Owned>`insert into question__choices (customer_id, owner_id, urn, ${sql.join(choiceColumns.map((c) => sql.ref(c)))})
    select ${customerId}::bigint, w.owner_id, w.urn, ${list('w')} from ${wanted} w
    where not exists (select 1 from question__choices t where t.customer_id = ${customerId} and t.owner_id = w.owner_id and t.urn = w.urn) returning owner_id`)
  await auditLinked(
    tx,
    'question',
    [...ended, ...changed, ...added].map((row) => row.owner_id),
  )
}
