import type { LentRead } from '#kit/server/http/area.ts'
import { readActionMonths, readAttention, type Attention } from '#areas/dashboards/contract/calls.ts'
import { readForecast } from '#areas/dashboards/contract/forecast.ts'
import { readBudget, readLate } from '#areas/dashboards/contract/work.ts'

const place = 'Everywhere that this key reaches, or in one perimeter with those below it; on a day gone by, as it stood at its end.'

const ofActions = ['actions']

/** What programs may ask about work that waits. */
export const workReads: readonly LentRead[] = [
  {
    name: 'what_waits',
    title: 'Tell what waits',
    description: `What needs somebody: late, unassigned, unproven or undecided work, how much there is of each and the most pressing one. Of types that this key may read. ${place}`,
    call: readAttention,
    kept: ({ objects, ...answer }, reads) => ({
      ...answer,
      objects: (objects as readonly Attention[]).filter(({ link }) => reads(link?.entity ?? 'policy')),
    }),
  },
  {
    name: 'late_actions',
    title: 'Tell which actions are late',
    description: `How many actions are late, and the latest of them. ${place}`,
    call: readLate,
    types: ofActions,
  },
  {
    name: 'actions_by_month',
    title: 'Count actions by month',
    description: `Actions finished in each of the last twelve months, and those that were ongoing, planned and late at its end. ${place}`,
    call: readActionMonths,
    types: ofActions,
  },
  {
    name: 'budget_of_actions',
    title: 'Sum what actions cost',
    description: `What actions finished this year have cost and open ones will, in thousands of euros, beside what plans may cost. ${place}`,
    call: readBudget,
    types: ofActions,
  },
]

/** Beside what is told of scores. */
export const forecastReads: readonly LentRead[] = [
  {
    name: 'forecast_score',
    title: 'Forecast a score',
    description: 'What a score becomes if nobody acts, computed from dates that are known: on which days it falls, and why.',
    call: readForecast,
  },
]
