import { everyAction, holdPlanInUse } from '#areas/actions/server/index.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { AppError, invalidField } from '#kit/contract/errors.ts'
import { noRow } from '#kit/server/access/row-rule.ts'
import { ask, decide, decisionsOf, type AskedOf } from '#kit/server/data/work/decision.ts'
import type { Grant } from '#kit/server/access/authorize.ts'
import { getRow } from '#kit/server/data/lists/get-row.ts'
import { lockRow, lockRows } from '#kit/server/data/store/locking.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import { authorizeVerb, createRow, updateRow } from '#kit/server/data/store/store.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { updateRows } from '#kit/server/data/store/update-rows.ts'
import type { readDecisions, recordDecision } from '#areas/projects/contract/calls.ts'
import { goDecision } from '#areas/projects/contract/isp-project-work.ts'
import type { GoDecision } from '#areas/projects/contract/isp-project.ts'
import { orderOf, type DevStep } from '#areas/projects/contract/steps.ts'
import { draftOf, dropDraft, guardDraft } from './draft.ts'
import { fileOf, keptFile, shownFiles } from './file/file.ts'
import { mayDecide } from './rules.ts'

const asked = (resources: Resources): AskedOf<GoDecision> => ({
  question: goDecision,
  resource: resourceOf(resources, 'isp_project'),
  decides: mayDecide,
  // It is asked and answered at once: nobody waits for it.
  tells: noRow,
  content: fileOf,
})

type Decision = z.output<NonNullable<(typeof recordDecision)['body']>>

/**
 * Records whether a project may go live. The actions under which it may are made part of it first, since they are locked before it (docs/decisions/0017);
 * then the project says what was decided, and its file is kept as it stands at that moment.
 */
export async function record(tx: Tx, resources: Resources, id: number, input: Decision): Promise<void> {
  const { decision, comment = null, date = tx.today, reservations, new_reservations: more, version, seen } = input
  const projects = resourceOf(resources, 'isp_project')
  const update = authorizeVerb(tx, projects, 'update')
  if (decision === 'NOGO' && reservations.length + more.length > 0) throw invalidField('reservations', 'projects.errors.nogo_reservations')
  if (decision === 'NOGO' && !comment) throw invalidField('comment', 'projects.errors.nogo_reason')
  const plan = more.length > 0 ? await planOf(tx, id) : null
  await reserve(tx, resources, id, reservations)
  const row = await lockRow(tx, update, projects, resources, id, 'update', version)
  // What was decided is decided anew by whoever has seen it: of two at once who say no version the first one decides.
  if (row.decision !== null && version === undefined)
    throw new AppError('STALE', 'kit.errors.stale', { object: await getRow(tx, update, projects, resources, id) })
  await guardDraft(tx, id, seen)
  const step = row.dev_step as DevStep
  if (orderOf(step) < orderOf('DECISION')) throw new AppError('CONFLICT', 'projects.errors.not_decided_yet')
  if (step === 'CLOSE') throw new AppError('CONFLICT', 'projects.errors.closed')
  const since = row.left_test as string | null
  if (date > tx.today) throw invalidField('date', 'kit.errors.date_future')
  if (since !== null && date < since) throw invalidField('date', 'projects.errors.before_previous', { date: since })
  const made: number[] = []
  for (const { name, target_date, manager } of more) {
    const actions = resourceOf(resources, 'remediation')
    const action = await createRow(tx, authorizeVerb(tx, actions, 'create'), actions, resources, {
      [`name_${tx.who.lang}`]: name,
      program: plan,
      perimeter: row.perimeter_id,
      target_date,
      manager: manager ?? null,
      source_object: { entity: 'isp_project', id },
    })
    made.push(action.id)
  }
  await updateRow(
    tx,
    update,
    projects,
    resources,
    id,
    {
      decision,
      decision_comment: comment,
      decision_date: date,
      decision_author: tx.who.memberId,
      reservations: [...new Set([...reservations, ...made])],
    },
    { action: 'decide' },
  )
  const question = asked(resources)
  await dropDraft(tx, id)
  const request = await ask(tx, update, question, resources, id)
  await decide(tx, update, question, resources, id, { request, outcome: decision, reason: comment })
}

/** Where new actions of a project are planned: its own plan, else the default one. Held, so that it is not put away meanwhile. */
export async function planOf(tx: Tx, project: number): Promise<number> {
  const plan = await holdPlanInUse(tx, sql`(select p.program_id from isp_project p where p.customer_id = ${tx.customerId} and p.id = ${project})`)
  if (plan === undefined) throw new AppError('CONFLICT', 'projects.errors.no_program')
  return plan
}

/** Actions under which a project may go live are dated, and part of it. */
async function reserve(tx: Tx, resources: Resources, project: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const actions = resourceOf(resources, 'remediation')
  const update = authorizeVerb(tx, actions, 'update')
  const { refused } = await lockRows(
    tx,
    update,
    actions,
    ids.toSorted((a, b) => a - b).map((id) => ({ id })),
    'update',
  )
  for (const refusal of refused.values()) throw refusal
  const found = await tx.run(sql<{
    id: number
    project: number | null
    day: string | null
  }>`select id, project_id as project, target_date as day from ${everyAction(tx.customerId)} a
    where id = any(${[...ids]}::bigint[]) order by id`)
  if (found.some(({ day }) => day === null)) throw invalidField('reservations', 'projects.errors.reservation_dated')
  if (found.some(({ project: of }) => of !== null && of !== project)) throw invalidField('reservations', 'projects.errors.other_project')
  await updateRows(
    tx,
    update,
    actions,
    resources,
    found.filter(({ project: of }) => of === null).map(({ id }) => ({ id, changes: { project } })),
    { action: 'link' },
  )
}

type Decisions = z.output<(typeof readDecisions)['answer']>

/** What was decided, newest first, each with its file as far as the reader may open what stands in it; and the file of today. */
export async function decisionsOfProject(tx: Tx, grant: Grant, resources: Resources, id: number, decides = false): Promise<Decisions> {
  const projects = resourceOf(resources, 'isp_project')
  const decisions = await decisionsOf(tx, grant, projects, resources, id)
  const files = await shownFiles(tx, resources, [await fileOf(tx, id), ...decisions.map(({ content }) => keptFile(content))])
  const [file = null, ...decisionFiles] = files
  if (!file) throw new Error('A project has a file')
  return {
    objects: decisions.map(({ content: _content, ...one }, n) => ({
      ...one,
      file: decisionFiles[n] ?? null,
      own: one.decided_by !== null && (one.copy.manager as { id: number } | null)?.id === one.decided_by.id,
    })),
    file,
    draft: await draftOf(tx, id, decides),
  }
}
