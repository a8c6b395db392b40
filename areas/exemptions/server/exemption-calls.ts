import { decisionsOf } from '#kit/server/data/work/decision.ts'
import { getRow } from '#kit/server/data/lists/get-row.ts'
import { resourceOf, type Changes, type Resources } from '#kit/server/data/resources/resource.ts'
import { authorizeVerb, updateRow } from '#kit/server/data/store/store.ts'
import { lockRow } from '#kit/server/data/store/locking.ts'
import { ask } from '#kit/server/data/work/decision.ts'
import { AppError } from '#kit/contract/errors.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { Api, CallContext } from '#kit/server/http/api.ts'
import { handle } from '#kit/server/http/area.ts'
import {
  closeExemption,
  exemptionDecisions,
  grantExemption,
  rejectExemption,
  renewExemption,
  shortenExemption,
  submitExemption,
  withdrawExemption,
} from '#areas/exemptions/contract/exemption-calls.ts'
import { exemptionDebt, exemptionDebtItems, planForExemptions } from '#areas/exemptions/contract/exemption-debt.ts'
import { scoreCacheOf } from '#areas/scores/server/index.ts'
import { debtItemsOf, debtOf } from './exemption-debt.ts'
import { asked, foreseenBy, planAction, renew } from './exemption-decision.ts'

/** The moves of an exemption by their names; each is the change of status that `PUT /exemption/{id}` makes, by the same rules (EXM-02). */
export function exemptionCalls(api: Api, resources: Resources): void {
  const exemptions = resourceOf(resources, 'exemption')
  const rowOf = (tx: Tx, id: number) => getRow(tx, authorizeVerb(tx, exemptions, 'read'), exemptions, resources, id)
  /** Two who decide at once: the second is told, and changes nothing of what the first said. */
  const waits = async (tx: Tx, id: number, version?: number) => {
    const { status } = await lockRow(tx, authorizeVerb(tx, exemptions, 'update'), exemptions, resources, id, 'update', version)
    if (status !== 'REQUESTED') throw new AppError('CONFLICT', 'exemptions.errors.not_asked')
  }
  const change = async ({ tx, translate }: Pick<CallContext, 'tx' | 'translate'>, id: number, changes: Changes, version?: number) => {
    await updateRow(tx, authorizeVerb(tx, exemptions, 'update'), exemptions, resources, id, changes, version === undefined ? {} : { version })
    const { key, values } = tx.confirmation ?? { key: 'kit.messages.saved' }
    return { message: translate(key, values), object: await rowOf(tx, id) }
  }

  handle(api, 'exemption', grantExemption, async (context) => {
    await waits(context.tx, context.params.id, context.body.version)
    return change(context, context.params.id, { status: 'GRANTED', status_reason: context.body.comment ?? null })
  })
  handle(api, 'exemption', rejectExemption, async (context) => {
    await waits(context.tx, context.params.id, context.body.version)
    return change(context, context.params.id, { status: 'REJECTED', status_reason: context.body.comment ?? null })
  })
  handle(api, 'exemption', withdrawExemption, async (context) => {
    await waits(context.tx, context.params.id, context.body.version)
    return change(context, context.params.id, { status: 'CLOSED', close_reason: 'WITHDRAWN', status_reason: context.body.comment ?? null })
  })
  handle(api, 'exemption', closeExemption, (context) =>
    change(
      context,
      context.params.id,
      { status: 'CLOSED', close_reason: context.body.close_reason, status_reason: context.body.comment ?? null },
      context.body.version,
    ),
  )
  handle(api, 'exemption', shortenExemption, (context) => change(context, context.params.id, { end_date: context.body.end_date }, context.body.version))

  handle(api, 'exemption', submitExemption, async ({ tx, params, body, translate }) => {
    const update = authorizeVerb(tx, exemptions, 'update')
    const row = await lockRow(tx, update, exemptions, resources, params.id, 'update', body.version)
    if (row.status === 'REJECTED') await updateRow(tx, update, exemptions, resources, params.id, { status: 'REQUESTED' })
    else if (row.status === 'REQUESTED') await ask(tx, update, asked(resources), resources, params.id, body.comment ?? null)
    else throw new AppError('CONFLICT', 'exemptions.errors.not_asked')
    return { message: translate('exemptions.messages.submitted'), object: await rowOf(tx, params.id) }
  })

  handle(api, 'exemption', renewExemption, async ({ tx, params, body, translate }) => {
    const id = await renew(tx, resources, params.id, body)
    return { message: translate('exemptions.messages.renewed'), object: await rowOf(tx, id) }
  })

  handle(api, 'exemption', exemptionDecisions, async ({ tx, grant, params }) => ({
    objects: await decisionsOf(tx, grant, exemptions, resources, params.id),
    changes: await foreseenBy(tx, params.id),
  }))

  /** Those of today, or as published last by the end of a day, of which everything is from then on. */
  const scoresOf = async (tx: Tx, day: string | undefined) => {
    const current = await scoreCacheOf(api).read(tx)
    if (day === undefined || day >= tx.today) return current
    const published = await scoreCacheOf(api).published(tx, day, current)
    tx.readAsOf(day)
    return published
  }
  handle(api, 'exemption', exemptionDebt, async ({ tx, query }) => ({ object: await debtOf(tx, resources, await scoresOf(tx, query.as_of), query) }))
  handle(api, 'exemption', exemptionDebtItems, async ({ tx, query }) => debtItemsOf(tx, resources, await scoresOf(tx, query.as_of), query))

  handle(api, 'exemption', planForExemptions, async ({ tx, body, translate }) => {
    const { id } = await planAction(tx, resources, body)
    return { message: translate('exemptions.debt.planned'), object: { id } }
  })
}
