import { sql } from 'kysely'
import { devSteps, leftFields, orderOf } from '#areas/projects/contract/steps.ts'
import { assign } from '#kit/server/data/people/assign.ts'
import { record } from '#areas/projects/server/decide.ts'
import { interruptProject } from '#areas/projects/server/interrupt-project.ts'
import { openGapOf } from '#areas/projects/server/tests.ts'
import { takeStarter, writeSettings } from '#areas/projects/server/settings.ts'
import type { Project } from '#demo/content/project-types.ts'
import type { Happening } from './happening.ts'
import { nameEvidence } from './evidence.ts'
import { inBoth, type Session, type Site } from './site.ts'

/** Nobody wrote projects down before that day: what had begun is entered with its dates. */
const written = -150

/** The security projects of an organisation: entered, led from step to step on their days, decided about, interrupted. */
export function projectsOf(site: Site): Happening[] {
  const projects = site.content.projects ?? []
  if (projects.length === 0) return []
  const begin: Happening = { day: written, what: 'aim', by: site.pilot, run: aim }
  const happenings = projects.flatMap((project): Happening[] => {
    const by = (day: number, what: Happening['what'], run: (session: Session) => Promise<unknown>): Happening => ({ day, what, by: site.pilot, run })
    const id = () => site.id('isp_project', project.key)
    const { decision, exemption, interrupted } = project
    // A decision of before is entered with the project.
    const decided = decision && Math.max(decision.day, written)
    return [
      by(Math.max(written, (project.left[0] ?? 0) - 6), 'open', (session) => enter(session, project)),
      ...(decision && decided !== undefined
        ? [
            by(decided, 'approve', ({ tx, resources }) =>
              record(tx, resources, id(), {
                decision: decision.go ? 'GO' : 'NOGO',
                comment: site.translate(decision.comment),
                date: site.dateAt(decision.day),
                reservations: [],
                new_reservations: [],
              }),
            ),
          ]
        : []),
      ...(exemption
        ? [
            { ...by(exemption.asked, 'justify', (session) => request(session, project, exemption)), by: site.person(project.manager) ?? site.pilot },
            by(exemption.granted, 'approve', (session) =>
              session.update('exemption', site.id('exemption', project.key), { status: 'GRANTED', status_reason: null }),
            ),
          ]
        : []),
      ...project.actions.flatMap(({ name, done }) =>
        done === undefined
          ? []
          : [
              by(Math.max(done, written + 1), 'end', async (session) => {
                const action = site.id('remediation', `${project.key} ${name.en}`)
                await session.update('remediation', action, {
                  status: 'FINISHED',
                  done_date: site.dateAt(done),
                  proofs: [{ name: site.translate(report.name), url: report.url }],
                })
                await nameEvidence(session, { action, ...report, since: done })
              }),
            ],
      ),
      ...weathersOf(project).flatMap(({ day, why }, n, all) => {
        const weather = all[n + 1]?.weather ?? project.weather
        return by(day, 'follow', async (session) =>
          session.update('isp_project', id(), {
            weather_project: await weatherOf(session, weather[0]),
            weather_program: await weatherOf(session, weather[1]),
            weather_comment: why ? site.translate(why) : null,
          }),
        )
      }),
      ...(project.tests
        ? [
            by(Math.max(written + 1, ...project.tests.filter(({ result }) => result !== null).map(({ planned }) => planned)), 'follow', (session) =>
              test(session, project),
            ),
          ]
        : []),
      ...laterSteps(project).map(({ day, order }) =>
        by(day, 'follow', (session) =>
          session.update('isp_project', id(), { dev_step: devSteps[order - 1], step_since: site.dateAt(project.left[order - 2] ?? day) }),
        ),
      ),
      ...(interrupted ? [by(interrupted.day, 'discuss', ({ tx, resources }) => interruptProject(tx, resources, id(), site.translate(interrupted.why)))] : []),
    ]
  })
  return [begin, ...happenings]
}

/** How projects are classified, and what follows from it. */
async function aim(session: Session): Promise<void> {
  const { site, tx, resources } = session
  await takeStarter(tx, resources)
  const { models = [], of = {} } = site.content.projectDemands ?? {}
  for (const { key, name } of models) await session.create('remediation_model', `project ${key}`, inBoth('name', name))
  const demands = Object.fromEntries(
    Object.entries(of).map(([criticality, demand]) => [
      criticality,
      {
        policy: demand.policy === undefined ? null : site.id('policy', demand.policy),
        questionnaire: null,
        models: demand.models.map((key) => site.id('remediation_model', `project ${key}`)),
        target_level: null,
      },
    ]),
  )
  await writeSettings(tx, { demands })
}

const report = { name: { en: 'Report', fr: 'Compte rendu' }, url: 'https://docs.tessandre.example/projets' } as const

/** The step at which it is when it is entered: where it stood that day, but never later than its decision. */
const entered = ({ left }: Project): number => Math.min(orderOf('DECISION'), 1 + left.filter((day) => day <= Math.max(written, (left[0] ?? 0) - 6)).length)

/** The steps that it comes to afterwards, each on its day; what happened before it was entered follows on that day. */
const laterSteps = (project: Project) =>
  Array.from({ length: orderOf(project.step) - entered(project) }, (_, n) => entered(project) + n + 1).map((order) => ({
    order,
    day: Math.max(project.left[order - 2] ?? 0, written),
  }))

async function enter(session: Session, project: Project): Promise<void> {
  const { site } = session
  const { left, budget } = project
  const begun = weathersOf(project)[0]?.weather ?? project.weather
  const order = entered(project)
  const plan = await session.create('program', `project ${project.key}`, {
    ...inBoth('name', project.name),
    type: 'PROJECT',
    perimeters: [site.id('perimeter', project.perimeter)],
  })
  const { id } = await session.create('isp_project', project.key, {
    ...inBoth('name', project.name),
    description: site.translate(project.text),
    perimeter: site.id('perimeter', project.perimeter),
    ...(project.manager && { manager: site.id('member', project.manager) }),
    dev_step: devSteps[order - 1],
    step_since: site.dateAt(left[order - 2] ?? Math.max(written, (left[0] ?? 0) - 6)),
    ...Object.fromEntries(left.slice(0, order - 1).map((day, n) => [leftFields[n] ?? '', site.dateAt(day)])),
    target_date: site.dateAt(project.live),
    criticality: project.criticality,
    ...(project.criticality && { criticality_reason: site.translate({ en: 'Said when the register was opened', fr: 'Indiquée à l’ouverture du registre' }) }),
    weather_project: await weatherOf(session, begun[0]),
    weather_program: await weatherOf(session, begun[1]),
    ...(project.followed === false && { followed: false }),
    ...(budget && { budget: budget[0], budget_spent: budget[1], budget_committed: budget[2] }),
    program: plan.id,
  })
  if (project.team.length > 0)
    await assign(session.tx, session.grant('isp_project'), session.resource('isp_project'), session.resources, id, {
      members: project.team.map((key) => site.id('member', key)),
      groups: [],
    })
  for (const { name, due, manager, model } of project.actions)
    await session.create('remediation', `${project.key} ${name.en}`, {
      ...inBoth('name', name),
      program: plan.id,
      perimeter: site.id('perimeter', project.perimeter),
      manager: site.id('member', manager),
      target_date: site.dateAt(due),
      source_object: { entity: 'isp_project', id },
      ...(model && { model: site.id('remediation_model', `project ${model}`) }),
    })
}

/** The weathers of before in their order, those of days on which it was entered already. */
const weathersOf = (project: Project) => (project.weatherBefore ?? []).filter(({ day }) => day > Math.max(written, (project.left[0] ?? 0) - 6))

/** What was tested, with what came of it; what failed opens a gap. */
async function test(session: Session, project: Project): Promise<void> {
  const { site, tx, resources } = session
  const id = site.id('isp_project', project.key)
  await session.update('isp_project', id, {
    tests: (project.tests ?? []).map(({ name, kind, planned, result, note }) => ({
      name: site.translate(name),
      kind,
      planned_on: site.dateAt(planned),
      ...(result && { result, done_on: site.dateAt(planned) }),
      ...(note && { note: site.translate(note) }),
    })),
  })
  const register = await tx.first(sql<{ id: number }>`select id from gap_register where customer_id = ${tx.customerId} and not archived order by id limit 1`)
  const failed = await tx.run(
    sql<{ id: number }>`select id from isp_project__tests where customer_id = ${tx.customerId} and owner_id = ${id} and result = 'FAILED' order by position`,
  )
  const names = (project.tests ?? []).flatMap(({ name, result }) => (result === 'FAILED' ? [name] : []))
  for (const [n, one] of failed.entries()) {
    const name = names[n]
    if (!register || !name) continue
    await openGapOf(tx, resources, id, one.id, register.id)
    const gap = await tx.first(sql<{ id: number }>`select gap_id as id from isp_project__tests where customer_id = ${tx.customerId} and id = ${one.id}`)
    if (gap) await session.update('gap', gap.id, inBoth('name', name))
  }
}

/** The nearest level of the organisation's weather. */
async function weatherOf({ tx }: Session, wanted: number | null): Promise<number | null> {
  if (wanted === null) return null
  const row = await tx.first(sql<{ value: number }>`select l.value from scale__levels l join scale s on s.customer_id = l.customer_id and s.id = l.owner_id
    where s.customer_id = ${tx.customerId} and s.type = 'weather' and s.is_default and l.value is not null order by abs(l.value - ${wanted}), l.value limit 1`)
  return row?.value ?? null
}

async function request(session: Session, project: Project, asked: NonNullable<Project['exemption']>): Promise<void> {
  const { site, tx } = session
  const register = await tx.first(sql<{ id: number }>`select id from exemption_register where customer_id = ${tx.customerId} and is_default`)
  await session.create('exemption', project.key, {
    ...inBoth('name', asked.name),
    reason: site.translate(asked.reason),
    register: register?.id,
    perimeters: [site.id('perimeter', project.perimeter)],
    project: site.id('isp_project', project.key),
    start_date: site.dateAt(asked.granted),
    end_date: site.dateAt(asked.until),
  })
}

/** The add-on is the organisation's own where it has projects. */
export async function buyProjects(site: Site, day: number): Promise<void> {
  if (!site.content.projects) return
  await site.at(day, null, ({ tx }) => tx.run(sql`update customer set properties = properties || '{"isp_enable": true}' where id = ${tx.customerId}`))
}
