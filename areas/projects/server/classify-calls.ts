import { can } from '#kit/server/access/authorize.ts'
import { getRow } from '#kit/server/data/lists/get-row.ts'
import { notFound } from '#kit/contract/errors.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import { authorizeVerb } from '#kit/server/data/store/store.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { Api } from '#kit/server/http/api.ts'
import { handle } from '#kit/server/http/area.ts'
import * as calls from '#areas/projects/contract/classify-calls.ts'
import type { Criticality } from '#areas/projects/contract/isp-project.ts'
import { answerClassification, askedOfProjects, demandsOf, keptOf, prepare } from './classify.ts'
import { readSettings, takeStarter, writeSettings } from './settings.ts'

const entity = 'isp_project'

/** How critical projects are, and what follows from it. */
export function classifyCalls(api: Api, resources: Resources): void {
  const readable = (tx: Tx, id: number) => {
    const projects = resourceOf(resources, entity)
    return getRow(tx, authorizeVerb(tx, projects, 'read'), projects, resources, id)
  }
  handle(api, entity, calls.readProjectSettings, async ({ tx, who }) => ({ object: await readSettings(tx), edit_right: can(who, 'isp_project.set') }))
  handle(api, entity, calls.writeProjectSettings, async ({ tx, body, translate }) => ({
    message: translate('kit.messages.saved'),
    object: await writeSettings(tx, body),
  }))
  handle(api, entity, calls.startClassification, async ({ tx, translate }) => ({
    message: translate('kit.messages.saved'),
    object: await takeStarter(tx, resources),
  }))
  handle(api, entity, calls.readClassification, async ({ tx, params }) => {
    await readable(tx, params.id)
    return { object: { asked: await askedOfProjects(tx), kept: await keptOf(tx, params.id) } }
  })
  handle(api, entity, calls.writeClassification, async ({ tx, params, body, translate }) => {
    const object = await answerClassification(tx, resources, params.id, body)
    if (!object) throw notFound()
    return { message: translate('projects.messages.classified'), object }
  })
  handle(api, entity, calls.readProjectRequirements, async ({ tx, params }) => {
    const { criticality } = await readable(tx, params.id)
    return { object: { lines: await demandsOf(tx, resources, params.id, (criticality as Criticality | null) ?? null) } }
  })
  handle(api, entity, calls.prepareProject, async ({ tx, params, translate }) => {
    const object = await prepare(tx, resources, params.id)
    return { message: translate('projects.messages.prepared', object), object }
  })
}
