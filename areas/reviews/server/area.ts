import { checkFigures } from '#kit/contract/check.ts'
import { on, type Area } from '#kit/server/http/area.ts'
import { actionCreated, actionFinished, actionRemoving, actionReopened, actionStarted } from '#areas/actions/contract/events.ts'
import { reviewChecks } from '#areas/reviews/contract/checks.ts'
import { measureRemoving } from '#areas/reviews/contract/events.ts'
import { openReviews, reviewStatusFigures } from '#areas/reviews/contract/figures.ts'
import { reviewsRights } from '#areas/reviews/contract/rights.ts'
import { en } from '#areas/reviews/locales/en.ts'
import { fr } from '#areas/reviews/locales/fr.ts'
import { reviewCalls } from './calls.ts'
import { lookAround } from './look-around.ts'
import { forget, onCreated, onEnded, onReopened, onStarted } from './opening.ts'
import { reviews as reviewResource } from './resource.ts'

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
    on(measureRemoving, forget('target_measure_id', 'target')),
  ],
  jobs: [lookAround],
  locales: { en, fr },
}
