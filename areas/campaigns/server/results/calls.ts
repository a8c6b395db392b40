import { getRow } from '#kit/server/data/lists/get-row.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import { authorizeVerb } from '#kit/server/data/store/store.ts'
import type { Api } from '#kit/server/http/api.ts'
import { handle } from '#kit/server/http/area.ts'
import { askWorkbook } from '#kit/server/sheets/workbook.ts'
import {
  answerHistory,
  campaignResults,
  compareCampaigns,
  exportAnswers,
  resultActions,
  resultAnswers,
  resultItems,
} from '#areas/campaigns/contract/result-calls.ts'
import { listActions } from './actions.ts'
import { answersWorkbook } from './answers-sheet.ts'
import { headOf } from './campaign-head.ts'
import { resultsOf } from './campaign-results.ts'
import { comparisonOf } from './compare.ts'
import { answersFound, itemsOf, versionsOf } from './items.ts'

/** What campaigns have come to, for whoever may read them: of the evaluations that they find (CMP-30). */
export function resultCalls(api: Api, resources: Resources): void {
  handle(api, 'campaign', compareCampaigns, async ({ tx, grant, query }) => ({ object: await comparisonOf(tx, grant, query.ids) }))
  handle(api, 'campaign', campaignResults, async ({ tx, grant, params, query }) => ({ object: await resultsOf(tx, grant, resources, params.id, query) }))
  handle(api, 'campaign', resultItems, async ({ tx, grant, params, query }) => ({ objects: await itemsOf(tx, grant, params.id, query.perimeter) }))
  handle(api, 'campaign', resultActions, async ({ tx, grant, params, query }) => {
    await headOf(tx, grant, params.id)
    return { objects: await listActions(tx, grant, resources, params.id, query.perimeter) }
  })
  handle(api, 'campaign', resultAnswers, async ({ tx, grant, params, query }) => answersFound(tx, grant, params.id, query))
  handle(api, 'campaign', exportAnswers, async ({ tx, grant, params, body, translate }) => {
    await headOf(tx, grant, params.id)
    const object = await askWorkbook(tx, answersWorkbook, { campaign: params.id, ...(body.perimeter && { perimeter: body.perimeter }) }, params.id)
    return { message: translate('kit.messages.export_soon'), object }
  })
  handle(api, 'evaluation', answerHistory, async ({ tx, params, query }) => {
    const evaluations = resourceOf(resources, 'evaluation')
    await getRow(tx, authorizeVerb(tx, evaluations, 'read'), evaluations, resources, params.id)
    return { objects: await versionsOf(tx, params.id, query.item) }
  })
}
