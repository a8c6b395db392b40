import { sql, type RawBuilder } from 'kysely'
import type { z } from 'zod'
import { AppError } from '#kit/contract/errors.ts'
import { mayAct, type AssigneeEntity } from '#kit/server/data/people/assignees.ts'
import { rowRef } from '#kit/server/data/sql/columns.ts'
import { lockRow } from '#kit/server/data/store/locking.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import { authorizeVerb } from '#kit/server/data/store/store.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { updateRows } from '#kit/server/data/store/update-rows.ts'
import type { nameMembers } from '#areas/campaigns/contract/plan-calls.ts'
import type { CampaignRow } from '#areas/campaigns/server/scope.ts'

type NamedPeople = z.output<NonNullable<(typeof nameMembers)['body']>>

interface Found {
  readonly id: number
  readonly member: number | null
  readonly group: number | null
  readonly was_member: number | null
  readonly was_group: number | null
}

/** Whom a source names in the perimeter of an evaluation; who has left, or may only read by now, is nobody. */
function named(tx: Tx, { role, source, member, group }: NamedPeople, row: CampaignRow): { member: RawBuilder<unknown>; group: RawBuilder<unknown> } {
  if (source === undefined) return { member: sql`${member ?? null}::bigint`, group: sql`${group ?? null}::bigint` }
  const able = (entity: AssigneeEntity, alias: string) => mayAct(tx, entity, rowRef(alias), role === 'EVALUATOR' ? 'evaluation.write' : 'evaluation.decide')
  const alive = (id: RawBuilder<unknown>) =>
    sql`(select m.id from member m where m.customer_id = ${tx.customerId} and m.id = ${id} and not m.disabled and not m.archived and ${able('member', 'm')})`
  if (source === 'MANAGER') return { member: alive(sql`p.manager_id`), group: sql`null::bigint` }
  const columns = role === 'EVALUATOR' ? (['evaluator_id', 'group_id'] as const) : (['validator_id', 'validator_group_id'] as const)
  // The campaign that it repeats, else the last one on the same content that asked this perimeter.
  const former = (
    column: string,
  ) => sql`(select o.${sql.ref(column)} from evaluation o join campaign c on c.customer_id = o.customer_id and c.id = o.campaign_id
    where o.customer_id = ${tx.customerId} and o.perimeter_id = e.perimeter_id and o.campaign_id <> ${row.id}
      and (c.id = ${row.copied_from_id}::bigint or c.policy_id = ${row.policy_id}::bigint or c.questionnaire_id = ${row.questionnaire_id}::bigint)
    order by (c.id = ${row.copied_from_id}::bigint) desc nulls last, c.id desc limit 1)`
  const team = sql`(select g.id from "group" g where g.customer_id = ${tx.customerId} and g.id = ${former(columns[1])} and ${able('group', 'g')})`
  return { member: alive(former(columns[0])), group: team }
}

/** Names people in many evaluations of a campaign at once; those for which the source knows nobody stay as they are. */
export async function namePeople(tx: Tx, resources: Resources, id: number, people: NamedPeople): Promise<{ named: number; without: number }> {
  if ([people.member, people.group, people.source].filter((one) => one !== undefined).length !== 1)
    throw new AppError('BAD_PARAMETERS', 'campaigns.plan.errors.one_person')
  const campaigns = resourceOf(resources, 'campaign')
  const row = (await lockRow(tx, authorizeVerb(tx, campaigns, 'update'), campaigns, resources, id, 'update')) as CampaignRow
  const [person, team] = people.role === 'EVALUATOR' ? (['evaluator', 'group'] as const) : (['validator', 'validator_group'] as const)
  const by = named(tx, people, row)
  const found = await tx.run(sql<Found>`select e.id, ${by.member} as member, ${by.group} as group,
      e.${sql.ref(`${person}_id`)} as was_member, e.${sql.ref(`${team}_id`)} as was_group
    from evaluation e join perimeter p on p.customer_id = e.customer_id and p.id = e.perimeter_id
    where e.customer_id = ${tx.customerId} and e.campaign_id = ${id} and e.status in ('NOT_STARTED', 'STARTED', 'REJECTED', 'WAITING_VALIDATION')
      ${people.evaluations ? sql`and e.id = any(${people.evaluations}::bigint[])` : sql``} order by e.id`)
  const open = found.filter((one) => !people.only_missing || (one.was_member === null && one.was_group === null))
  const known = open.filter(({ member, group }) => member !== null || group !== null)
  const changes = known.filter((one) => one.member !== one.was_member || one.group !== one.was_group)
  const evaluations = resourceOf(resources, 'evaluation')
  await updateRows(
    tx,
    authorizeVerb(tx, evaluations, 'update'),
    evaluations,
    resources,
    changes.map((one) => ({ id: one.id, changes: { [person]: one.member, [team]: one.group } })),
    { action: 'name' },
  )
  return { named: known.length, without: open.length - known.length }
}
