import { z } from 'zod'
import type { SeriesAnswer } from '#kit/contract/source.ts'
import { defineSource, refusePast, type Source } from '#kit/server/sources/source.ts'
import { cachedScores } from '#areas/scores/server/index.ts'
import { readForecastOf } from './forecast/read-forecast.ts'

const months = ['3', '6', '12'] as const

/** What a score becomes if nobody acts, and if what is started is done. */
const forecast = defineSource({
  name: 'dashboards.forecast',
  kind: 'series',
  right: 'score.read',
  settings: { perimeter: { entity: 'perimeter' }, policy: { entity: 'policy' }, months: { options: months } },
  given: z.strictObject({ perimeter: z.int().min(1).optional(), policy: z.int().min(1).optional(), months: z.enum(months).default('12') }),
  read: async (asking, given): Promise<SeriesAnswer> => {
    refusePast(asking)
    const { api, tx, resources, say } = asking
    const told = await readForecastOf(tx, resources, await cachedScores(api)(tx), {
      perimeter: given.perimeter ?? asking.perimeter ?? undefined,
      policy: given.policy,
      months: Number(given.months),
    })
    const { day, until, points, helped_points: helped, today, last, helped: helpedLast } = told
    const days = [...new Set([day, ...points.map((point) => point.day), ...helped.map((point) => point.day), until])].toSorted()
    // A score stands until something changes it.
    const at = (course: typeof points, on: string, end: number | null) => (on === until ? end : (course.findLast((point) => point.day <= on)?.score ?? today))
    return {
      kind: 'series',
      unit: 'percent',
      series: [
        { key: 'alone', label: say('dashboards.sources.forecast.alone'), tint: 'danger' },
        ...(helped.length > 0 ? [{ key: 'helped', label: say('dashboards.sources.forecast.helped'), tint: 'info' }] : []),
      ],
      points: days.map((on) => ({ day: on, values: [at(points, on, last), ...(helped.length > 0 ? [at(helped, on, helpedLast)] : [])], opens: null })),
      target: told.target,
      rises: true,
      opens: null,
    }
  },
})

export const dashboardSources: readonly Source[] = [forecast]
