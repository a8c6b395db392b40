import { notFound } from '#kit/contract/errors.ts'
import { decisionsOf } from '#kit/server/data/work/decision.ts'
import { getRow, mustRead } from '#kit/server/data/lists/get-row.ts'
import { lockRow } from '#kit/server/data/store/locking.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import { authorizeVerb, updateRow } from '#kit/server/data/store/store.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { Api } from '#kit/server/http/api.ts'
import { handle } from '#kit/server/http/area.ts'
import {
  approvalOf,
  approveRisk,
  explainRisk,
  linkGapRisks as linkGapRisksCall,
  rejectRisk,
  requestApproval,
  reviewRisk,
  riskDecisions,
  riskMatrixOf,
  riskPlanOf,
  riskProposal,
  riskTopOf,
  riskTrendOf,
  withdrawApproval,
} from '#areas/risks/contract/calls.ts'
import { previewRescale, rescaleRegister, scaleAfter } from '#areas/risks/contract/rescale.ts'
import { reviewMonths } from '#areas/risks/contract/levels.ts'
import { answer, request, takeBack } from './approval.ts'
import { groundOf } from './approval-ground.ts'
import { explain } from './explain.ts'
import { linkGapRisks } from './gap-risks.ts'
import { monthsAfter } from './guard.ts'
import { matrixOf } from './matrix.ts'
import { planOf } from './plan.ts'
import { proposedMeasures } from './proposal.ts'
import { quantificationCalls } from './quantification.ts'
import { previewOf, rescale } from './rescale.ts'
import { topOf } from './top-risks.ts'
import { trendOf } from './trend.ts'
import { riskScaleOf, scalesOf } from './scale-of.ts'

/** What is done about a risk by name, and what is told of it and of its register beside their fields. */
export function riskCalls(api: Api, resources: Resources): void {
  const [registers, risks] = [resourceOf(resources, 'risk_register'), resourceOf(resources, 'risk')]
  quantificationCalls(api, resources)
  const rowOf = (tx: Tx, id: number) => getRow(tx, authorizeVerb(tx, risks, 'read'), risks, resources, id)

  handle(api, 'risk', requestApproval, async ({ tx, params, body, translate }) => {
    await request(tx, resources, params.id, body)
    return { message: translate('risks.messages.requested'), object: await rowOf(tx, params.id) }
  })
  handle(api, 'risk', withdrawApproval, async ({ tx, params, body, translate }) => {
    await takeBack(tx, resources, params.id, body)
    return { message: translate('risks.messages.withdrawn'), object: await rowOf(tx, params.id) }
  })
  handle(api, 'risk', approveRisk, async ({ tx, params, body, translate }) => {
    await answer(tx, resources, params.id, 'APPROVED', body)
    return { message: translate('risks.messages.approved'), object: await rowOf(tx, params.id) }
  })
  handle(api, 'risk', rejectRisk, async ({ tx, params, body, translate }) => {
    await answer(tx, resources, params.id, 'REJECTED', body)
    return { message: translate('risks.messages.rejected'), object: await rowOf(tx, params.id) }
  })
  handle(api, 'risk', reviewRisk, async ({ tx, params, body, translate }) => {
    const update = authorizeVerb(tx, risks, 'update')
    const row = await lockRow(tx, update, risks, resources, params.id, 'update', body.version)
    const levels = (await scalesOf(tx, [Number(row.register_id)])).get(Number(row.register_id))?.scale.levels.map(({ value }) => value) ?? []
    const review_date = await monthsAfter(tx, reviewMonths(levels, Number(row.current_level)))
    await updateRow(
      tx,
      update,
      risks,
      resources,
      params.id,
      { reviewed_on: tx.today, review_date, ...(row.rule_state === 'MOVED' && { rule_state: null }) },
      { action: 'review' },
    )
    return { message: translate('risks.messages.reviewed'), object: await rowOf(tx, params.id) }
  })
  handle(api, 'gap', linkGapRisksCall, async ({ tx, params, body, translate }) => {
    await linkGapRisks(tx, resources, params.id, body)
    return { message: translate('risks.messages.gap_linked') }
  })
  handle(api, 'risk', riskDecisions, async ({ tx, grant, params }) => ({ objects: await decisionsOf(tx, grant, risks, resources, params.id) }))
  handle(api, 'risk', approvalOf, async ({ tx, params }) => {
    await rowOf(tx, params.id)
    return { object: await groundOf(tx, resources, params.id) }
  })

  handle(api, 'risk', riskProposal, async ({ tx, params }) => {
    await rowOf(tx, params.id)
    return { objects: await proposedMeasures(tx, resources, params.id) }
  })

  handle(api, 'risk', explainRisk, async ({ tx, params }) => {
    await rowOf(tx, params.id)
    return { object: await explain(tx, params.id) }
  })
  handle(api, 'risk_register', riskMatrixOf, async ({ tx, params, query, body }) => {
    await getRow(tx, authorizeVerb(tx, registers, 'read'), registers, resources, params.id)
    if (query.as_of !== undefined && query.as_of < tx.today) tx.readAsOf(query.as_of)
    return { object: await matrixOf(tx, resources, params.id, body.queryParams) }
  })
  handle(api, 'risk_register', riskPlanOf, async ({ tx, params, body }) => {
    await getRow(tx, authorizeVerb(tx, registers, 'read'), registers, resources, params.id)
    return { object: await planOf(tx, resources, params.id, body.queryParams) }
  })
  handle(api, 'risk_register', riskTopOf, async ({ tx, params, body }) => {
    await getRow(tx, authorizeVerb(tx, registers, 'read'), registers, resources, params.id)
    return { object: await topOf(tx, resources, params.id, body.queryParams, body.by) }
  })
  handle(api, 'risk_register', scaleAfter, async ({ tx, params }) => {
    await getRow(tx, authorizeVerb(tx, registers, 'read'), registers, resources, params.id)
    const [judged, to] = [(await scalesOf(tx, [params.id])).get(params.id), await riskScaleOf(tx, Number(params.scale))]
    if (!judged || !to) throw notFound()
    return { object: { from: judged.scale, to, appetite: judged.appetite } }
  })
  handle(api, 'risk_register', previewRescale, async ({ tx, params, body }) => {
    await getRow(tx, authorizeVerb(tx, registers, 'update'), registers, resources, params.id)
    return { object: await previewOf(tx, params.id, body) }
  })
  handle(api, 'risk_register', rescaleRegister, async ({ tx, params, body, translate }) => {
    await rescale(tx, resources, params.id, body)
    const object = await getRow(tx, authorizeVerb(tx, registers, 'read'), registers, resources, params.id)
    return { message: translate('risks.messages.rescaled'), object }
  })
  handle(api, 'risk_register', riskTrendOf, async ({ tx, params }) => {
    await mustRead(tx, authorizeVerb(tx, registers, 'read'), registers, params.id)
    return { object: await trendOf(tx, params.id) }
  })
}
