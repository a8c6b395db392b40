import { z } from 'zod'
import { AppError, badParameters } from '#kit/contract/errors.ts'
import type { FigureAnswer, SeriesAnswer } from '#kit/contract/source.ts'
import { authorize } from '#kit/server/access/authorize.ts'
import { defineSource, refusePast, type Asking, type Source } from '#kit/server/sources/source.ts'
import { movePeriod, periodEnd, periodOf } from '#areas/metrics/contract/period.ts'
import type { Board } from '#areas/indicators/contract/calls.ts'
import { boardOf } from './board.ts'
import { indicatorOf } from './read-indicator.ts'

const id = z.int().min(1)
/** Compared with each other at most. */
const mostCompared = 6
const perimeter = { entity: 'perimeter' } as const
const indicator = { entity: 'indicator', needed: true } as const

interface Given {
  readonly indicator: number
  readonly perimeter?: number | undefined
}

/** An indicator over the days that are asked, at the place that is asked or else at the highest that its reader looks at; null where it has none. */
async function courseOf(
  asking: Asking,
  { indicator: of, perimeter: chosen }: Given,
  from: string,
): Promise<{ board: Board; values: readonly (number | null)[] }> {
  refusePast(asking)
  const board = await boardOf(asking.tx, authorize(asking.tx.who, 'indicator.read'), of, { from, to: asking.days.to })
  const asked = chosen ?? asking.perimeter
  const at = asked === null ? 0 : board.places.findIndex((place) => place.id === asked)
  return { board, values: board.values[at] ?? board.periods.map(() => null) }
}

const unitOf = ({ type, unit }: Pick<Board, 'type' | 'unit'>) => (type === 'PERFORMANCE' ? 'percent' : unit)
const rises = ({ type }: Pick<Board, 'type'>) => (type === 'PERFORMANCE' ? true : null)

/** The last value of an indicator of a period that is over, with the one before. */
const value = defineSource({
  name: 'indicators.value',
  kind: 'figure',
  right: 'indicator.read',
  settings: { indicator, perimeter },
  given: z.strictObject({ indicator: id, perimeter: id.optional() }),
  read: async (asking, given): Promise<FigureAnswer> => {
    const { periodicity } = await indicatorOf(asking.tx, authorize(asking.tx.who, 'indicator.read'), given.indicator)
    const { board, values } = await courseOf(
      { ...asking, days: { from: asking.today, to: asking.today } },
      given,
      movePeriod(periodicity, periodOf(periodicity, asking.today), -14),
    )
    const over = values.filter((_, at) => board.periods[at]?.current === false)
    const last = over.findLastIndex((one) => one !== null)
    return {
      kind: 'figure',
      value: over[last] ?? null,
      unit: unitOf(board),
      of: null,
      before: asking.compared ? (over[last - 1] ?? null) : null,
      target: board.target,
      rises: rises(board),
      facts: [],
      opens: null,
    }
  },
})

/** Its values over the days that are asked, by its own periods. */
const course = defineSource({
  name: 'indicators.course',
  kind: 'series',
  right: 'indicator.read',
  dated: true,
  settings: { indicator, perimeter },
  given: z.strictObject({ indicator: id, perimeter: id.optional() }),
  read: async (asking, given): Promise<SeriesAnswer> => {
    const { board, values } = await courseOf(asking, given, asking.days.from)
    return {
      kind: 'series',
      unit: unitOf(board),
      series: [{ key: 'value', label: asking.say('indicators.entities.indicator.fields.value'), tint: null }],
      points: board.periods.map(({ start }, at) => ({ day: periodEnd(board.periodicity, start), values: [values[at] ?? null], opens: null })),
      target: board.target,
      rises: rises(board),
      opens: null,
    }
  },
})

/** Two indicators or more side by side: of performance, or of activity (IND-09, DSH-15). */
const compared = defineSource({
  name: 'indicators.comparison',
  kind: 'series',
  right: 'indicator.read',
  dated: true,
  settings: { indicators: { entity: 'indicator', many: true, needed: true }, perimeter },
  given: z.strictObject({ indicators: z.array(id).min(2).max(mostCompared), perimeter: id.optional() }),
  read: async (asking, { indicators, perimeter: chosen }): Promise<SeriesAnswer> => {
    const grant = authorize(asking.tx.who, 'indicator.read')
    const shown: { readonly key: string; readonly name: string; readonly board: Board; readonly values: readonly (number | null)[] }[] = []
    for (const one of new Set(indicators)) {
      const { name } = await indicatorOf(asking.tx, grant, one)
      shown.push({ name, key: String(one), ...(await courseOf(asking, { indicator: one, perimeter: chosen }, asking.days.from)) })
    }
    const [first] = shown
    if (!first || shown.length < 2) throw badParameters({ indicators: [{ key: 'kit.errors.invalid_value' }] })
    if (shown.some(({ board }) => board.type !== first.board.type)) throw new AppError('INVALID', 'indicators.errors.mixed_types')
    const ends = [...new Set(shown.flatMap(({ board }) => board.periods.map(({ start }) => periodEnd(board.periodicity, start))))].toSorted()
    const at = ({ board, values }: (typeof shown)[number], day: string) =>
      values[board.periods.findIndex(({ start }) => periodEnd(board.periodicity, start) === day)] ?? null
    return {
      kind: 'series',
      unit: unitOf(first.board),
      series: shown.map(({ key, name }) => ({ key, label: name, tint: null })),
      points: ends.map((day) => ({ day, values: shown.map((one) => at(one, day)), opens: null })),
      target: null,
      rises: rises(first.board),
      opens: null,
    }
  },
})

export const indicatorSources: readonly Source[] = [value, course, compared]
