import { sql } from 'kysely'
import { asSql, both, type Reader, type RowRef } from '#kit/server/access/row-rule.ts'
import { localizedText, rowRef } from '#kit/server/data/sql/columns.ts'
import { tellChanged } from '#kit/server/data/people/notify.ts'
import { defineWorkResource } from '#kit/server/data/work/work-resource.ts'
import { campaignWork } from '#areas/campaigns/contract/campaign-work.ts'
import { evaluationWork } from '#areas/campaigns/contract/evaluation-work.ts'
import { campaignFigures, evaluationFigures } from '#areas/campaigns/contract/figures.ts'
import { afterDecisions, answerSubmission, guardDecisions } from './decide/validation.ts'
import { settleCampaign, settleGivenBack } from './outside/outside-accounts.ts'
import { guardCampaign } from './plan/guard.ts'
import { followCampaign } from './plan/campaign-effects.ts'
import { judgeWhereRulesChange } from './plan/reassess.ts'
import { guardPeople, followPeople } from './plan/people-guard.ts'
import { campaignRules, evaluationRules, mayValidate, ofCampaign } from './rules.ts'
import { scored } from './scored.ts'

export const campaigns = defineWorkResource({
  work: campaignWork,
  rules: campaignRules,
  derived: {
    evaluations: (row, _, who) => ofCampaign(row, who, sql`count(*)::int`),
    waiting: (row, _, who) => ofCampaign(row, who, sql`count(*) filter (where held.status = 'WAITING_VALIDATION')::int`),
    validated: (row, _, who) => ofCampaign(row, who, sql`count(*) filter (where held.status = 'VALIDATED')::int`),
    not_submitted: (row, _, who) =>
      sql`case when ${row('status')} = 'FINISHED' then ${ofCampaign(row, who, sql`count(*) filter (where held.status in ('NOT_STARTED', 'STARTED', 'REJECTED'))::int`)} else 0 end`,
    progress: (row, _, who) => ofCampaign(row, who, sql`coalesce(floor(100.0 * sum(st.answered) / nullif(sum(st.asked), 0)), 0)::int`),
  },
  beforeWrite: guardCampaign,
  afterWrite: async (context) => {
    await followCampaign(context)
    await settleCampaign(context)
    judgeWhereRulesChange(context)
    if (context.after) await tellChanged(context.tx, [`campaign:${context.after.id}`])
  },
  open: campaignFigures.open,
})

const ofItsProgress = (row: RowRef, what: ReturnType<typeof sql>) =>
  sql`(select ${what} from evaluation_standing st where st.customer_id = ${row('customer_id')} and st.evaluation_id = ${row('id')})`
const ofItsCampaign = (row: RowRef, what: ReturnType<typeof sql>) =>
  sql`(select ${what} from campaign c where c.customer_id = ${row('customer_id')} and c.id = ${row('campaign_id')})`

const ofItsPerimeter = (row: RowRef, what: ReturnType<typeof sql>) =>
  sql`(select ${what} from perimeter p where p.customer_id = ${row('customer_id')} and p.id = ${row('perimeter_id')})`

/** Submitted, and the reader is one of those who decide: not whoever submitted it, but for global pilots, whose doing so is flagged (CMP-28). */
export const waitsFor = (row: RowRef, who: Reader | undefined) =>
  who === undefined
    ? sql<boolean>`false`
    : asSql(
        both(
          who.roles.includes('global_pilote')
            ? sql<boolean>`${row('status')} = 'WAITING_VALIDATION'`
            : sql<boolean>`${row('status')} = 'WAITING_VALIDATION' and ${row('submitted_by_id')} is distinct from ${who.memberId}::bigint`,
          mayValidate(row, who),
        ),
      )

export const evaluations = defineWorkResource({
  work: evaluationWork,
  rules: evaluationRules,
  derived: {
    label: (row, lang) =>
      sql`concat_ws(' – ', ${ofItsPerimeter(row, localizedText(rowRef('p'), 'name', lang))}, ${ofItsCampaign(row, localizedText(rowRef('c'), 'name', lang))})`,
    not_submitted: (row) =>
      sql`coalesce(${row('status')} in ('NOT_STARTED', 'STARTED', 'REJECTED') and ${ofItsCampaign(row, sql`c.status = 'FINISHED'`)}, false)`,
    answered: (row) => ofItsProgress(row, sql`st.answered`),
    asked: (row) => ofItsProgress(row, sql`st.asked`),
    progress: (row) => ofItsProgress(row, sql`coalesce(floor(100.0 * st.answered / nullif(st.asked, 0)), 0)::int`),
    score: (row) => ofItsProgress(row, sql`case when ${scored} then round(st.score, 1) end`),
    decide_right: (row, _, who) => waitsFor(row, who),
  },
  beforeWrites: async (contexts) => {
    await guardPeople(contexts)
    await guardDecisions(contexts)
  },
  allowed: answerSubmission,
  afterWrites: async (contexts) => {
    followPeople(contexts)
    await afterDecisions(contexts)
    for (const context of contexts) await settleGivenBack(context)
    const [first] = contexts
    if (first)
      await tellChanged(
        first.tx,
        contexts.map(({ before, after }) => `campaign:${(after ?? before)?.campaign_id ?? 0}` as const),
      )
  },
  open: evaluationFigures.open,
})
