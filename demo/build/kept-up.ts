import { sql } from 'kysely'
import { keptUp } from '#demo/content/main/kept-up.ts'
import { daysFromToday } from '#demo/content/types.ts'
import type { Happening } from './happening.ts'
import type { Site } from './site.ts'

/** From this day on, scores live from recurring tasks: half a year of answers was there by then. */
const from = -180

/** Ties recurring tasks to the measures that they keep up, once these are in place. */
export const keptUpOf = (site: Site): Happening[] => {
  if ((site.content.runbooks ?? []).length === 0) return []
  return Object.entries(keptUp).map(([task, key]): Happening => {
    const since = site.content.measures.find((measure) => measure.key === key)?.decisions.find(({ status }) => status === 'IMPLEMENTED')?.since
    if (since === undefined) throw new Error(`${key} is never implemented`)
    return {
      day: Math.max(from, daysFromToday(since) + 1),
      what: 'work',
      by: site.pilot,
      run: async (session) => {
        const row = await session.tx.first(sql<{ id: number }>`select id from runtask where customer_id = ${session.tx.customerId} and name_en = ${task}`)
        if (!row) throw new Error(`There is no recurring task ${task}`)
        await session.update('runtask', row.id, { measure: site.id('measure', key) })
      },
    }
  })
}
