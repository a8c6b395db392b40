import { sql } from 'kysely'
import { daysFromToday, type Drift, type Measure, type Person } from '#demo/content/types.ts'
import { measureIdOf } from './decisions.ts'
import type { Happening } from './happening.ts'
import { inBoth, type Session, type Site } from './site.ts'

/** Days before today since when somebody from outside is known to leave. */
const leavingKnown = 60

/** Who is in charge of what, and what slipped through: what the standing checks find. */
export function driftOf(site: Site): Happening[] {
  const { drift } = site.content
  return [...leavingOf(site), ...(drift ? [...ownersOf(site, drift), renaming(site, drift), ...forgettingOf(site, drift)] : [])]
}

/** Those from outside who left, whatever they still hold: their last day was set, and nobody closes the account. */
const leavingOf = (site: Site): Happening[] =>
  site.content.people.flatMap(({ key, left }) =>
    left
      ? [
          {
            day: -leavingKnown,
            what: 'rate',
            by: site.pilot,
            run: (session) => session.update('member', site.id('member', key), { is_external: true, access_end: site.date(left) }),
          } as const,
        ]
      : [],
  )

function ownersOf(site: Site, { unmanagedPerimeters, unownedMeasures, lateOwners }: Drift): Happening[] {
  const late = new Map(lateOwners)
  const implemented = site.content.measures.flatMap((measure): { measure: Measure; day: number }[] => {
    const last = measure.decisions.at(-1)
    const daysLate = late.get(measure.key)
    if (last?.status !== 'IMPLEMENTED' || unownedMeasures.includes(measure.key)) return []
    return [{ measure, day: daysLate === undefined ? daysFromToday(last.since) : -daysLate }]
  })
  const managed = site.content.perimeters.filter(({ key }) => !unmanagedPerimeters.includes(key))
  return [
    ...managed.map(({ key }): Happening => ({
      day: -700,
      what: 'rate',
      by: site.pilot,
      run: (session) => session.update('perimeter', site.id('perimeter', key), { manager: site.id('member', site.pilotOf(key).key) }),
    })),
    ...implemented.map(({ measure, day }): Happening => ({
      day,
      what: 'rate',
      by: site.pilotOf(measure.perimeter),
      run: async (session) => session.update('measure', await measureIdOf(session, measure), { manager: site.id('member', leaderOf(site, measure).key) }),
    })),
  ]
}

/** Those who decide about a perimeter share its measures. */
function leaderOf(site: Site, { key, perimeter }: Measure): Person {
  const able = site.content.people.filter((person) => site.decides(person, perimeter))
  return able[key.length % able.length] ?? site.pilot
}

const renaming = (site: Site, { renamed: { measure, ago, name } }: Drift): Happening => ({
  day: -ago,
  what: 'rate',
  by: site.pilot,
  run: (session) => session.update('measure', site.id('measure', measure), inBoth('name', name)),
})

const forgettingOf = (site: Site, { unkeptEvidence }: Drift): Happening[] =>
  unkeptEvidence.map((action) => ({
    day: -2,
    what: 'rate',
    by: site.pilot,
    run: async (session: Session) => {
      const rows = await session.tx.run(
        sql<{
          id: number
        }>`select target_id as id from remediation__evidences where customer_id = ${site.customerId} and owner_id = ${site.id('remediation', action)}`,
      )
      for (const { id } of rows) await session.update('evidence', id, { manager: null, group: null })
    },
  }))
