import { sql, type RawBuilder } from 'kysely'
import {
  allOf,
  anyOf,
  assignedTo,
  asSql,
  byPilots,
  byRole,
  createdBySelf,
  everyRow,
  ownedBySelf,
  withinReach,
  type Reader,
  type RowRef,
  type RowRule,
  type RowRules,
} from '#kit/server/access/row-rule.ts'
import { amongFew } from '#kit/server/access/ways.ts'
import { rowRef } from '#kit/server/data/sql/columns.ts'

/** Named among those who help; looked up once, so that the rows are found by their ids. */
const helps: RowRule = (row, who) =>
  who.memberId === null
    ? false
    : amongFew(
        row('id'),
        sql`select in_helper.owner_id from public.evaluation__helpers in_helper where in_helper.customer_id = current_customer() and in_helper.target_id = ${who.memberId}`,
      )

/** Whose it is to answer. */
const evaluates = anyOf(assignedTo('evaluator_id', 'group_id'), helps)
/** Whose it is to say whether the answers hold, beside pilots. */
const validates = assignedTo('validator_id', 'validator_group_id')

/** Nobody is asked before the campaign begins; pilots and auditors see whom it will ask. */
const begun: RowRule = (row) =>
  sql<boolean>`${row('campaign_id')} = any(array(select in_campaign.id from public.campaign in_campaign where in_campaign.customer_id = current_customer() and in_campaign.status in ('METRIC_ENTRY', 'STARTED', 'FINISHED')))`
const own = allOf(anyOf(evaluates, validates), begun)

/** Seen in its perimeter, and by whoever answers or validates it. */
export const evaluationRules: RowRules = {
  read: byRole({
    global_pilote: everyRow,
    global_auditor: everyRow,
    local_pilote: anyOf(withinReach(), own),
    local_auditor: withinReach(),
    contributor: own,
  }),
  create: byPilots,
  update: byRole({ global_pilote: everyRow, local_pilote: anyOf(withinReach(), own), contributor: own }),
  comment: byRole({ global_pilote: everyRow, local_pilote: anyOf(withinReach(), own), contributor: own }),
  delete: byPilots,
  regular: byPilots,
}

/** Who may write answers: pilots of the perimeter, and those who evaluate. */
export const mayAnswer: RowRule = byRole({
  global_pilote: everyRow,
  local_pilote: anyOf(withinReach(), allOf(evaluates, begun)),
  contributor: allOf(evaluates, begun),
})
/** Who may say whether answers hold (CMP-28); that it is not whoever submitted them is asked besides. */
export const mayValidate: RowRule = byRole({
  global_pilote: everyRow,
  local_pilote: anyOf(withinReach(), allOf(validates, begun)),
  contributor: allOf(validates, begun),
})

const held = rowRef('held')
/** Over the evaluations of a campaign that a rule finds; without a reader, all. */
export function ofCampaign(row: RowRef, who: Reader | undefined, what: RawBuilder<unknown>, rule: RowRule = evaluationRules.read): RawBuilder<unknown> {
  const readable = who ? rule(held, who) : true
  return sql`(select ${what} from evaluation held left join evaluation_standing st on st.customer_id = held.customer_id and st.evaluation_id = held.id
    where held.customer_id = ${row('customer_id')} and held.campaign_id = ${row('id')}${readable === true ? sql`` : sql` and coalesce(${asSql(readable)}, false)`})`
}
/** The campaigns of these evaluations, found from them. */
const hasOne =
  (rule: RowRule): RowRule =>
  (row, who) =>
    sql<boolean>`${row('id')} = any(array(select in_evaluation.campaign_id from public.evaluation in_evaluation where in_evaluation.customer_id = current_customer() and ${asSql(rule(rowRef('in_evaluation'), who))}))`

/** Known to whoever is asked or validates; run by global pilots, and by local ones who began it or are responsible for it, for perimeters of theirs. */
export const campaignRules: RowRules = {
  read: byRole({
    global_pilote: everyRow,
    global_auditor: everyRow,
    local_pilote: anyOf(ownedBySelf, hasOne(anyOf(withinReach(), own))),
    local_auditor: hasOne(withinReach()),
    contributor: hasOne(own),
  }),
  create: byRole({ global_pilote: everyRow, local_pilote: createdBySelf }),
  update: byRole({ global_pilote: everyRow, local_pilote: ownedBySelf }),
  comment: byRole({ global_pilote: everyRow, local_pilote: anyOf(ownedBySelf, hasOne(anyOf(withinReach(), own))) }),
  delete: byRole({ global_pilote: everyRow, local_pilote: createdBySelf }),
}
