import { enter } from '#areas/metrics/server/index.ts'
import { movePeriod, periodOf } from '#areas/metrics/contract/period.ts'
import { automaticMetrics, demoMetrics, measuredPlaces, type DemoMetric } from '#demo/content/metrics.ts'
import type { Happening } from './happening.ts'
import { inBoth, type Site } from './site.ts'

const months = 18
/** Days from today: what was kept in spreadsheets came in on one day, then the values of each month on some day of the next. */
export const takenOver = -112
/** Of the last months, how many ago each was given. */
const given = [5, 4, 3, 2, 1] as const

const dayLength = 86_400_000

/** The metrics of the first organisation with the values of a year and a half; some are late, some corrected, some explained. */
export function metricsOf(site: Site): Happening[] {
  if (site.content.perimeters.every(({ key }) => key !== 'aquilor')) return []
  const today = site.dateAt(0)
  const month = (ago: number) => movePeriod('MONTHLY', periodOf('MONTHLY', today), -ago)
  const by = site.pilot
  const places = measuredPlaces.filter((key) => site.content.perimeters.some((one) => one.key === key))
  const made: Happening = {
    day: takenOver,
    what: 'serve',
    by,
    run: async (session) => {
      for (const [at, one] of [...demoMetrics, ...automaticMetrics].entries()) {
        const { id } = await session.create('metric', one.identifier, {
          identifier: one.identifier,
          ...inBoth('name', one.name),
          unit: one.unit,
          decimals: one.decimals,
          minimum: one.minimum,
          maximum: one.maximum,
          target: one.target,
          with_levels: one.unit === '%' && !one.reversed,
          periodicity: 'MONTHLY',
          time_aggregation: one.time,
          perimeter_aggregation: one.places,
          start_date: month(months),
          due_days: 10,
          history_size: 24,
          perimeters: places.map((key) => site.id('perimeter', key)),
          ...(one.formula && { formula: one.formula }),
          ...(one.counted && { internal_metric: one.counted }),
          ...(one.manager && { manager: site.id('member', one.manager) }),
        })
        // What fills itself in is made of the others, as they come.
        if (one.formula ?? one.counted) continue
        const old = Array.from({ length: months + 1 }, (_, n) => n).filter((ago) => ago > 0 && !wasGiven(site, month(ago)))
        const values = old.flatMap((ago) =>
          places.map((key, place) => ({ perimeter_id: site.id('perimeter', key), period: month(ago), value: valueOf(one, at, place, ago, month(ago)) })),
        )
        await enter(session.tx, session.grant('metric'), id, values, { source: 'IMPORT' })
      }
    },
  }
  const monthly = given
    .filter((ago) => wasGiven(site, month(ago)))
    .map((ago): Happening => ({
      day: dayOfMonth(today, month(ago - 1)),
      what: 'serve',
      by,
      run: async (session) => {
        for (const [at, one] of demoMetrics.entries()) {
          const values = places.flatMap((key, place) =>
            isMissing(at, place, ago)
              ? []
              : [
                  {
                    perimeter_id: site.id('perimeter', key),
                    period: month(ago),
                    value: valueOf(one, at, place, ago, month(ago)),
                    ...(at === 0 && place === 10 && ago === 2 && { comment: site.translate(explained) }),
                  },
                ],
          )
          await enter(session.tx, session.grant('metric'), site.id('metric', one.identifier), values)
        }
      },
    }))
  return [made, ...monthly]
}

/** Some day of the month after, but not ahead of today. */
const dayOfMonth = (today: string, first: string): number => Math.min(-1, Math.round((Date.parse(first) - Date.parse(today)) / dayLength) + 8)

/** Whether a month was over, and its values expected, only after the others had been taken over. */
const wasGiven = (site: Site, start: string): boolean => dayOfMonth(site.dateAt(0), movePeriod('MONTHLY', start, 1)) > takenOver

const explained = { en: 'The shutdown of line two held the updates up.', fr: 'L’arrêt de la ligne deux a retardé les mises à jour.' }

/** A number from 0 to 1 that is the same each time. */
function chance(...parts: number[]): number {
  const mixed = parts.reduce((sum, part) => Math.imul(sum ^ part, 2_654_435_761) ^ (sum >>> 13), 97)
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 4_294_967_296
}

/** The days on which the values of a month were given, the first one first. */
export const givenOn = (site: Site): number[] => {
  const today = site.dateAt(0)
  const month = (ago: number) => movePeriod('MONTHLY', periodOf('MONTHLY', today), -ago)
  return given.filter((ago) => wasGiven(site, month(ago))).map((ago) => dayOfMonth(today, month(ago - 1)))
}

/** Late ones: of the last month in some places, in one place for longer. */
const isMissing = (at: number, place: number, ago: number): boolean => (ago === 1 && chance(at, place, 5) < 0.09) || (at < 4 && place === 12 && ago <= 2)

/** Plants close in August and much waits in December; what was put off is made up for afterwards. */
const seasons: Readonly<Record<string, number>> = { '07': -0.2, '08': -0.75, '09': -0.1, '12': -0.4, '01': -0.15, '03': 0.15, '06': 0.1, '10': 0.1 }
const season = (start: string): number => seasons[start.slice(5, 7)] ?? 0

/** From where it stood to where it stands, each place on its own way. */
function valueOf(
  { from, to, spread, minimum, maximum, decimals, reversed, steady }: DemoMetric,
  at: number,
  place: number,
  ago: number,
  start: string,
): number {
  const course = from + ((to - from) * (months - ago)) / (months - 1)
  const own = (chance(at, place, 1) - 0.5) * 2 * spread
  const noise = (chance(at, place, ago, 7) - 0.5) * spread * 0.4
  return Number(
    Math.min(maximum ?? Infinity, Math.max(minimum, course + own + noise + (steady ? 0 : season(start)) * spread * (reversed ? -1 : 1))).toFixed(decimals),
  )
}
