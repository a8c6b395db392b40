import { everyQuestionnaire } from '#areas/questionnaires/server/index.ts'
import { sql, type RawBuilder } from 'kysely'
import { systemGrant } from '#kit/server/access/authorize.ts'
import { createRows } from '#kit/server/data/store/create-rows.ts'
import { resourceOf, type Resources, type StoredOf } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { play } from '#areas/questionnaires/contract/play.ts'
import type { campaign } from '#areas/campaigns/contract/campaign.ts'
import { everyApplication, notApplicable, placesOfPolicy, versionInForce } from '#areas/policies/server/index.ts'

import { askedQuestions } from './campaign-items.ts'

export type CampaignRow = StoredOf<typeof campaign>

/** The perimeters that a campaign asks as its scope says today; archived ones never. */
function scoped(tx: Tx, row: CampaignRow): RawBuilder<unknown> {
  const named = sql`select l.target_id from campaign__perimeters l where l.customer_id = ${tx.customerId} and l.owner_id = ${row.id}`
  if (row.scope === 'TAG') return sql`select l.owner_id as id from perimeter__tags l where l.customer_id = ${tx.customerId} and l.target_id = ${row.tag_id}`
  if (row.scope === 'POLICY') return placesOfPolicy(tx.customerId, row.policy_id)
  if (row.scope === 'PERIMETERS') return named
  return sql`with recursive below (id) as (${named} union select p.id from perimeter p join below b on p.parent_id = b.id where p.customer_id = ${tx.customerId})
    select id from below`
}

/** Ids of the perimeters that a campaign asks as its scope says today. */
export const scopeOf = async (tx: Tx, row: CampaignRow): Promise<number[]> =>
  (
    await tx.run(sql<{ id: number }>`select p.id from perimeter p
      where p.customer_id = ${tx.customerId} and not p.archived and p.id in (${scoped(tx, row)}) order by p.id`)
  ).map(({ id }) => id)

/** Makes the evaluations of perimeters that have none in the campaign yet; how many. Two who do so at once do it one after the other: the campaign is held. */
export async function joinPerimeters(tx: Tx, resources: Resources, row: CampaignRow, perimeters: readonly number[]): Promise<number> {
  await tx.run(sql`select 1 from campaign where customer_id = ${tx.customerId} and id = ${row.id} for no key update`)
  const there = await tx.run(sql<{ id: number }>`select perimeter_id as id from evaluation where customer_id = ${tx.customerId} and campaign_id = ${row.id}`)
  const known = new Set(there.map(({ id }) => id))
  const wanted = perimeters.filter((id) => !known.has(id))
  const made = await createRows(
    tx,
    systemGrant('evaluations that a campaign asks for', tx.who),
    resourceOf(resources, 'evaluation'),
    resources,
    wanted.map((perimeter) => ({ campaign: row.id, perimeter, due_date: row.limit_date_evaluation })),
    { action: 'join', silent: true },
  )
  await beginStanding(
    tx,
    row,
    made.map(({ id }) => id),
  )
  return made.length
}

/**
 * What each of these evaluations is asked for: of a policy, its requirements but those that are out of level or not applicable where it applies to the perimeter;
 * of a questionnaire, the questions that are shown before anything is answered. Three statements at most.
 */
export async function beginStanding(tx: Tx, row: CampaignRow, evaluations: readonly number[]): Promise<void> {
  if (evaluations.length === 0) return
  const ids = [...evaluations]
  if (row.policy_version_id === null) {
    const asked = row.questionnaire_id !== null && row.edition !== null ? await askedAtFirst(tx, row.questionnaire_id, row.edition) : 0
    await tx.run(sql`insert into evaluation_standing (customer_id, evaluation_id, asked) select ${tx.customerId}::bigint, w.id, ${asked} from unnest(${ids}::bigint[]) w (id)
      on conflict (customer_id, evaluation_id) do update set asked = excluded.asked where evaluation_standing.answered = 0`)
    return
  }
  await tx.run(sql`insert into evaluation_standing (customer_id, evaluation_id, left_out, asked)
    select e.customer_id, e.id, x.left_out, n.all_of_them - cardinality(x.left_out)
    from evaluation e
      cross join (select count(*)::int as all_of_them from control c where c.customer_id = ${tx.customerId} and c.policy_version_id = ${row.policy_version_id}) n
      left join ${everyApplication(tx.customerId)} a on a.policy_id = ${row.policy_id} and a.perimeter_id = e.perimeter_id
      cross join lateral (select coalesce(array_agg(c.id order by c.position, c.id), '{}') as left_out from control c
        where a.id is not null and c.customer_id = e.customer_id and c.policy_version_id = ${row.policy_version_id}
          and (c.level > a.level
            or a.implementation_groups is not null and c.implementation_groups <> '[]'::jsonb
              and not c.implementation_groups ?| array(select jsonb_array_elements_text(a.implementation_groups))
            or exists (select 1 from ${notApplicable(tx.customerId)} n where n.lineage_id = c.lineage_id and n.perimeter_id = e.perimeter_id))) x
    where e.customer_id = ${tx.customerId} and e.id = any(${ids}::bigint[])
    on conflict (customer_id, evaluation_id) do update set left_out = excluded.left_out, asked = excluded.asked`)
}

/** How many questions are shown and mandatory before anything is answered. */
const askedAtFirst = async (tx: Tx, questionnaire: number, edition: number): Promise<number> =>
  play((await askedQuestions(tx, questionnaire, edition)).structure, {}).missing.length

/** Which version is asked, from now on: the one in force of the policy or the questionnaire. */
export async function contentInForce(
  tx: Tx,
  row: Pick<CampaignRow, 'policy_id' | 'questionnaire_id'>,
): Promise<{ policy_version: number | null; edition: number | null }> {
  const found = await tx.first(sql<{ policy_version: number | null; edition: number | null }>`select
      ${versionInForce(tx.customerId, row.policy_id)} as policy_version,
      (select q.edition from ${everyQuestionnaire(tx.customerId)} q where q.id = ${row.questionnaire_id}::bigint) as edition`)
  return { policy_version: found?.policy_version ?? null, edition: found?.edition ?? null }
}
