import { sql } from 'kysely'
import { addDays, nextStart } from '#areas/runbooks/contract/recurrence.ts'
import { defaultIdentifier } from '#areas/runbooks/contract/runbook.ts'
import { makeDefaultRunbook } from '#areas/runbooks/server/first-runbook.ts'
import { generate } from '#areas/runbooks/server/generate.ts'
import type { RecurringTask, Runbook, Text } from '#demo/content/types.ts'
import { systemGrant } from '#kit/server/access/authorize.ts'
import type { Changes } from '#kit/server/data/resources/resource.ts'
import { updateRows } from '#kit/server/data/store/update-rows.ts'
import type { Happening } from './happening.ts'
import { inBoth, type Session, type Site } from './site.ts'

/** A year of runbooks, told week by week: on each of these days what is due is answered. */
const began = -372
const weeks = Array.from({ length: 53 }, (_, n) => began + 7 * (n + 1))
/** From this day on some are left: late, rejected, waiting for approval. */
const recently = -24

/** An organisation always has a runbook; the first of those that it tells of is that one. */
export const beginRunbook = (site: Site, day: number): Promise<void> =>
  site.at(day, site.pilot, async ({ tx, resources }) => site.note('runbook', defaultIdentifier, await makeDefaultRunbook(tx, null, resources)))

export const runbooksOf = (site: Site): Happening[] => {
  const { runbooks = [] } = site.content
  if (runbooks.length === 0) return []
  return [
    ...runbooks.map((runbook, n): Happening => ({ day: began, what: 'open', by: site.pilot, run: (session) => open(session, runbook, n === 0) })),
    ...weeks.map((day): Happening => ({ day, what: 'work', by: site.pilot, run: (session) => live(session, day) })),
    { day: 0, what: 'work', by: site.pilot, run: (session) => live(session, 0) },
    ...['nadia', 'paola', 'tomas'].map((key) => submittedBy(site, key)),
    { day: 0, what: 'review', by: site.pilot, run: rejectOne },
  ]
}

/** Where gaps go that controls find; made with the first runbook. */
const findings = { en: 'Findings of controls', fr: 'Constats des contrôles' }

async function open(session: Session, { key, plan, name, perimeters, tasks }: Runbook, first: boolean): Promise<void> {
  const { site } = session
  if (!site.has('gap_register', 'controls'))
    await session.create('gap_register', 'controls', { ...inBoth('name', findings), type: 'CONTROL', date: site.dateAt(began) })
  const fields = { ...inBoth('name', name), perimeters: perimeters.map((one) => site.id('perimeter', one)) }
  const { id: runbook } = first ? await session.update('runbook', site.id('runbook', defaultIdentifier), fields) : await session.create('runbook', key, fields)
  for (const task of tasks) await session.create('runtask', null, bodyOf(session, task, runbook, plan))
}

const bodyOf = (
  { site }: Session,
  { name, kind, periodicity, perimeter, manager, charge, proof, approved, labels }: RecurringTask,
  runbook: number,
  plan: string,
): Changes => ({
  ...inBoth('name', name),
  runbook,
  kind,
  periodicity,
  start_date: nextStart(periodicity, site.dateAt(began)),
  perimeter: site.id('perimeter', perimeter),
  manager: site.id('member', manager),
  charge,
  proof: proof ?? 'ALLOWED',
  approval_required: approved ?? false,
  labels: labels.map((label) => site.id('label', label)),
  ...(kind === 'CONTROL' && { gap_register: site.id('gap_register', 'controls'), program: site.id('program', plan) }),
})

interface Due {
  readonly id: number
  readonly kind: string
  readonly manager_id: number | null
  readonly period_start: string
  readonly due_date: string
}

/** Makes what has come round by a day, as the night does, and answers what was due: most of it well, some late, some badly. */
async function live(session: Session, day: number): Promise<void> {
  const { site, tx, resources } = session
  for (let after = 0; ;) {
    const { last, more, all } = await generate(tx, resources, { after })
    if (all || last === null) break
    if (!more) after = last
  }
  const until = site.dateAt(day)
  const recent = site.dateAt(recently)
  // Most is answered in its last days, so that nothing is overdue until the next visit; of what is due now some is left.
  const ahead = day < 0 ? site.dateAt(day + 7) : until
  const due = await tx.run(sql<Due>`select id, kind, manager_id, period_start, due_date from occurrence
    where customer_id = ${tx.customerId} and status = 'TO_DO' and due_date < ${ahead}::date and period_start < ${until}::date order by due_date, id`)
  const updates = due.flatMap((row) => {
    const changes = answerOf(site, row, until, row.due_date >= recent)
    return changes ? [{ id: row.id, changes: { ...changes, answered_by: row.manager_id, answered_at: tx.now.toISOString() } }] : []
  })
  await updateRows(tx, systemGrant('occurrences of recurring tasks', tx.who), session.resource('occurrence'), resources, updates, { action: 'answer' })
}

const found: readonly Text[] = [
  { en: 'A cabinet was open', fr: 'Une armoire était ouverte' },
  { en: 'Differs from the reference list', fr: 'Écart avec la liste de référence' },
  { en: 'Log incomplete, started again', fr: 'Journal incomplet, relancé' },
  { en: 'Three accounts too many, closed the same day', fr: 'Trois comptes de trop, fermés le jour même' },
]
const closedThen: Text = { en: 'Site closed that week', fr: 'Site fermé cette semaine-là' }
const inTheFolder: Text = { en: 'Report in the shared folder', fr: 'Compte rendu dans le dossier partagé' }
const lastQuarters: Text = {
  en: 'This is the report of the quarter before: to be done again',
  fr: 'Le compte rendu est celui du trimestre précédent : à refaire',
}

/** What somebody said of it; nothing for the few that are still owed. The same every time the demonstration is built on the same day. */
function answerOf(site: Site, { id, kind, period_start: start, due_date: due }: Due, until: string, recent: boolean): Changes | undefined {
  const draw = (id * 7919) % 100
  // What comes round once or twice a year moves a score by points: it is answered, whatever day the demonstration is built on.
  if (recent && draw < 9 && addDays(start, 100) > due) return undefined
  const late = draw % 17 === 0
  const day = late ? addDays(due, 3) : due > start ? addDays(due, -(draw % 2)) : due
  if (late && day > until) return undefined
  const done_date = day > until ? until : day
  if (kind === 'CONTROL') {
    if (draw >= 94) return { status: 'DONE_KO', done_date, comment: site.translate(found[id % found.length] ?? closedThen) }
    if (draw === 50) return { status: 'NA', comment: site.translate(closedThen) }
    return { status: 'DONE_OK', done_date }
  }
  return draw >= 96 ? { status: 'NOT_DONE' } : { status: 'DONE', done_date }
}

/** Of what somebody is to answer and another to approve, the earliest. */
const waiting = (site: Site, status: string, key?: string) => (session: Session) =>
  session.tx.first(sql<{ id: number }>`select o.id from occurrence o join runtask k on k.customer_id = o.customer_id and k.id = o.runtask_id
    where o.customer_id = ${session.tx.customerId} and o.status = ${status} and k.approval_required and k.proof <> 'REQUIRED' and o.period_start <= ${session.tx.today}::date
      ${key === undefined ? sql`` : sql`and o.manager_id = ${site.id('member', key)}`} order by o.due_date, o.id limit 1`)

/** What people have answered that waits for approval. */
const submittedBy = (site: Site, key: string): Happening => ({
  day: 0,
  what: 'prove',
  by: site.person(key) ?? site.pilot,
  run: async (session) => {
    const row = await waiting(site, 'TO_DO', key)(session)
    if (row) await session.update('occurrence', row.id, { status: 'DONE_OK', comment: site.translate(inTheFolder) })
  },
})

async function rejectOne(session: Session): Promise<void> {
  const row = await waiting(session.site, 'PENDING_APPROVAL')(session)
  if (row) await session.update('occurrence', row.id, { status: 'REJECTED', status_reason: session.site.translate(lastQuarters) })
}
