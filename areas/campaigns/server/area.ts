import { sql } from 'kysely'
import { readers, type Role } from '#kit/contract/right.ts'
import { asSql, assignedTo } from '#kit/server/access/row-rule.ts'
import { rowRef } from '#kit/server/data/sql/columns.ts'
import { on, type Area } from '#kit/server/http/area.ts'
import { workDigest } from '#kit/server/http/work-digest.ts'
import { showsEvidence } from '#areas/evidence/server/index.ts'
import { metricEntered } from '#areas/metrics/contract/events.ts'
import { policyRemoving } from '#areas/policies/contract/events.ts'
import { questionnaireRemoving } from '#areas/questionnaires/contract/events.ts'
import { campaignFigures, campaignStatusFigures, evaluationFigures } from '#areas/campaigns/contract/figures.ts'
import { campaignRights } from '#areas/campaigns/contract/rights.ts'
import { en } from '#areas/campaigns/locales/en.ts'
import { fr } from '#areas/campaigns/locales/fr.ts'
import { decideCalls } from './decide/calls.ts'
import { rejectionMail } from './decide/rejection-mail.ts'
import { answersWorkbook } from './results/answers-sheet.ts'
import { campaignReport } from './results/campaign-report.ts'
import { questionnaireResultCalls } from './results/questionnaire-calls.ts'
import { resultCalls } from './results/calls.ts'
import { answerCalls } from './answer/calls.ts'
import { answerFileCalls } from './answer/file/calls.ts'
import { outsideCalls, outsideCodeJob, outsideEnds, outsideJob } from './outside/index.ts'
import { keepPolicy, keepQuestionnaire } from './plan/in-use.ts'
import { planCalls } from './plan/calls.ts'
import { daysJob, startJob } from './plan/days.ts'
import { feedJob, feedWhereAwaited } from './plan/feed.ts'
import { judgeJob } from './plan/reassess.ts'
import { inviteJob, remindersJob, remindJob } from './plan/mails.ts'
import { campaigns as campaignResource, evaluations } from './resources.ts'
import { campaignSources } from './results/sources.ts'

const pageOf = (roles: readonly Role[]) => (roles.some((role) => readers.includes(role)) ? '/ops/campaigns/all' : '/contributions/evaluations')

export const campaigns: Area = {
  name: 'campaigns',
  rights: campaignRights,
  tables: [
    'campaign_mail',
    'evaluation_answer',
    'evaluation_answer_action',
    'evaluation_answer_evidence',
    'evaluation_standing',
    'evaluation_submission',
    'outside_code',
  ],
  leftOut: { outside_code: 'secret' },
  resources: [campaignResource, evaluations],
  figures: [...Object.values(campaignFigures), ...Object.values(evaluationFigures), ...campaignStatusFigures.flatMap((figures) => Object.values(figures))],
  calls: (api, resources) => {
    answerCalls(api, resources)
    answerFileCalls(api, resources)
    planCalls(api, resources)
    decideCalls(api, resources)
    resultCalls(api, resources)
    questionnaireResultCalls(api, resources)
    outsideCalls(api, resources)
  },
  extensions: [showsEvidence.with({ links: [{ table: 'evaluation_answer_evidence', evidence: 'evidence_id' }] })],
  handlers: [on(policyRemoving, keepPolicy), on(questionnaireRemoving, keepQuestionnaire), on(metricEntered, feedWhereAwaited)],
  jobs: [daysJob, startJob, feedJob, judgeJob, outsideEnds],
  mailing: (post) => [inviteJob(post), remindJob(post), remindersJob(post), rejectionMail(post), outsideJob(post), outsideCodeJob(post)],
  contributions: {
    /** What is theirs to answer in campaigns that run. */
    nb_evaluations: (who) => {
      const o = rowRef('o')
      return sql<number>`(select count(*) from evaluation o join campaign c on c.customer_id = o.customer_id and c.id = o.campaign_id
        where o.customer_id = ${who.customerId} and o.status in ('NOT_STARTED', 'STARTED', 'REJECTED') and (c.status in ('METRIC_ENTRY', 'STARTED') or o.given_back)
          and ${asSql(assignedTo('evaluator_id', 'group_id')(o, who))})`
    },
  },
  digests: [workDigest(evaluations, pageOf)],
  workbooks: [answersWorkbook],
  reports: [campaignReport],
  sources: campaignSources,
  exposes: { campaigns: 'campaign', evaluations: 'evaluation' },
  locales: { en, fr },
}
