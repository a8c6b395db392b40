import { z } from 'zod'
import type { FigureAnswer, SeriesAnswer } from '#kit/contract/source.ts'
import { authorize } from '#kit/server/access/authorize.ts'
import { defineSource, refusePast, type Asking, type Source } from '#kit/server/sources/source.ts'
import { movePeriod, periodEnd, periodOf } from '#areas/metrics/contract/period.ts'
import { graphOf } from './graph.ts'
import { metricOf } from './read-metric.ts'

const id = z.int().min(1)
const settings = { metric: { entity: 'metric', needed: true }, perimeter: { entity: 'perimeter' } } as const
const given = z.strictObject({ metric: id, perimeter: id.optional() })
type Given = z.output<typeof given>

async function graph(asking: Asking, { metric, perimeter }: Given, from: string, to: string) {
  refusePast(asking)
  const place = perimeter ?? asking.perimeter
  return graphOf(asking.tx, authorize(asking.tx.who, 'metric.read'), metric, { from, to, ...(place !== null && { perimeter_id: place }) })
}

/** The last value of a metric over a place and all below it. */
const value = defineSource({
  name: 'metrics.value',
  kind: 'figure',
  right: 'metric.read',
  settings,
  given,
  read: async (asking, asked): Promise<FigureAnswer> => {
    const { periodicity } = await metricOf(asking.tx, authorize(asking.tx.who, 'metric.read'), asked.metric)
    const { metric, points } = await graph(
      asking,
      asked,
      movePeriod(periodicity, periodOf(periodicity, asking.today), periodicity === 'HOURLY' ? -1 : -14),
      asking.today,
    )
    const last = points.findLastIndex((point) => point.value !== null)
    return {
      kind: 'figure',
      value: points[last]?.value ?? null,
      unit: metric.unit,
      of: null,
      before: asking.compared ? (points[last - 1]?.value ?? null) : null,
      target: null,
      rises: null,
      facts: [],
      opens: null,
    }
  },
})

/** Its values over the days that are asked, by its own periods. */
const course = defineSource({
  name: 'metrics.course',
  kind: 'series',
  right: 'metric.read',
  dated: true,
  settings,
  given,
  read: async (asking, asked): Promise<SeriesAnswer> => {
    const { metric, points, periodicity } = await graph(asking, asked, asking.days.from, asking.days.to)
    const day = (start: string) => (periodicity === 'HOURLY' ? start.slice(0, 10) : periodEnd(periodicity, start))
    return {
      kind: 'series',
      unit: metric.unit,
      series: [{ key: 'value', label: asking.say('metrics.sources.course.value'), tint: null }],
      points: points.map((point) => ({ day: day(point.start), values: [point.value], opens: null })),
      target: null,
      rises: null,
      opens: null,
    }
  },
})

export const metricSources: readonly Source[] = [value, course]
