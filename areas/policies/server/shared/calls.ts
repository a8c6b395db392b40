import { share } from '#areas/catalog/server/index.ts'
import { authorize } from '#kit/server/access/authorize.ts'
import { getRow } from '#kit/server/data/lists/get-row.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import type { Api } from '#kit/server/http/api.ts'
import { handle } from '#kit/server/http/area.ts'
import { listSharedPolicies, readSharedPolicy, renewPolicy, sharePolicy } from '#areas/policies/contract/shared.ts'
import { renewAdopted } from './adopt.ts'
import { listShared, readShared } from './read.ts'

/** Policies that others share: looked at before anything of them is the organisation's, and kept up after. */
export function sharedPolicyCalls(api: Api, resources: Resources): void {
  handle(api, 'policy', listSharedPolicies, async ({ tx }) => ({ objects: await listShared(tx) }))
  handle(api, 'policy', readSharedPolicy, async ({ tx, params }) => ({ object: await readShared(tx, params.id) }))
  handle(api, 'policy', sharePolicy, async ({ tx, params, body, translate }) => ({
    message: translate('kit.messages.saved'),
    object: await share(tx, resources, 'policy', params.id, body),
  }))
  handle(api, 'policy', renewPolicy, async ({ tx, params, translate }) => {
    await getRow(tx, authorize(tx.who, 'policy.read'), resourceOf(resources, 'policy'), resources, params.id)
    const object = await renewAdopted(tx, resources, params.id)
    return { message: translate('policies.messages.renewed', { count: object.left_ended }), object }
  })
}
