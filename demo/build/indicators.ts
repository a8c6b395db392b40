import { settleNext } from '#areas/indicators/server/index.ts'
import { demoIndicators } from '#demo/content/indicators.ts'
import { daysFromToday } from '#demo/content/types.ts'
import type { Happening } from './happening.ts'
import { givenOn, takenOver } from './metrics.ts'
import { inBoth, type Site } from './site.ts'

/** The day after the metrics were taken over; the scores live from indicators as soon as their measures are in place. */
const begun = takenOver + 1

/** The first day of the last month of that number which is over. */
const lastMonth = (today: string, month: string): string => `${Number(today.slice(0, 4)) - (month < today.slice(5, 7) ? 0 : 1)}-${month}-01`

/** The indicators of the first organisation over its metrics, worked out anew when the values of a month are given. */
export function indicatorsOf(site: Site): Happening[] {
  const { measures, perimeters } = site.content
  if (perimeters.every(({ key }) => key !== 'aquilor')) return []
  const settle = async (session: Parameters<Happening['run']>[0]): Promise<void> => {
    while (await settleNext(session.tx));
  }
  const made: Happening = {
    day: begun,
    what: 'discuss',
    by: site.pilot,
    run: async (session) => {
      for (const one of demoIndicators)
        await session.create('indicator', one.identifier, {
          identifier: one.identifier,
          ...inBoth('name', one.name),
          type: one.target === null ? 'ACTIVITY' : 'PERFORMANCE',
          periodicity: 'MONTHLY',
          formula: one.formula,
          is_global: true,
          target_value: one.target,
          unit: one.unit ?? null,
          ...(one.notes && { notes: one.notes.map(({ month, text }) => ({ period: lastMonth(site.dateAt(0), month), text: site.translate(text) })) }),
          ...(one.parent && { parent: site.id('indicator', one.parent) }),
          ...(one.manager && { manager: site.id('member', one.manager) }),
        })
      await settle(session)
    },
  }
  const linked = demoIndicators.flatMap(({ identifier, measure }): Happening[] => {
    if (measure === undefined) return []
    const since = measures.find(({ key }) => key === measure)?.decisions.find(({ status }) => status === 'IMPLEMENTED')?.since
    if (since === undefined) throw new Error(`${measure} is never implemented`)
    return [
      {
        day: Math.max(begun + 1, daysFromToday(since) + 1),
        what: 'discuss',
        by: site.pilot,
        run: (session) => session.update('indicator', site.id('indicator', identifier), { measures: [site.id('measure', measure)] }),
      },
    ]
  })
  return [made, ...linked, ...givenOn(site).map((day): Happening => ({ day, what: 'discuss', by: site.pilot, run: settle }))]
}
