import { authorize } from '#kit/server/access/authorize.ts'
import { getRow } from '#kit/server/data/lists/get-row.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { Api } from '#kit/server/http/api.ts'
import { handle } from '#kit/server/http/area.ts'
import { confirmLinks } from '#areas/policies/contract/calls.ts'
import { acceptSuggestions, linkRequirements, modelsForRequirements, readSources, readSuggestions, undoLinking } from '#areas/policies/contract/linking.ts'
import { acceptSuggested, confirmSuggested, linkChosen, makeModels } from './link.ts'
import { suggestForControl, suggestForVersion } from './suggest.ts'
import { undoEdit } from './undo.ts'

/** Linking requirements with the models that answer them, many at a time. */
export function linkingCalls(api: Api, resources: Resources): void {
  const reached = async (tx: Tx, entity: 'policy' | 'policy_version' | 'control', id: number) =>
    getRow(tx, authorize(tx.who, 'policy.read'), resourceOf(resources, entity), resources, id)

  handle(api, 'policy_version', readSuggestions, async ({ tx, params }) => {
    await reached(tx, 'policy_version', params.id)
    return { object: await suggestForVersion(tx, params.id) }
  })
  handle(api, 'control', readSources, async ({ tx, params }) => {
    await reached(tx, 'control', params.id)
    return { object: await suggestForControl(tx, params.id) }
  })
  handle(api, 'policy', linkRequirements, async ({ tx, params, body, translate }) => {
    await reached(tx, 'policy', params.id)
    const object = await linkChosen(tx, params.id, body.links)
    return { message: translate('policies.messages.requirements_linked', { count: object.controls.length }), object }
  })
  handle(api, 'policy', acceptSuggestions, async ({ tx, params, body, translate }) => {
    await reached(tx, 'policy', params.id)
    const object = await acceptSuggested(tx, params.id, body)
    return { message: translate('policies.messages.accepted', { count: object.controls.length }), object }
  })
  handle(api, 'policy', modelsForRequirements, async ({ tx, params, body, translate }) => {
    await reached(tx, 'policy', params.id)
    const object = await makeModels(tx, resources, params.id, body.controls)
    return { message: translate('policies.messages.models_made', { count: object.links }), object }
  })
  handle(api, 'policy', confirmLinks, async ({ tx, params, body, translate }) => {
    await reached(tx, 'policy', params.id)
    const object = await confirmSuggested(tx, params.id, body.controls)
    return { message: translate('policies.messages.confirmed', { count: object.links }), object }
  })
  handle(api, 'policy', undoLinking, async ({ tx, params, body, translate }) => {
    await reached(tx, 'policy', params.id)
    const object = await undoEdit(tx, resources, params.id, body.edit)
    return { message: translate('policies.messages.unlinked', { count: object.links, kept: object.kept }), object }
  })
}
