import { z } from 'zod'
import { only } from '#kit/contract/figure.ts'
import { levelName } from '#kit/contract/level.ts'
import type { MatrixAnswer, SeriesAnswer } from '#kit/contract/source.ts'
import { authorize } from '#kit/server/access/authorize.ts'
import { mustRead } from '#kit/server/data/lists/get-row.ts'
import { resourceOf } from '#kit/server/data/resources/resource.ts'
import { defineSource, refusePast, type Asking, type Source } from '#kit/server/sources/source.ts'
import { dayAfter } from '#kit/contract/day-after.ts'
import { matrixKinds } from '#areas/risks/contract/calls.ts'
import { matrixOf } from './matrix.ts'
import { trendOf } from './trend.ts'

const id = z.int().min(1)
const register = { entity: 'risk_register', needed: true } as const
const mayOpen = ({ tx, resources }: Asking, of: number) => mustRead(tx, authorize(tx.who, 'risk_register.read'), resourceOf(resources, 'risk_register'), of)

/** Where the risks of a register that are not closed stand, by impact and probability. */
const matrix = defineSource({
  name: 'risks.matrix',
  kind: 'matrix',
  right: 'risk.read',
  settings: { register, kind: { options: matrixKinds } },
  given: z.strictObject({ register: id, kind: z.enum(matrixKinds).default('current') }),
  read: async (asking, given): Promise<MatrixAnswer> => {
    const { tx, resources, lang, perimeter, moment } = asking
    await mayOpen(asking, given.register)
    if (moment) tx.readPast(moment)
    const within = perimeter === null ? [] : [only('within', perimeter)]
    const { scale, cells, total, above, appetite } = await matrixOf(tx, resources, given.register, { filters: within, global_search: '' })
    const { impacts, probabilities, levels } = scale
    const cellAt = (impact: number, probability: number) => {
      const level = levels.find(({ value }) => value === scale.matrix[impact - 1]?.[probability - 1])
      const count = cells.find((cell) => cell.kind === given.kind && cell.impact === impact && cell.probability === probability)?.count ?? 0
      return { count, tint: level?.color ?? null, level: level ? levelName(level, lang) : null }
    }
    return {
      kind: 'matrix',
      rows: impacts.toReversed().map((side) => levelName(side, lang)),
      columns: probabilities.map((side) => levelName(side, lang)),
      cells: impacts.toReversed().map(({ place }) => probabilities.map((side) => cellAt(place, side.place))),
      total,
      above: appetite === null ? null : above,
      opens: { entity: 'risk', filters: [only('register', given.register), only('closed', false), ...within], total },
    }
  },
})

/** The same risks at the end of each of the last twelve months, by the level that they had. */
const trend = defineSource({
  name: 'risks.trend',
  kind: 'series',
  right: 'risk.read',
  settings: { register },
  given: z.strictObject({ register: id }),
  read: async (asking, given): Promise<SeriesAnswer> => {
    refusePast(asking)
    await mayOpen(asking, given.register)
    const { scale, months } = await trendOf(asking.tx, given.register)
    const levels = scale.levels.toReversed()
    const end = (month: string) => {
      const [year = 0, number = 1] = month.split('-').map(Number)
      const last = dayAfter(`${number === 12 ? year + 1 : year}-${String((number % 12) + 1).padStart(2, '0')}-01`, -1)
      return last > asking.today ? asking.today : last
    }
    return {
      kind: 'series',
      unit: null,
      series: levels.map((level) => ({ key: String(level.value), label: levelName(level, asking.lang), tint: level.color })),
      points: months.map(({ month, counts }) => ({
        day: end(month),
        values: levels.map(({ value }) => counts.find(({ level }) => level === value)?.count ?? 0),
        opens: null,
      })),
      target: null,
      rises: false,
      opens: { entity: 'risk', filters: [only('register', given.register), only('closed', false)], total: null },
    }
  },
})

export const riskSources: readonly Source[] = [matrix, trend]
