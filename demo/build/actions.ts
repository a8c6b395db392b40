import { sql } from 'kysely'
import { daysFromToday, type Action, type Person } from '#demo/content/types.ts'
import { commentOn } from '#kit/server/http/comment-routes.ts'
import { nameEvidence } from './evidence.ts'
import { measureIdOf } from './decisions.ts'
import type { Happening } from './happening.ts'
import { inBoth, type Session, type Site } from './site.ts'

/** What happens to an action; done by whoever works on it, unless somebody else is named. */
type Moment = Omit<Happening, 'by'> & { readonly by?: Person }

/** The life of every action, from the day on which somebody opened it. */
export function actionsOf(site: Site): Happening[] {
  return site.content.actions.flatMap((action) => {
    const worker = workerOn(site, action)
    const moments: Moment[] = [
      opening(site, action),
      ...starting(action),
      ...holding(site, action),
      ...postponing(site, action),
      ...working(site, action),
      ...proving(site, action),
      ...ending(site, action),
      ...reviewing(site, action),
      ...talking(site, action),
    ]
    return moments.map((moment) => ({ ...moment, by: moment.by ?? worker }))
  })
}

/** Who works on an action: its manager, or somebody of the group that has it, if they may write it; else whoever opened it. */
function workerOn(site: Site, action: Action): Person {
  const group = site.content.userGroups.find(({ key }) => key === action.userGroup)
  const candidates = [action.manager, ...(group?.members ?? [])].map((key) => site.person(key))
  return candidates.find((person) => person !== undefined && mayWrite(site, action, person)) ?? opener(site, action)
}

function mayWrite(site: Site, action: Action, person: Person): boolean {
  const inGroup = site.content.userGroups.some(({ key, members }) => key === action.userGroup && members.includes(person.key))
  const given = action.manager === person.key || inGroup || worksOnPlan(site, action, person)
  return site.decides(person, action.perimeter) || (person.role === 'contributor' && given)
}

function worksOnPlan(site: Site, { plan }: Action, { key }: Person): boolean {
  const found = site.content.actionPlans.find((candidate) => candidate.key === plan)
  const group = site.content.userGroups.find((candidate) => candidate.key === found?.userGroup)
  return (found?.people.includes(key) ?? false) || (group?.members.includes(key) ?? false)
}

/** Who opened an action: its manager, if they decide about the place and see the plan, else the pilot of the organisation, as of what is done about an incident, a gap or an exemption. */
function opener(site: Site, action: Action): Person {
  if (action.about || action.imported) return site.pilot
  const manager = site.person(action.manager)
  return manager && site.decides(manager, action.perimeter) && worksOnPlan(site, action, manager) ? manager : site.pilot
}

const change = (action: Action, session: Session, input: Readonly<Record<string, unknown>>) =>
  session.update('remediation', session.site.id('remediation', action.key), input)
const isPlanned = ({ status, initialTarget }: Action) => status !== 'TO_PLAN' && initialTarget !== null

function opening(site: Site, action: Action): Moment {
  const measure = site.content.measures.find(({ key }) => key === action.measure)
  return {
    day: daysFromToday(action.created),
    what: 'open',
    by: opener(site, action),
    run: async (session) => {
      const { about } = action
      const { key, description, type, impact, priority, manager, userGroup, start, initialTarget, cost, workload, labels } = action
      const create = action.imported ? session.bring.bind(session) : session.create.bind(session)
      const { id } = await create('remediation', key, {
        ...inBoth('name', action.name),
        description: description && site.translate(description),
        type,
        priority,
        cost,
        workload,
        program: site.id('program', action.plan),
        perimeter: site.id('perimeter', action.perimeter),
        ...(measure && { measure: await measureIdOf(session, measure) }),
        ...(impact !== null && { impact }),
        ...(about && { source_object: { entity: about.entity, id: site.id(about.entity, about.key) } }),
        ...(manager !== null && { manager: site.id('member', manager) }),
        ...(userGroup !== null && { group: site.id('group', userGroup) }),
        start_date: start && site.date(start),
        target_date: initialTarget && site.date(initialTarget),
        // Else it follows from the dates.
        ...(isPlanned(action) ? start === null && { status: 'PLANNED' } : { status: 'TO_PLAN' }),
        labels: labels.map((label) => site.id('label', label)),
        tasks: action.tasks.map((task) => ({
          name: site.translate(task.name),
          manager: task.manager === null ? null : site.id('member', task.manager),
          target_date: task.target && site.date(task.target),
        })),
      })
      const tasks = await session.tx.run(
        sql<{ id: number }>`select id from remediation__tasks where customer_id = ${site.customerId} and owner_id = ${id} order by position`,
      )
      for (const [at, task] of tasks.entries()) site.note('task', `${key} ${at}`, task.id)
    },
  }
}

/** Work begins on the start date, unless the action began with it. */
function starting(action: Action): Moment[] {
  const day = action.start ? daysFromToday(action.start) : null
  if (day === null || action.notStarted || !isPlanned(action) || day <= daysFromToday(action.created) || day > 0) return []
  if (action.done && daysFromToday(action.done) <= day) return []
  return [{ day, what: 'start', run: (session) => change(action, session, { status: 'ONGOING' }) }]
}

/** The content says why an action waits, not since when: half-way from its start. */
function holding(site: Site, action: Action): Moment[] {
  const { status, statusReason } = action
  if (status !== 'STANDBY' || !statusReason) return []
  return [{ day: spread(action, 1, 2), what: 'hold', run: (session) => change(action, session, { status, status_reason: site.translate(statusReason) }) }]
}

function postponing(site: Site, action: Action): Moment[] {
  return action.postponements.map(({ on, to, reason }) => ({
    day: daysFromToday(on),
    what: 'postpone',
    run: (session) => change(action, session, { target_date: site.date(to), postponement_reason: site.translate(reason) }),
  }))
}

/** The day of the `nth` of `count` steps between an action's start and its end, or yesterday. */
function spread({ created, start, done }: Action, nth: number, count: number): number {
  const from = Math.max(daysFromToday(created), start ? daysFromToday(start) : -Infinity)
  const to = done ? daysFromToday(done) : -1
  return Math.min(to, Math.max(daysFromToday(created), Math.floor(from + ((to - from) * nth) / count)))
}

/** Tasks are done one after the other. */
function working(site: Site, action: Action): Moment[] {
  const { key, tasks } = action
  const done = tasks.flatMap((task, at) => (task.status === 'DONE' ? [at] : []))
  return done.map((last, nth) => ({
    day: spread(action, nth + 1, done.length + 1),
    what: 'work',
    run: (session) =>
      change(action, session, {
        tasks: tasks.map((task, at) => ({
          id: site.id('task', `${key} ${at}`),
          name: site.translate(task.name),
          status: at <= last && task.status === 'DONE' ? 'DONE' : 'TO_DO',
        })),
      }),
  }))
}

function proving(site: Site, action: Action): Moment[] {
  return action.proofs.map(({ name, url, on, author }) => {
    const writer = site.person(author)
    return {
      day: daysFromToday(on),
      what: 'prove',
      ...(writer && mayWrite(site, action, writer) && { by: writer }),
      run: async (session) => {
        const id = site.id('remediation', action.key)
        const known = await session.tx.run(
          sql<{
            id: number
            url: string
          }>`select id, url from remediation__proofs where customer_id = ${site.customerId} and owner_id = ${id} order by position`,
        )
        await change(action, session, { proofs: [...known, { name: site.translate(name), url, date: site.date(on) }] })
        await nameEvidence(session, { action: id, url, name, since: daysFromToday(on) })
      },
    }
  })
}

function ending(site: Site, action: Action): Moment[] {
  const { status, statusReason, done } = action
  if (!done) return []
  return [
    {
      day: daysFromToday(done),
      what: 'end',
      run: (session) =>
        change(
          action,
          session,
          status === 'FINISHED' ? { status, done_date: site.date(done) } : { status, status_reason: statusReason && site.translate(statusReason) },
        ),
    },
  ]
}

/** Days for which the review of an improvement waits for somebody. */
const unreviewed = 45

/** What comes of an action is looked at on the day of its end; the latest improvements wait still, and what others are to complete. */
function reviewing(site: Site, action: Action): Moment[] {
  const { key, type, status, done, measure, leftOpen } = action
  const completed = site.content.actions.some((other) => other.type === 'BUILD' && other.measure === measure && other.key !== key && other.done === null)
  if (!done || status !== 'FINISHED' || (type === 'SIMPLE' && !leftOpen) || (type === 'BUILD' && completed)) return []
  const day = daysFromToday(done)
  if (type === 'UPGRADE' && day > -unreviewed) return []
  return [
    {
      day,
      what: 'review',
      by: site.pilot,
      run: async (session) => {
        const { tx } = session
        const open = await tx.run(sql<{ id: number }>`select id from review where customer_id = ${tx.customerId} and status = 'OPEN'
          and remediation_id = ${site.id('remediation', action.key)} order by id`)
        const closing = { status: 'CLOSED', ...(leftOpen && { without_effect: true, comment: site.translate(leftOpen) }) }
        for (const { id } of open) await session.update('review', id, closing)
      },
    },
  ]
}

function talking(site: Site, action: Action): Moment[] {
  return action.comments.map(({ author, on, text }) => {
    const writer = site.person(author)
    return {
      day: daysFromToday(on),
      what: 'talk',
      ...(writer && { by: writer }),
      run: (session) => commentOn(session.tx, session.resource('remediation'), site.id('remediation', action.key), site.translate(text)),
    }
  })
}
