import { incidentStatuses } from '#areas/incidents/contract/incident.ts'
import { enter } from '#areas/incidents/server/timeline.ts'
import { record } from '#areas/incidents/server/sending.ts'
import { daysFromToday, type Incident, type Person } from '#demo/content/types.ts'
import type { Happening } from './happening.ts'
import { inBoth, type Session, type Site } from './site.ts'

/** The life of every incident, from who declared it to what was learnt. */
export function incidentsOf(site: Site): Happening[] {
  return (site.content.incidents ?? []).flatMap((incident) => [
    declaring(site, incident),
    ...stepping(site, incident),
    ...saying(site, incident),
    ...sending(site, incident),
  ])
}

const idOf = (site: Site, { key }: Incident) => site.id('incident', key)
const of = (site: Site, key: string): Person => site.person(key) ?? site.pilot

function declaring(site: Site, incident: Incident): Happening {
  const by = of(site, incident.by)
  return {
    day: daysFromToday(incident.on),
    what: 'declare',
    by,
    run: async (session) => {
      const { key, name, what, perimeter, category, severity, manager, significant, personal, impact, noticed = 0, unseen } = incident
      const { now } = session.tx
      const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000).toISOString()
      await session.create('incident', key, {
        ...inBoth('name', name),
        description: site.translate(what),
        perimeter: site.id('perimeter', perimeter),
        category,
        severity,
        ...(manager !== null && { manager: site.id('member', manager) }),
        detected_at: hoursAgo(noticed),
        ...(unseen !== undefined && { occurred_at: hoursAgo(noticed + unseen) }),
        aware_at: now.toISOString(),
        significant,
        personal_data: personal,
        ...(impact !== undefined && { impact }),
        confidential: incident.confidential ?? false,
        exercise: incident.exercise ?? false,
      })
    },
  }
}

const workerOn = (site: Site, { manager, by }: Incident): Person => {
  const worker = of(site, manager ?? by)
  return worker.role === 'global_pilote' || manager === worker.key ? worker : site.pilot
}

/** Every step on the way, since none but the last is skipped. */
function stepping(site: Site, incident: Incident): Happening[] {
  const by = workerOn(site, incident)
  let now = 0
  return incident.steps.flatMap(({ to, on, as }) => {
    const at = incidentStatuses.indexOf(to)
    const way = to === 'CLOSED' ? [to] : incidentStatuses.slice(now + 1, at + 1)
    now = at
    return way.map((status): Happening => ({
      day: daysFromToday(on),
      what: 'follow',
      by,
      run: (session) =>
        session.update('incident', idOf(site, incident), {
          status,
          ...(as && { close_reason: as }),
          ...(status === 'CLOSED' && incident.lessons && { lessons_learned: site.translate(incident.lessons) }),
        }),
    }))
  })
}

function saying(site: Site, incident: Incident): Happening[] {
  return incident.entries.map(({ kind, on, by, text }) => {
    const person = of(site, by)
    return {
      day: daysFromToday(on),
      what: 'follow',
      by: person,
      run: ({ tx }: Session) => enter(tx, idOf(site, incident), { kind, text: site.translate(text) }),
    }
  })
}

function sending(site: Site, incident: Incident): Happening[] {
  return (incident.sendings ?? []).map(({ clock, on, authority, reference }) => ({
    day: daysFromToday(on),
    what: 'follow',
    by: workerOn(site, incident),
    run: (session) =>
      record(session.tx, session.grant('incident'), session.resources, idOf(site, incident), {
        clock,
        sent_at: session.tx.now.toISOString(),
        authority,
        reference,
        files: [],
      }),
  }))
}
