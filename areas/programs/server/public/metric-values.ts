import { z } from 'zod'
import { AppError, type FieldMessages } from '#kit/contract/errors.ts'
import { authorize } from '#kit/server/access/authorize.ts'
import { once } from '#kit/server/http/idempotency.ts'
import { dayOrHour } from '#areas/metrics/contract/hour.ts'
import { enterJudged, judged } from '#areas/metrics/server/index.ts'
import type { ExposedType } from '#areas/programs/server/exposed.ts'
import type { AddPublic } from '#areas/programs/server/let-in.ts'

/** Values that one call takes, and metrics that they are of. */
export const [mostGiven, mostMetrics] = [10_000, 200] as const

const id = z.int().min(1).max(Number.MAX_SAFE_INTEGER)
const value = z.strictObject({
  metric_id: id,
  perimeter_id: id,
  period: dayOrHour,
  value: z.number().nullable(),
  comment: z.string().trim().max(1000).nullish(),
  /** That its writer saw; 0: there was none. */
  version: z.int().min(0).optional(),
})
const body = z.strictObject({ values: z.array(value).min(1).max(mostGiven) })

/** Values of several metrics at once: all of them or none, and every wrong one is named. */
export function metricValueRoute(add: AddPublic, types: ReadonlyMap<string, ExposedType>): void {
  const type = [...types.values()].find(({ resource }) => resource.def.name === 'metric')?.type
  if (type === undefined) return
  add(
    { type, verb: 'write' },
    {
      method: 'POST',
      path: `/${type}/values`,
      tag: type,
      summary: `Enter, correct or empty values of ${type}`,
      access: 'metric.enter',
      body,
      answer: z.object({ entered: z.int() }),
      named: true,
    },
    async ({ inSession, body: given, named }) => {
      const { values }: z.output<typeof body> = given
      return inSession((tx) =>
        once(tx, named(), async () => {
          const grant = authorize(tx.who, 'metric.enter')
          const fields: FieldMessages = {}
          const byMetric = [...Map.groupBy(values.entries(), ([, one]) => one.metric_id)].toSorted(([a], [b]) => a - b)
          if (byMetric.length > mostMetrics)
            throw new AppError('INVALID', 'kit.errors.check_inputs', { fields: { values: [{ key: 'programs.errors.metrics', values: { max: mostMetrics } }] } })
          const all: Awaited<ReturnType<typeof judged>>['changed'][] = []
          for (const [metric, own] of byMetric) {
            const pathOf = (n: number, field: string) => `values.${own[n]?.[0] ?? 0}.${field}`
            try {
              const { changed } = await judged(
                tx,
                grant,
                metric,
                own.map(([, one]) => one),
                { pathOf },
              )
              all.push(changed)
            } catch (error) {
              if (!(error instanceof AppError) || (error.status !== 'INVALID' && error.status !== 'NOT_FOUND')) throw error
              const wrong = error.details.fields ?? Object.fromEntries(own.map((_, n) => [pathOf(n, 'metric_id'), [{ key: error.key }]]))
              Object.assign(fields, wrong)
            }
          }
          if (Object.keys(fields).length > 0) throw new AppError('INVALID', 'kit.errors.check_inputs', { fields })
          await enterJudged(tx, all.flat(), 'API')
          return { entered: values.length }
        }),
      )
    },
  )
}
