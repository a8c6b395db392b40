import { copyNames } from '#kit/server/data/store/copies.ts'
import { sql } from 'kysely'
import type { Right } from '#kit/contract/right.ts'
import { systemGrant } from '#kit/server/access/authorize.ts'
import { mayAct } from '#kit/server/data/people/assignees.ts'
import { rowRef } from '#kit/server/data/sql/columns.ts'
import { getRow } from '#kit/server/data/lists/get-row.ts'
import { resourceOf, type Changes, type Resources } from '#kit/server/data/resources/resource.ts'
import { authorizeVerb, createRow } from '#kit/server/data/store/store.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { updateRows } from '#kit/server/data/store/update-rows.ts'
import { contentInForce, type CampaignRow } from '#areas/campaigns/server/scope.ts'

interface Wanted {
  readonly name_en?: string | null | undefined
  readonly name_fr?: string | null | undefined
  readonly answers: boolean
}

const copiedFields = [
  'description',
  'campaign_source',
  'scope',
  'auto_join',
  'remediation_enabled',
  'target_level',
  'target_value',
  'comment_required',
  'proofs',
  'na_allowed',
  'external_codes',
  'evaluates_suppliers',
  'invitation_en',
  'invitation_fr',
  'reminder_en',
  'reminder_fr',
] as const
const references = ['project', 'policy', 'questionnaire', 'eval_scale', 'tag', 'program'] as const

const linked = async (tx: Tx, id: number) =>
  tx.first(sql<{ perimeters: number[]; levels: number[]; reminders: number[] }>`select
    array(select l.target_id from campaign__perimeters l join perimeter p on p.customer_id = l.customer_id and p.id = l.target_id and not p.archived
      where l.customer_id = ${tx.customerId} and l.owner_id = ${id} order by 1) as perimeters,
    array(select l.value from campaign__levels l where l.customer_id = ${tx.customerId} and l.owner_id = ${id} order by l.position) as levels,
    array(select l.days from campaign__reminders l where l.customer_id = ${tx.customerId} and l.owner_id = ${id} order by l.position) as reminders`)

/** A new draft that asks the same of the same perimeters and people; dates are to be said, since those of the former are over. */
export async function duplicate(tx: Tx, resources: Resources, id: number, { answers, ...names }: Wanted): Promise<CampaignRow> {
  const campaigns = resourceOf(resources, 'campaign')
  await getRow(tx, authorizeVerb(tx, campaigns, 'read'), campaigns, resources, id)
  const former = await tx.first(sql<CampaignRow & { manager: number | null; group: number | null }>`select c.*,
      (select m.id from member m where m.customer_id = c.customer_id and m.id = c.manager_id and ${mayAct(tx, 'member', rowRef('m'), 'campaign.write')}) as manager,
      (select g.id from "group" g where g.customer_id = c.customer_id and g.id = c.group_id and ${mayAct(tx, 'group', rowRef('g'), 'campaign.write')}) as group
    from campaign c where c.customer_id = ${tx.customerId} and c.id = ${id}`)
  const links = await linked(tx, id)
  if (!former || !links) throw new Error(`There is no campaign ${id}`)
  const row = former as CampaignRow & Changes
  const input: Changes = {
    ...Object.fromEntries(copiedFields.map((name) => [name, row[name]])),
    ...Object.fromEntries(references.map((name) => [name, row[`${name}_id`]])),
    manager: former.manager,
    group: former.group,
    ...(names.name_en || names.name_fr
      ? { name_en: names.name_en ?? row.name_en, name_fr: names.name_fr ?? row.name_fr }
      : await copyNames(tx, campaigns, row)),
    perimeters: links.perimeters,
    levels: links.levels.map((value) => ({ value })),
    reminders: links.reminders.map((days) => ({ days })),
    // Its deadline lies in a time that is to be said.
    remediation_enabled: false,
    copied_from: id,
  }
  const made = (await createRow(tx, authorizeVerb(tx, campaigns, 'create'), campaigns, resources, input, 'duplicate')) as CampaignRow
  await takePeople(tx, resources, made.id, id)
  if (answers) await suggest(tx, made, id)
  return made
}

/** Whoever answered and validated there does so here, unless they have left, or may only read by now. */
async function takePeople(tx: Tx, resources: Resources, id: number, former: number): Promise<void> {
  const person = (right: Right) =>
    sql`m.customer_id = e.customer_id and not m.disabled and not m.archived and ${mayAct(tx, 'member', rowRef('m'), right)} and m.id`
  const team = (column: string, right: Right) =>
    sql`(select g.id from "group" g where g.customer_id = e.customer_id and ${mayAct(tx, 'group', rowRef('g'), right)} and g.id = ${sql.ref(column)})`
  const [answers, decides] = [person('evaluation.write'), person('evaluation.decide')]
  const rows = await tx.run(sql<{
    id: number
    evaluator: number | null
    group: number | null
    helpers: number[]
    validator: number | null
    validator_group: number | null
  }>`
    select n.id, (select m.id from member m where ${answers} = e.evaluator_id) as evaluator, ${team('e.group_id', 'evaluation.write')} as group,
      array(select m.id from evaluation__helpers h join member m on ${answers} = h.target_id where h.customer_id = e.customer_id and h.owner_id = e.id) as helpers,
      (select m.id from member m where ${decides} = e.validator_id) as validator, ${team('e.validator_group_id', 'evaluation.decide')} as validator_group
    from evaluation e join evaluation n on n.customer_id = e.customer_id and n.campaign_id = ${id} and n.perimeter_id = e.perimeter_id
    where e.customer_id = ${tx.customerId} and e.campaign_id = ${former} order by n.id`)
  await updateRows(
    tx,
    systemGrant('evaluations that a campaign asks for', tx.who),
    resourceOf(resources, 'evaluation'),
    resources,
    rows.map(({ id: evaluation, ...changes }) => ({ id: evaluation, changes })),
    { action: 'name' },
  )
}

/**
 * What was answered there stands here as a suggestion until somebody says it again, as far as it is still asked: a requirement of the same lineage in the
 * version in force, a question by its number for good. It counts nowhere.
 */
async function suggest(tx: Tx, row: CampaignRow, former: number): Promise<void> {
  const { policy_version: version } = await contentInForce(tx, row)
  await tx.run(sql`insert into evaluation_answer (customer_id, evaluation_id, control_id, element_id, level, value, na, justification, comment, complete, suggested, answered_by_id, answered_at)
    select a.customer_id, n.id, c.id, a.element_id, a.level, a.value, a.na, a.justification, a.comment, false, true, a.answered_by_id, a.answered_at
    from evaluation_answer a join evaluation e on e.customer_id = a.customer_id and e.id = a.evaluation_id and e.campaign_id = ${former}
      join evaluation n on n.customer_id = e.customer_id and n.campaign_id = ${row.id} and n.perimeter_id = e.perimeter_id
      left join control o on o.customer_id = a.customer_id and o.id = a.control_id
      left join control c on c.customer_id = a.customer_id and c.lineage_id = o.lineage_id and c.policy_version_id = ${version}::bigint
    where a.customer_id = ${tx.customerId} and not a.suggested and not a.hidden and (a.control_id is null or c.id is not null)
    on conflict do nothing`)
}
