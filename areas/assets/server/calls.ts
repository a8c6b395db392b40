import { authorize } from '#kit/server/access/authorize.ts'
import { getRow } from '#kit/server/data/lists/get-row.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { Api } from '#kit/server/http/api.ts'
import { handle } from '#kit/server/http/area.ts'
import { readCarriers, readDependencies, readLoops } from '#areas/assets/contract/drawing.ts'
import { inventoryCall } from './inventory/calls.ts'
import { drawingOf, loopsOfTenant } from './drawing.ts'

/** The calls of assets beside those of every entity. */
export function assetCalls(api: Api, resources: Resources): void {
  const drawn = async (tx: Tx, entity: 'business_value' | 'supporting_asset', id: number) => {
    await getRow(tx, authorize(tx.who, `${entity}.read`), resourceOf(resources, entity), resources, id)
    return { object: await drawingOf(tx, { entity, id }) }
  }
  inventoryCall(api, resources)
  handle(api, 'supporting_asset', readLoops, async ({ tx }) => ({ objects: await loopsOfTenant(tx) }))
  handle(api, 'supporting_asset', readDependencies, ({ tx, params }) => drawn(tx, 'supporting_asset', params.id))
  handle(api, 'business_value', readCarriers, ({ tx, params }) => drawn(tx, 'business_value', params.id))
}
