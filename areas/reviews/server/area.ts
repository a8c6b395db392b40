import { checkFigures } from '#kit/contract/check.ts'
import { openReviews as openReviewsOf } from '#kit/server/data/work/waiting.ts'
import { on, type Area } from '#kit/server/http/area.ts'
import { actionCreated, actionFinished, actionImported, actionRemoving, actionReopened, actionStarted } from '#areas/actions/contract/events.ts'
import { perimeterLeaving } from '#areas/organisation/contract/events.ts'
import { linksToConfirm, policyPublished } from '#areas/policies/contract/events.ts'
import {
  authConfigLeaving,
  projectLeaving,
  exemptionLeaving,
  gapLeaving,
  incidentLeaving,
  measureLeaving,
  policyLeaving,
  programRemoving,
  riskLeaving,
} from '#areas/reviews/contract/events.ts'
import { riskStale } from '#areas/risks/contract/events.ts'
import { reviewChecks } from '#areas/reviews/contract/checks.ts'
import { openReviews, reviewStatusFigures } from '#areas/reviews/contract/figures.ts'
import { reviewsRights } from '#areas/reviews/contract/rights.ts'
import { en } from '#areas/reviews/locales/en.ts'
import { fr } from '#areas/reviews/locales/fr.ts'
import { reviewCalls } from './calls.ts'
import { memberChanged } from '#areas/people/contract/events.ts'
import { lookAround, onMember } from './open-reviews.ts'
import { measureUpgrade } from './measure-upgrade.ts'
import { forget, forgetAhead, onCreated, onEnded, onImported, onPublished, onReopened, onStale, onStarted } from './opening.ts'
import { openMapping } from './policies.ts'
import { reviews as reviewResource, underReview } from './resource.ts'

export const reviews: Area = {
  name: 'reviews',
  rights: reviewsRights,
  resources: [reviewResource],
  calls: reviewCalls,
  figures: [...Object.values(openReviews), ...Object.values(reviewStatusFigures), ...checkFigures(reviewChecks)],
  handlers: [
    on(actionCreated, onCreated),
    on(actionStarted, onStarted),
    on(actionFinished, onEnded),
    on(actionReopened, onReopened),
    on(actionRemoving, forget('remediation_id', 'remediation')),
    on(actionImported, onImported),
    on(policyPublished, onPublished),
    on(linksToConfirm, (tx, { id }, resources) => openMapping(tx, resources, id)),
    on(memberChanged, onMember),
    on(riskStale, onStale),
    on(riskLeaving, forgetAhead('target_risk_id')),
    on(measureLeaving, forgetAhead('target_measure_id')),
    on(incidentLeaving, forgetAhead('target_incident_id')),
    on(gapLeaving, forgetAhead('target_gap_id')),
    on(exemptionLeaving, forgetAhead('target_exemption_id')),
    on(projectLeaving, forgetAhead('target_isp_project_id')),
    on(policyLeaving, forgetAhead('target_policy_id')),
    on(authConfigLeaving, forgetAhead('target_auth_config_id')),
    on(perimeterLeaving, forgetAhead('perimeter_id', 'perimeter')),
    on(programRemoving, forget('target_program_id', 'target')),
  ],
  extensions: [openReviewsOf.with(underReview)],
  jobs: [lookAround],
  accepts: [measureUpgrade],
  exposes: { reviews: 'review' },
  locales: { en, fr },
}
