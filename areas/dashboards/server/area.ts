import type { Area } from '#kit/server/http/area.ts'
import { handle } from '#kit/server/http/area.ts'
import { readActionMonths, readAttention } from '#areas/dashboards/contract/calls.ts'
import { readForecast, remindTasks } from '#areas/dashboards/contract/forecast.ts'
import { applyNextSteps, listNextSteps } from '#areas/dashboards/contract/next-steps.ts'
import { readBudget, readLate } from '#areas/dashboards/contract/work.ts'
import { dashboardsRights } from '#areas/dashboards/contract/rights.ts'
import { en } from '#areas/dashboards/locales/en.ts'
import { fr } from '#areas/dashboards/locales/fr.ts'
import { actionMonths } from './action-months.ts'
import { cachedScores } from '#areas/scores/server/index.ts'
import { attentionOf } from './attention.ts'
import { planNextSteps } from './next-steps/plan-next-steps.ts'
import { readNextSteps } from './next-steps/read-next-steps.ts'
import { departureEffects } from '#areas/people/server/index.ts'
import { departureEffect } from './forecast/departure-effect.ts'
import { readForecastOf } from './forecast/read-forecast.ts'
import { remind } from './forecast/set-reminders.ts'
import { onboardingCalls } from './onboarding.ts'
import { scopeOf } from './scope.ts'
import { budgetOf, lateActions } from './work.ts'
import { forecastReads, workReads } from './lent.ts'
import { dashboardSources } from './sources.ts'

export const dashboards: Area = {
  name: 'dashboards',
  rights: dashboardsRights,
  tables: ['forecast_reminder', 'onboarding'],
  resources: [],
  calls: (api, resources) => {
    onboardingCalls(api)
    handle(api, 'dashboard', readActionMonths, ({ tx, grant, query }) => actionMonths(tx, grant, resources, query))
    handle(api, 'dashboard', readAttention, async ({ tx, query }) => ({ objects: await attentionOf(tx, resources, await scopeOf(tx, query)) }))
    handle(api, 'dashboard', readLate, async ({ tx, grant, query }) => ({ object: await lateActions(tx, grant, resources, await scopeOf(tx, query)) }))
    handle(api, 'dashboard', readBudget, async ({ tx, grant, query }) => ({ object: await budgetOf(tx, grant, resources, await scopeOf(tx, query)) }))
    handle(api, 'dashboard', listNextSteps, async ({ tx, query }) => ({ object: await readNextSteps(tx, resources, await cachedScores(api)(tx), query) }))
    handle(api, 'dashboard', readForecast, async ({ tx, query }) => ({ object: await readForecastOf(tx, resources, await cachedScores(api)(tx), query) }))
    handle(api, 'dashboard', remindTasks, async ({ tx, body, translate }) => ({
      message: translate(`dashboards.messages.${body.undo ? 'reminder_removed' : body.on === undefined ? 'reminded' : 'booked'}`),
      object: { reminded: await remind(tx, resources, body.tasks, body) },
    }))
    handle(api, 'dashboard', applyNextSteps, async ({ tx, grant, body, translate }) => ({
      message: translate('dashboards.messages.planned'),
      object: await planNextSteps(tx, grant, resources, body.program ?? null, body.steps),
    }))
  },
  sources: dashboardSources,
  extensions: [departureEffects.with(async (api, tx, resources, asked) => departureEffect(tx, resources, await cachedScores(api)(tx), asked))],
  lends: { attention: workReads, scores: forecastReads },
  locales: { en, fr },
}
