import { Readable } from 'node:stream'
import { authorize } from '#kit/server/access/authorize.ts'
import { sendFile } from '#kit/server/files/file-routes.ts'
import { operationOf, type Api } from '#kit/server/http/api.ts'
import { handle } from '#kit/server/http/area.ts'
import { zip } from '#kit/server/sheets/zip.ts'
import { downloadRegister, readRegister } from '#areas/suppliers/contract/calls.ts'
import { registerFacts } from './facts.ts'
import { buildRegister, missingOf } from './register.ts'
import { packageOf, tableNames } from './tables.ts'

/** The register of information: what is missing of it, and its files. */
export function registerCalls(api: Api): void {
  handle(api, 'supplier', readRegister, async ({ tx }) => {
    const facts = await registerFacts(tx)
    const register = buildRegister(facts)
    const missing = missingOf(facts)
    return {
      object: {
        tables: tableNames.map((table) => ({ table, rows: register[table]?.length ?? 0 })),
        missing,
        count: missing.reduce((sum, { fields }) => sum + fields.length, 0),
      },
    }
  })

  api.addRaw(operationOf(downloadRegister, 'supplier'), async ({ request, reply }) => {
    const facts = await api.inSession(request, (tx) => {
      authorize(tx.who, 'supplier_settings.read')
      return registerFacts(tx)
    })
    const { lei, currency } = facts.entity
    const files = packageOf(buildRegister(facts), { lei, currency, day: facts.today })
    return sendFile(reply, { name: `${lei ?? 'LEI'}.IND_DORA_${facts.today}.zip`, mime: 'application/zip' }).send(Readable.from(zip(files)))
  })
}
