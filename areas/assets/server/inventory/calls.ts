import { createHash } from 'node:crypto'
import { authorize } from '#kit/server/access/authorize.ts'
import type { Resources } from '#kit/server/data/resources/resource.ts'
import { readUpload } from '#kit/server/files/read-upload.ts'
import { contentOf } from '#kit/server/files/upload.ts'
import { operationOf, type Api, type RawContext } from '#kit/server/http/api.ts'
import { once } from '#kit/server/http/idempotency.ts'
import { importInventory, inventoryLimits, type InventoryQuery, type InventoryReport } from '#areas/assets/contract/inventory.ts'
import { importInventoryOf } from './import.ts'
import { readInventory, type Fault } from './read.ts'

const nothing = { hints: [], hint_count: 0, asks: null, application: null, counts: { new: 0, changed: 0, unchanged: 0, gone: 0 }, lines: [] }

/** Takes the inventory of an application in at once; a file with faults changes nothing. */
export function inventoryCall(api: Api, resources: Resources): void {
  api.addRaw(operationOf(importInventory, 'supporting_asset'), (context) => receiveInventory(api, resources, context, (object) => ({ ok: true, object })))
}

/** Reads the one file of a request as an inventory, and does or tells what it would change. */
export async function receiveInventory<T extends Readonly<Record<string, unknown>>>(
  api: Pick<Api, 'translateFor'>,
  resources: Resources,
  { request, query, named, inSession }: Pick<RawContext, 'request' | 'query' | 'named' | 'inSession'>,
  answer: (report: InventoryReport) => T,
): Promise<T> {
  const { trial, perimeter, application, confirmed }: InventoryQuery = query
  // Before a byte is received.
  await inSession(async (tx) => authorize(tx.who, 'supporting_asset.write'))
  const { name, bytes } = await readUpload(request, inventoryLimits.bytes)
  const say = (key: string) => api.translateFor(request, `assets.inventory.${key}`)
  const reportFaults = (faults: readonly Fault[]) =>
    answer({
      ...nothing,
      faults: faults.slice(0, inventoryLimits.faults).map(({ at, code }) => ({ at, message: say(`faults.${code}`) })),
      fault_count: faults.length,
    })
  const { faults, inventory } = readInventory(bytes.toString('utf8'))
  if (!inventory) return reportFaults(faults)
  const content = contentOf({ name, sha256: createHash('sha256').update(bytes).digest('hex') })
  return inSession((tx) =>
    once(tx, named(content), async () => {
      const report = await importInventoryOf(tx, resources, inventory, { trial: trial === '1', perimeter, application, confirmed: confirmed === '1' })
      const { hints } = inventory
      return report
        ? answer({
            faults: [],
            fault_count: 0,
            hints: hints.slice(0, inventoryLimits.faults).map(({ at, code }) => ({ at, message: say(`hints.${code}`) })),
            hint_count: hints.length,
            ...report,
            asks: report.asks && say(`asks.${report.asks}`),
          })
        : reportFaults([{ at: 'metadata.component', code: 'no_application' }])
    }),
  )
}
