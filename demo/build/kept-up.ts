import { sql } from 'kysely'
import { keptUp, measuredBy } from '#demo/content/main/kept-up.ts'
import { daysFromToday } from '#demo/content/types.ts'
import type { Happening } from './happening.ts'
import type { Session, Site } from './site.ts'

/** From this day on, scores live from recurring tasks: half a year of answers was there by then. */
const from = -180

/** A recurring task by its English name. */
async function taskOf({ tx }: Session, name: string): Promise<number> {
  const row = await tx.first(sql<{ id: number }>`select id from runtask where customer_id = ${tx.customerId} and name_en = ${name}`)
  if (!row) throw new Error(`There is no recurring task ${name}`)
  return row.id
}

/** Lets answers give values, once there are indicators that are made of them. */
export const measuredOf = (site: Site): Happening[] =>
  (site.content.runbooks ?? []).length === 0
    ? []
    : Object.entries(measuredBy).map(([task, metrics]): Happening => ({
        day: -1,
        what: 'discuss',
        by: site.pilot,
        run: async (session) => session.update('runtask', await taskOf(session, task), { metrics: metrics.map((key) => site.id('metric', key)) }),
      }))

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
        await session.update('runtask', await taskOf(session, task), { measure: site.id('measure', key) })
      },
    }
  })
}
