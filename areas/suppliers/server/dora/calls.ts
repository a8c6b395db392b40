import { Readable } from 'node:stream'
import { authorize } from '#kit/server/access/authorize.ts'
import { sendFile } from '#kit/server/files/file-routes.ts'
import { operationOf, type Api } from '#kit/server/http/api.ts'
import { handle } from '#kit/server/http/area.ts'
import { zip } from '#kit/server/sheets/zip.ts'
import { downloadRegister, readRegister } from '#areas/suppliers/contract/calls.ts'
import { registerFacts } from './facts.ts'
import { missingOf } from './missing.ts'
import { buildRegister } from './register.ts'
import { packageName, packageOf, tableNames } from './tables.ts'

/** The register of information: what is missing of it, and its files. */
export function registerCalls(api: Api): void {
  handle(api, 'supplier', readRegister, async ({ tx, query }) => {
    const facts = await registerFacts(tx, query.day)
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

  api.addRaw(operationOf(downloadRegister, 'supplier'), async ({ reply, query, inSession }) => {
    const { day }: { readonly day?: string } = query
    const facts = await inSession((tx) => {
      authorize(tx.who, 'supplier_settings.read')
      return registerFacts(tx, day)
    })
    const { lei, country, currency } = facts.entity
    const filing = { lei, country, currency, day: facts.today, at: new Date() }
    const files = packageOf(buildRegister(facts), filing)
    return sendFile(reply, { name: `${packageName(filing)}.zip`, mime: 'application/zip' }).send(Readable.from(zip(files)))
  })
}
