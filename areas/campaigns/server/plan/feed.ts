import { rowRef } from '#kit/server/data/sql/columns.ts'
import { sql, type RawBuilder } from 'kysely'
import { everyMetric, lastMetricValue, setUses } from '#areas/metrics/server/index.ts'
import type { metricEntered } from '#areas/metrics/contract/events.ts'
import type { EventDef } from '#kit/contract/event.ts'
import { systemGrant } from '#kit/server/access/authorize.ts'
import type { Resources } from '#kit/server/data/resources/resource.ts'
import type { DomainEvent, Tx } from '#kit/server/data/database/transaction.ts'
import type { LongJob } from '#kit/server/http/area.ts'
import { oneByOne } from '#kit/server/jobs/one-by-one.ts'
import { lockEvaluation } from '#areas/campaigns/server/answer/head.ts'
import { evaluationState } from '#areas/campaigns/server/answer/evaluation-state.ts'
import { storeAnswers } from '#areas/campaigns/server/answer/store-answers.ts'

export const feedJobName = 'campaign.feed'

/** Which numbers of which campaigns a metric answers: `campaign_id`, `item`, `metric` (its identifier). */
export const feedsOf = (tx: Tx): RawBuilder<unknown> => sql`(
  select c.id as campaign_id, el.id as item, q ->> 'metric' as metric
  from campaign c join questionnaire_version qv on qv.customer_id = c.customer_id and qv.questionnaire_id = c.questionnaire_id and qv.edition = c.edition
    cross join lateral jsonb_path_query(qv.structure, '$.sections[*].questions[*] ? (@.type == "NUMBER" && @.metric != null)') q
    join questionnaire_element el on el.customer_id = c.customer_id and el.questionnaire_id = c.questionnaire_id and el.kind = 'QUESTION' and el.key = q ->> 'key'
  where c.customer_id = ${tx.customerId})`

const m = rowRef('m')

type Entered = typeof metricEntered extends EventDef<infer P> ? P : never

interface Fed {
  readonly evaluation: number
  readonly item: number
  readonly value: number
}

/**
 * The numbers that metrics know otherwise than they are answered. What a person said stays. Until the start they follow their metric; after it only what
 * nobody answered is filled in, so that nothing changes under whoever answers.
 */
const awaited = (tx: Tx, which: RawBuilder<boolean>): Promise<Fed[]> =>
  tx.run(sql<Fed>`select e.id as evaluation, f.item, l.value::float8 as value
    from ${feedsOf(tx)} f join campaign c on c.customer_id = ${tx.customerId} and c.id = f.campaign_id and c.status in ('METRIC_ENTRY', 'STARTED')
      join evaluation e on e.customer_id = c.customer_id and e.campaign_id = c.id and e.status in ('NOT_STARTED', 'STARTED')
      join ${everyMetric(tx.customerId)} m on m.identifier = f.metric
      cross join lateral ${lastMetricValue(m, sql`e.perimeter_id`)} l
      left join evaluation_answer a on a.customer_id = e.customer_id and a.evaluation_id = e.id and a.item = f.item
    where ${which} and (a.id is null or a.suggested or c.status = 'METRIC_ENTRY' and a.answered_by_id is null and a.value is distinct from to_jsonb(l.value))
    order by e.id, f.item`)

/** Answers one evaluation's numbers; held, so that of two who do so at once the second finds it done. Six statements, whatever the number. */
async function feedOne(tx: Tx, resources: Resources, id: number): Promise<void> {
  await lockEvaluation(tx, id)
  const values = await awaited(tx, sql<boolean>`e.id = ${id}`)
  if (values.length === 0) return
  const judged = await evaluationState(tx, systemGrant('evaluations that a campaign asks for', tx.who), resources, id)
  const answers = values.map(({ item, value }) => {
    const { evidences = 0, actions = 0, comment = null } = judged.stored.get(item) ?? {}
    return { item, given: { level: null, value, na: false, justification: null, comment, evidences, actions, suggested: false } }
  })
  await storeAnswers(tx, judged, answers)
  tx.audit({ entity: 'evaluation', object_id: id, action: 'feed', details: JSON.stringify(answers.map(({ item, given: { value } }) => ({ item, value }))) })
}

/** Takes what metrics know into the evaluations of a campaign, each for itself; run again, it changes nothing. */
export const feedJob: LongJob = {
  name: feedJobName,
  runLong: async ({ apart, resources, data }) => {
    const campaign = Number((data as { campaign_id?: unknown }).campaign_id)
    const found = await apart((tx) => awaited(tx, sql<boolean>`c.id = ${campaign}`))
    await oneByOne([...new Set(found.map(({ evaluation }) => evaluation))], 'Evaluations whose numbers could not be taken from metrics', (id) =>
      apart((tx) => feedOne(tx, resources, id)),
    )
  },
}

/** Values that come while numbers are entered are taken over at once. */
export async function feedWhereAwaited(tx: Tx, { payload: { changed } }: DomainEvent<Entered>): Promise<void> {
  const places = [...new Set(changed.map(({ perimeter }) => perimeter))]
  const rows = await tx.run(sql<{ id: number }>`select c.id from campaign c where c.customer_id = ${tx.customerId} and c.status = 'METRIC_ENTRY'
    and exists (select 1 from evaluation e where e.customer_id = c.customer_id and e.campaign_id = c.id and e.perimeter_id = any(${places}::bigint[])) order by c.id`)
  for (const { id } of rows) tx.enqueue({ name: feedJobName, data: { campaign_id: id }, key: String(id) })
}

/** A metric keeps its identifier while a campaign that is laid out or runs takes its values (MET-11). */
export async function noteFeeds(tx: Tx, id: number, status: string | null): Promise<void> {
  const used = status === 'READY' || status === 'METRIC_ENTRY' || status === 'STARTED'
  const metrics = used
    ? await tx.run(
        sql<{
          id: number
        }>`select m.id from ${feedsOf(tx)} f join ${everyMetric(tx.customerId)} m on m.identifier = f.metric where f.campaign_id = ${id}`,
      )
    : []
  await setUses(
    tx,
    { entity: 'campaign', id },
    metrics.map((one) => one.id),
  )
}
