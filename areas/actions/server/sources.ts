import { z } from 'zod'
import { only } from '#kit/contract/figure.ts'
import type { SeriesAnswer } from '#kit/contract/source.ts'
import { authorize } from '#kit/server/access/authorize.ts'
import { sql } from 'kysely'
import { countEach } from '#kit/server/data/resources/figures.ts'
import { resourceOf } from '#kit/server/data/resources/resource.ts'
import { defineSource, refusePast, type Source } from '#kit/server/sources/source.ts'
import { actionFigures } from '#areas/actions/contract/figures.ts'
import { monthsBefore } from './months.ts'

/** What each month's end counted, and what is counted now by the figures of the same names. */
const counted = {
  finished: actionFigures.finished_this_month,
  ongoing: actionFigures.ongoing_on_time,
  planned: actionFigures.to_begin_on_time,
  late: actionFigures.late,
} as const
const names = ['finished', 'ongoing', 'planned', 'late'] as const
const tints = { finished: 'success', ongoing: 'info', planned: 'neutral', late: 'danger' } as const

/** Actions at the end of each of the last twelve months. */
const months = defineSource({
  name: 'actions.months',
  kind: 'series',
  right: 'remediation.read',
  settings: { perimeter: { entity: 'perimeter' } },
  given: z.strictObject({ perimeter: z.int().min(1).optional() }),
  read: async (asking, given): Promise<SeriesAnswer> => {
    refusePast(asking)
    const { tx, resources, today, say } = asking
    const place = given.perimeter ?? asking.perimeter
    const below =
      place === null
        ? []
        : await tx.run(
            sql<{ id: number }>`select descendant_id as id from perimeter_closure where customer_id = ${tx.customerId} and ancestor_id = ${place} order by 1`,
          )
    const within = place === null ? [] : [only('perimeter', ...(below.length > 0 ? below.map(({ id }) => id) : [place]))]
    const [past, now] = await Promise.all([
      monthsBefore(tx, tx.who, resources, within, today, 11),
      countEach(tx, authorize(tx.who, 'remediation.read'), resourceOf(resources, 'remediation'), counted, within, today),
    ])
    const points = past.map((month) => ({ day: month.day, values: names.map((name) => month[name]), opens: null }))
    return {
      kind: 'series',
      unit: null,
      series: names.map((name) => ({ key: name, label: say(`actions.sources.months.${name}`), tint: tints[name] })),
      points: [...points, { day: today, values: names.map((name) => now[name]), opens: null }],
      target: null,
      rises: null,
      opens: { entity: 'remediation', filters: within, total: null },
    }
  },
})

export const actionSources: readonly Source[] = [months]
