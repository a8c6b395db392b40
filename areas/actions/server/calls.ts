import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import { getRow } from '#kit/server/data/lists/get-row.ts'
import type { Api } from '#kit/server/http/api.ts'
import { handle } from '#kit/server/http/area.ts'
import * as declared from '#areas/actions/contract/calls.ts'
import { decideSeveral, undoSeveral } from '#areas/measures/contract/several.ts'
import { labelCounts } from './labels.ts'
import { statistics, workloadByMonth } from './figures.ts'
import { forkIntoMeasure, resetToBeHandled, takeCharge } from './fork-run.ts'
import { whatModelBrings } from './model-contents.ts'
import { programOptions } from './programs.ts'
import { decideAboutSeveral, undoAboutSeveral } from './decide-several-measures.ts'

/** What the kit does not derive for plans and actions, and what actions add to measures and their models. */
export function actionCalls(api: Api, resources: Resources): void {
  handle(api, 'remediation', declared.listPrograms, async ({ tx, grant, query }) => ({
    objects: await programOptions(tx, grant, query),
  }))

  handle(api, 'remediation', declared.assignMe, async ({ tx, grant, params, translate }) => {
    await takeCharge(tx, grant, resources, params.id)
    return {
      message: translate('actions.messages.assigned'),
      object: await getRow(tx, grant, resourceOf(resources, 'remediation'), resources, params.id),
    }
  })

  handle(api, 'remediation', declared.countByLabel, async ({ tx, grant }) => ({ objects: await labelCounts(tx, grant, resources) }))
  handle(api, 'remediation', declared.workload, async ({ tx, grant, body }) => ({
    object: await workloadByMonth(tx, grant, resources, body),
  }))
  handle(api, 'remediation', declared.stats, async ({ tx, grant, body }) => ({
    object: await statistics(tx, grant, resources, body),
  }))

  handle(api, 'solution', declared.forkRun, async ({ tx, grant, body, translate }) => {
    const object = await forkIntoMeasure(tx, grant, resources, body)
    return {
      message: translate(object.remediation_id === undefined ? 'actions.messages.implemented' : 'actions.messages.planned'),
      object,
    }
  })

  handle(api, 'solution', declared.runtimeInfo, async ({ tx, grant, params }) => {
    await getRow(tx, grant, resourceOf(resources, 'solution'), resources, params.id)
    return { object: await whatModelBrings(tx, params.id) }
  })

  handle(api, 'measure', decideSeveral, async ({ tx, grant, body, translate }) => {
    const object = await decideAboutSeveral(tx, grant, resources, body)
    return { message: translate(`measures.several.done.${body.choice}`, { count: object.measures.length }), object }
  })
  handle(api, 'measure', undoSeveral, async ({ tx, grant, body, translate }) => ({
    object: { count: await undoAboutSeveral(tx, grant, resources, body) },
    message: translate('measures.decide.undone'),
  }))

  handle(api, 'measure', declared.resetMeasure, async ({ tx, grant, params, translate }) => {
    await resetToBeHandled(tx, grant, resources, params.id)
    return {
      message: translate('actions.messages.reset'),
      object: await getRow(tx, grant, resourceOf(resources, 'measure'), resources, params.id),
    }
  })
}
