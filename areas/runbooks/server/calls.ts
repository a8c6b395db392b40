import { decisionsOf } from '#kit/server/data/work/decision.ts'
import { getRow } from '#kit/server/data/lists/get-row.ts'
import { lockRow } from '#kit/server/data/store/locking.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import { authorizeVerb } from '#kit/server/data/store/store.ts'
import type { Api, CallContext } from '#kit/server/http/api.ts'
import { handle } from '#kit/server/http/area.ts'
import {
  answerOccurrence,
  approveOccurrence,
  backfillRuntask,
  contributions,
  listRunbooks,
  offeredMetrics,
  occurrenceDecisions,
  readOccurrenceValues,
  rejectOccurrence,
  tasksByLabel,
  undoAnswer,
  workload,
} from '#areas/runbooks/contract/calls.ts'
import { acceptProposal, readProposal } from '#areas/measures/contract/proposals.ts'
import { answer, rowOf, settle, undo, valuesOf } from './answer.ts'
import { contributionsOf } from './contributions.ts'
import { backfill } from './generate.ts'
import { proposalFor, takeProposal } from './proposals.ts'
import { metricsFor } from './task-metrics.ts'
import { taskLabels } from './labels.ts'
import { runbookOptions } from './runbook-options.ts'
import { workloadByMonth } from './workload.ts'

export function runbookCalls(api: Api, resources: Resources): void {
  /** The occurrence as it is now, with the words of what moved. */
  const confirmationOf = async ({ tx, translate }: Pick<CallContext, 'tx' | 'translate'>, id: number) => {
    const { key, values } = tx.confirmation ?? { key: 'kit.messages.saved' }
    return { message: translate(key, values), object: await rowOf(tx, resources, id) }
  }

  handle(api, 'occurrence', answerOccurrence, async (context) => {
    await answer(context.tx, resources, context.params.id, context.body)
    return confirmationOf(context, context.params.id)
  })
  handle(api, 'occurrence', readOccurrenceValues, async ({ tx, params }) => ({ objects: await valuesOf(tx, resources, params.id) }))
  handle(api, 'occurrence', undoAnswer, async ({ tx, params, body, translate }) => {
    await undo(tx, resources, params.id, body.version)
    return { message: translate('runbooks.messages.undone'), object: await rowOf(tx, resources, params.id) }
  })
  handle(api, 'occurrence', approveOccurrence, async (context) => {
    const { tx, params, body } = context
    await settle(tx, resources, params.id, { approved: true, comment: body.comment ?? null, version: body.version })
    return confirmationOf(context, params.id)
  })
  handle(api, 'occurrence', rejectOccurrence, async (context) => {
    const { tx, params, body } = context
    await settle(tx, resources, params.id, { approved: false, comment: body.comment ?? null, version: body.version })
    return confirmationOf(context, params.id)
  })
  handle(api, 'occurrence', occurrenceDecisions, async ({ tx, grant, params }) => ({
    objects: await decisionsOf(tx, grant, resourceOf(resources, 'occurrence'), resources, params.id),
  }))

  handle(api, 'measure', readProposal, async ({ tx, grant, params }) => ({ object: await proposalFor(tx, grant, resources, params.id) }))
  handle(api, 'measure', acceptProposal, async ({ tx, grant, params, body, translate }) => {
    const object = await takeProposal(tx, grant, resources, params.id, body)
    return { message: translate('measures.proposal.made', { count: object.tasks.length + object.indicators.length }), object }
  })

  handle(api, 'runtask', offeredMetrics, async ({ tx, grant, query }) => ({ objects: await metricsFor(tx, grant, resources, query) }))
  handle(api, 'runtask', listRunbooks, async ({ tx, grant, query }) => ({ objects: await runbookOptions(tx, grant, query) }))
  handle(api, 'occurrence', workload, async ({ tx, grant, body }) => ({ object: await workloadByMonth(tx, grant, resources, body) }))
  handle(api, 'runbook', contributions, async ({ tx, grant, query }) => ({ object: await contributionsOf(tx, grant, query.days) }))
  handle(api, 'runtask', tasksByLabel, async ({ tx, grant, body }) => ({ objects: await taskLabels(tx, grant, resources, body) }))

  handle(api, 'runtask', backfillRuntask, async ({ tx, params, translate }) => {
    const tasks = resourceOf(resources, 'runtask')
    await lockRow(tx, authorizeVerb(tx, tasks, 'update'), tasks, resources, params.id, 'update')
    const made = await backfill(tx, resources, params.id)
    const task = await getRow(tx, authorizeVerb(tx, tasks, 'read'), tasks, resources, params.id)
    return { message: translate('runbooks.messages.backfilled', { count: made }), object: { task, made } }
  })
}
