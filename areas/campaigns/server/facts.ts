import { sql, type RawBuilder } from 'kysely'
import type { RowRef } from '#kit/server/access/row-rule.ts'
import { rowRef } from '#kit/server/data/sql/columns.ts'
import { isOpenRow } from '#kit/server/data/work/work-sql.ts'
import { campaignWork } from '#areas/campaigns/contract/campaign-work.ts'

const accepted = (row: RowRef): RawBuilder<boolean> => sql`(${row('status')} = 'VALIDATED')`
const evaluation = rowRef('in_evaluation')

/** Evaluations whose answers were accepted, with their `score`, of all perimeters, to stand behind `from`. */
export const acceptedScores = (customer: unknown): RawBuilder<unknown> =>
  sql`(select in_evaluation.*, in_standing.score from public.evaluation in_evaluation
    join public.evaluation_standing in_standing on in_standing.customer_id = in_evaluation.customer_id and in_standing.evaluation_id = in_evaluation.id
    where in_evaluation.customer_id = ${customer} and ${accepted(evaluation)})`

/** Evaluations whose answers were accepted, with the day on which they were by its customer's clock as `day`, to stand behind `from`. */
export const acceptedOnDays = (customer: unknown): RawBuilder<unknown> =>
  sql`(select in_evaluation.*, (in_evaluation.decided_at at time zone in_customer.time_zone)::date as day from evaluation in_evaluation
    join customer in_customer on in_customer.id = in_evaluation.customer_id where in_evaluation.customer_id = ${customer} and ${accepted(evaluation)})`

/** Campaigns that have not ended, ask a perimeter and hold no accepted answers of it, to stand behind `from`. */
export const campaignsOfPerimeter = (customer: unknown, perimeter: unknown): RawBuilder<unknown> =>
  sql`(select in_campaign.* from evaluation in_evaluation join campaign in_campaign on in_campaign.customer_id = in_evaluation.customer_id and in_campaign.id = in_evaluation.campaign_id
    where in_evaluation.customer_id = ${customer} and in_evaluation.perimeter_id = ${perimeter} and in_evaluation.status not in ('VALIDATED', 'IGNORED')
      and ${isOpenRow(campaignWork, rowRef('in_campaign'))})`

/** Campaigns that are to ask a perimeter and have not begun, to stand behind `from`. */
export const campaignsToCome = (customer: unknown, perimeter: unknown): RawBuilder<unknown> =>
  sql`(select in_campaign.* from campaign__perimeters in_place join campaign in_campaign on in_campaign.customer_id = in_place.customer_id and in_campaign.id = in_place.owner_id
    where in_place.customer_id = ${customer} and in_place.target_id = ${perimeter} and in_campaign.status in ('INIT', 'TO_BE_PLANNED', 'READY'))`

/** A query for the ids of the actions that came of the answers of an evaluation. */
export const actionsAnswering = (customer: unknown, asked: unknown): RawBuilder<unknown> =>
  sql`(select in_action.remediation_id from evaluation_answer in_answer join evaluation_answer_action in_action on in_action.customer_id = in_answer.customer_id
      and in_action.answer_id = in_answer.id where in_answer.customer_id = ${customer} and in_answer.evaluation_id = ${asked})`

/** The campaigns of a customer, whatever became of them, to stand behind `from`. */
export const everyCampaign = (customer: unknown): RawBuilder<unknown> =>
  sql`(select in_campaign.* from campaign in_campaign where in_campaign.customer_id = ${customer})`

/** The same as they are now, whatever day is read. */
export const campaignsNow = (customer: unknown): RawBuilder<unknown> =>
  sql`(select in_campaign.* from public.campaign in_campaign where in_campaign.customer_id = ${customer})`

/** The evaluations of a customer, whatever became of them, to stand behind `from`. */
export const everyEvaluation = (customer: unknown): RawBuilder<unknown> =>
  sql`(select in_evaluation.* from evaluation in_evaluation where in_evaluation.customer_id = ${customer})`

/** A query for the ids of the evaluations of whose answers an action came. */
export const evaluationsAnsweredBy = (customer: unknown, action: unknown): RawBuilder<unknown> =>
  sql`(select in_answer.evaluation_id from evaluation_answer_action in_action join evaluation_answer in_answer on in_answer.customer_id = in_action.customer_id
      and in_answer.id = in_action.answer_id where in_action.customer_id = ${customer} and in_action.remediation_id = ${action})`
