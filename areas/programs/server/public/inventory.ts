import type { Resources } from '#kit/server/data/resources/resource.ts'
import type { Api } from '#kit/server/http/api.ts'
import { importInventory, inventoryLimits, inventoryQuery, inventoryReport } from '#areas/assets/contract/inventory.ts'
import { receiveInventory } from '#areas/assets/server/index.ts'
import type { ExposedType } from '#areas/programs/server/exposed.ts'
import type { AddPublic } from '#areas/programs/server/let-in.ts'

interface Ground {
  readonly add: AddPublic
  readonly api: Api
  readonly resources: Resources
  readonly types: ReadonlyMap<string, ExposedType>
}

/** The services and components of one application, from its inventory, by the product's own import. */
export function inventoryRoute({ add, api, resources, types }: Ground): void {
  const { resource, type } = [...types.values()].find(({ resource: { def } }) => def.rights.create === importInventory.right) ?? {}
  if (!resource || type === undefined) return
  add(
    { type, verb: 'write' },
    {
      method: 'POST',
      path: `/${type}/inventory`,
      tag: type,
      summary: importInventory.summary,
      access: importInventory.right,
      upload: { maxBytes: inventoryLimits.bytes },
      named: true,
      query: inventoryQuery,
      answer: inventoryReport,
    },
    async (context) => receiveInventory(api, resources, context, (report) => ({ ...report })),
  )
}
