import { sql } from 'kysely'
import { AppError, invalidField, notFound } from '#kit/contract/errors.ts'
import { asSql } from '#kit/server/access/row-rule.ts'
import { rowRef } from '#kit/server/data/sql/columns.ts'
import { getRow } from '#kit/server/data/lists/get-row.ts'
import { resourceOf, type Changes, type Resources } from '#kit/server/data/resources/resource.ts'
import { authorizeVerb, updateRow } from '#kit/server/data/store/store.ts'
import { updateRows } from '#kit/server/data/store/update-rows.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { Api, CallContext } from '#kit/server/http/api.ts'
import { handle } from '#kit/server/http/area.ts'
import * as calls from '#areas/projects/contract/calls.ts'
import { dropDraft, saveDraft } from '#areas/projects/contract/draft-calls.ts'
import { readCycle, writeCycle } from '#areas/projects/contract/cycle.ts'
import { stepOf } from '#areas/projects/contract/steps.ts'
import { openActionsOf } from '#areas/actions/server/index.ts'
import { cycleOf, renameSteps } from './cycle.ts'
import { record, decisionsOfProject } from './decide.ts'
import { discardDraft, draftOf, keepDraft } from './draft.ts'
import { interruptProject, resumeProject } from './interrupt-project.ts'
import { ispProjectRules, mayDecide } from './rules.ts'
import { openGapOf } from './tests.ts'
import { weathersOf } from './weather.ts'

const entity = 'isp_project'

/** The calls of security projects beside those of every entity. */
export function projectCalls(api: Api, resources: Resources): void {
  const projects = () => resourceOf(resources, entity)
  const rowOf = (tx: Tx, id: number) => getRow(tx, authorizeVerb(tx, projects(), 'read'), projects(), resources, id)
  const answer = async ({ tx, translate }: Pick<CallContext, 'tx' | 'translate'>, id: number, message?: string) => {
    const { key, values } = tx.confirmation ?? { key: 'kit.messages.saved' }
    return { message: message ?? translate(key, values), object: await rowOf(tx, id) }
  }
  const write = (tx: Tx, id: number, changes: Changes, action: string, version?: number) =>
    updateRow(tx, authorizeVerb(tx, projects(), 'update'), projects(), resources, id, changes, { action, ...(version !== undefined && { version }) })

  handle(api, entity, readCycle, async ({ tx }) => ({ object: { dev_steps: await cycleOf(tx) } }))
  handle(api, entity, writeCycle, async ({ tx, body, translate }) => ({
    message: translate('kit.messages.saved'),
    object: { dev_steps: await renameSteps(tx, body.dev_steps) },
  }))

  handle(api, entity, calls.moveStep, async (context) => {
    const { tx, params, body } = context
    const to = stepOf(body.dev_step)
    if (to === 'CLOSE' && body.move_to != null) await moveOpenActions(tx, resources, params.id, body.move_to)
    await write(tx, params.id, { dev_step: to, step_since: body.target_date }, 'transition', body.version)
    return answer(context, params.id)
  })
  handle(api, entity, calls.interruptProject, async (context) => {
    const { tx, params, body, translate } = context
    await mayPilot(tx, params.id)
    await interruptProject(tx, resources, params.id, body.comment ?? null, body.version)
    return answer(context, params.id, translate('projects.messages.interrupted'))
  })
  handle(api, entity, calls.reopenProject, async (context) => {
    const { tx, params, body, translate } = context
    await mayPilot(tx, params.id)
    await resumeProject(tx, resources, params.id, body.version)
    return answer(context, params.id, translate('projects.messages.reopened'))
  })

  handle(api, entity, calls.recordDecision, async (context) => {
    const { tx, params, body, translate } = context
    await mayPilot(tx, params.id)
    await record(tx, resources, params.id, body)
    return answer(context, params.id, translate(`projects.messages.decided.${body.decision}`))
  })
  handle(api, entity, calls.readDecisions, async ({ tx, grant, params }) =>
    decisionsOfProject(tx, grant, resources, params.id, (await rowOf(tx, params.id)).pilot_right === true),
  )
  handle(api, entity, saveDraft, async ({ tx, params, body, translate }) => {
    await mayPilot(tx, params.id)
    await keepDraft(tx, resources, params.id, body)
    const object = await draftOf(tx, params.id, true)
    if (!object) throw notFound()
    return { message: translate('projects.messages.drafted'), object }
  })
  handle(api, entity, dropDraft, async ({ tx, params, query, translate }) => {
    await mayPilot(tx, params.id)
    await discardDraft(tx, resources, params.id, query.seen)
    return { message: translate('projects.messages.draft_dropped') }
  })
  handle(api, entity, calls.openGap, async (context) => {
    const { tx, params, body, translate } = context
    await openGapOf(tx, resources, params.id, Number(params.test), body.register, body.version)
    return answer(context, params.id, translate('projects.messages.gap_opened'))
  })
  handle(api, entity, calls.readWeather, async ({ tx, params }) => {
    await rowOf(tx, params.id)
    return { objects: await weathersOf(tx, params.id) }
  })

  handle(api, entity, calls.addAction, async (context) => {
    const { tx, params, body, translate } = context
    await rowOf(tx, params.id)
    const actions = resourceOf(resources, 'remediation')
    const action = await getRow(tx, authorizeVerb(tx, actions, 'read'), actions, resources, body.remediation)
    const of = (action.project as { id: number } | null)?.id
    if (of === params.id) throw new AppError('CONFLICT', 'projects.errors.contains')
    if (of !== undefined) throw invalidField('remediation', 'projects.errors.other_project')
    await updateRow(tx, authorizeVerb(tx, actions, 'update'), actions, resources, body.remediation, { project: params.id }, { action: 'link' })
    return answer(context, params.id, translate('projects.messages.linked'))
  })
}

/** Throws NOT_FOUND where the project is not there for whoever asks, FORBIDDEN where it is not theirs to decide about. */
async function mayPilot(tx: Tx, id: number): Promise<void> {
  const t = rowRef('t')
  const row = await tx.first(sql<{ may: boolean; there: boolean }>`select coalesce(${asSql(mayDecide(t, tx.who))}, false) as may,
    coalesce(${asSql(ispProjectRules.read(t, tx.who))}, false) as there from isp_project t where t.customer_id = ${tx.customerId} and t.id = ${id}`)
  if (!row?.there) throw notFound()
  if (!row.may) throw new AppError('FORBIDDEN', 'kit.errors.no_update_right')
}

/** What is still to be done goes on elsewhere when a project ends (decisions, Lifecycles). */
async function moveOpenActions(tx: Tx, resources: Resources, project: number, program: number): Promise<void> {
  const actions = resourceOf(resources, 'remediation')
  const open = await tx.run(sql<{ id: number }>`select a.id from ${openActionsOf(tx.customerId)} a where a.project_id = ${project} order by a.id`)
  await updateRows(
    tx,
    authorizeVerb(tx, actions, 'update'),
    actions,
    resources,
    open.map(({ id }) => ({ id, changes: { project: null, program } })),
    { action: 'move' },
  )
}
