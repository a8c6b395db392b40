import { sql } from 'kysely'
import { AppError } from '#kit/contract/errors.ts'
import { asSql } from '#kit/server/access/row-rule.ts'
import { rowRef } from '#kit/server/data/sql/columns.ts'
import { decisionsOf } from '#kit/server/data/work/decision.ts'
import { getRow } from '#kit/server/data/lists/get-row.ts'
import { lockRow } from '#kit/server/data/store/locking.ts'
import { resourceOf, type Changes, type Resources } from '#kit/server/data/resources/resource.ts'
import { authorizeVerb, updateRow } from '#kit/server/data/store/store.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { Api, CallContext } from '#kit/server/http/api.ts'
import { handle } from '#kit/server/http/area.ts'
import {
  acceptEvaluation,
  acceptEvaluations,
  evaluationDecisions,
  rejectEvaluation,
  reopenEvaluation,
  resetEvaluation,
} from '#areas/campaigns/contract/decide-calls.ts'
import { evaluationRules, mayValidate } from '#areas/campaigns/server/rules.ts'

/** The decisions about an evaluation by their names; each is a change of its status, held to the same rules wherever it comes from (CMP-26, CMP-28). */
export function decideCalls(api: Api, resources: Resources): void {
  const evaluations = resourceOf(resources, 'evaluation')
  const update = (tx: Tx) => authorizeVerb(tx, evaluations, 'update')
  /** Two who decide at once: the second is told, and changes nothing of what the first said. */
  const standsIn = async (tx: Tx, id: number, statuses: readonly string[], version?: number) => {
    const row = await lockRow(tx, update(tx), evaluations, resources, id, 'update', version)
    if (!statuses.includes(String(row.status))) throw new AppError('CONFLICT', `campaigns.results.errors.${whyNot(statuses, String(row.status))}`)
  }
  const change = async ({ tx, translate }: Pick<CallContext, 'tx' | 'translate'>, id: number, changes: Changes) => {
    await updateRow(tx, update(tx), evaluations, resources, id, changes)
    const { key, values } = tx.confirmation ?? { key: 'kit.messages.saved' }
    return { message: translate(key, values), object: await getRow(tx, authorizeVerb(tx, evaluations, 'read'), evaluations, resources, id) }
  }
  const day = (limit_date: string | null | undefined) => (limit_date ? { limit_date } : {})

  handle(api, 'evaluation', acceptEvaluation, async (context) => {
    await standsIn(context.tx, context.params.id, ['WAITING_VALIDATION'], context.body.version)
    return change(context, context.params.id, { status: 'VALIDATED' })
  })
  handle(api, 'evaluation', rejectEvaluation, async (context) => {
    const { message, limit_date, version } = context.body
    await standsIn(context.tx, context.params.id, ['WAITING_VALIDATION'], version)
    return change(context, context.params.id, { status: 'REJECTED', justification: message, ...day(limit_date) })
  })
  handle(api, 'evaluation', resetEvaluation, async (context) => {
    await standsIn(context.tx, context.params.id, ['STARTED', 'WAITING_VALIDATION', 'REJECTED'], context.body.version)
    return change(context, context.params.id, { status: 'NOT_STARTED' })
  })
  handle(api, 'evaluation', reopenEvaluation, async (context) => {
    const { reason, limit_date, version } = context.body
    await standsIn(context.tx, context.params.id, ['VALIDATED'], version)
    return change(context, context.params.id, { status: 'STARTED', justification: reason, ...day(limit_date) })
  })

  handle(api, 'evaluation', acceptEvaluations, async ({ tx, body, translate }) => {
    const wanted = [...new Set(body.ids)].toSorted((a, b) => a - b)
    const waiting = await waitingFor(tx, wanted)
    const validated: number[] = []
    for (const id of waiting) if (await accepted(tx, id)) validated.push(id)
    const object = { validated, left: wanted.length - validated.length }
    return { message: translate(`campaigns.results.said.validated_${validated.length === 1 ? 'one' : 'many'}`, { count: validated.length }), object }
  })
  /** One that is refused, such as for having changed, leaves the others alone; nothing of it was written yet. */
  const accepted = async (tx: Tx, id: number): Promise<boolean> => {
    try {
      await updateRow(tx, update(tx), evaluations, resources, id, { status: 'VALIDATED' })
      return true
    } catch (error) {
      if (error instanceof AppError) return false
      throw error
    }
  }

  handle(api, 'evaluation', evaluationDecisions, async ({ tx, grant, params }) => ({
    objects: await decisionsOf(tx, grant, evaluations, resources, params.id),
  }))
}

/** Why what is asked of an evaluation cannot be done to it as it stands: what was never submitted, or never begun, did not change meanwhile. */
function whyNot(statuses: readonly string[], status: string): string {
  if (statuses.includes('VALIDATED')) return 'not_validated'
  const begun = status !== 'NOT_STARTED'
  if (statuses.includes('STARTED')) return !begun ? 'not_begun' : status === 'VALIDATED' ? 'validated_stays' : 'ignored_stays'
  return begun && status !== 'STARTED' ? 'other_status' : 'not_waiting'
}

/** Of these, what waits for a decision that is this reader's: nobody's own, not even a global pilot's. */
async function waitingFor(tx: Tx, ids: readonly number[]): Promise<number[]> {
  const t = rowRef('t')
  const rows = await tx.run(sql<{ id: number }>`select t.id from evaluation t where t.customer_id = ${tx.customerId} and t.id = any(${[...ids]}::bigint[])
      and t.status = 'WAITING_VALIDATION' and t.submitted_by_id is distinct from ${tx.who.memberId}::bigint
      and coalesce(${asSql(evaluationRules.read(t, tx.who))}, false) and coalesce(${asSql(mayValidate(t, tx.who))}, false)
    order by t.id for no key update of t`)
  return rows.map(({ id }) => id)
}
