import { sql } from 'kysely'
import { notFound } from '#kit/contract/errors.ts'
import { followAnew, followOn } from '#kit/server/data/audit/follow-chain.ts'
import { wouldGo } from '#kit/server/data/audit/log-entries.ts'
import { purgeLog } from '#kit/server/data/audit/purge.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { Resources } from '#kit/server/data/resources/resource.ts'
import type { Api } from '#kit/server/http/api.ts'
import { handle, type Area, type LongJob } from '#kit/server/http/area.ts'
import { askWorkbook } from '#kit/server/sheets/workbook.ts'
import { everyAccount, everyInstance, providerCustomer, setLogRetention } from '#areas/tenancy/server/index.ts'
import {
  exportLog,
  listLog,
  offerLogKinds,
  offerLogPeople,
  previewRetention,
  readLogChain,
  readLogEntry,
  setRetention,
  verifyLog,
} from '#areas/logs/contract/calls.ts'
import { logRights } from '#areas/logs/contract/rights.ts'
import { en } from '#areas/logs/locales/en.ts'
import { fr } from '#areas/logs/locales/fr.ts'
import { onlyFor } from './only.ts'
import { listEntries, openEntry, peopleNamed, readChain } from './read-log.ts'
import { logWorkbook } from './workbook.ts'

/** What the provider's log tells of organisations, instances and accounts, by name: their rows are seen under its own role alone. */
const providerNames = (api: Api): Promise<ReadonlyMap<string, string>> =>
  api.ports.db.transaction(
    providerCustomer,
    async (tx) => {
      const rows = await tx.run(sql<{ key: string; name: string }>`select 'customer:' || c.id as key, c.name from customer c
        union all select 'instance:' || i.id, i.name from ${everyInstance} i union all select 'account:' || a.id, a.email from ${everyAccount} a limit 20000`)
      return new Map(rows.map(({ key, name }) => [key, name]))
    },
    { provider: true },
  )

function logCalls(api: Api, resources: Resources): void {
  const { translate } = api.ports
  const reading = async (tx: Tx) => {
    const only = await onlyFor(tx)
    return { tx, resources, translate, only, ...(tx.customerId === providerCustomer && { named: await providerNames(api) }) }
  }

  handle(api, 'log', listLog, async ({ tx, query }) => listEntries(await reading(tx), query))

  handle(api, 'log', readLogChain, async ({ tx }) => ({ object: await readChain(tx) }))

  handle(api, 'log', offerLogKinds, async ({ translate: say, tx }) => ({
    objects: [...resources.values()]
      .filter(({ def }) => tx.who.rights.has(def.rights.read))
      .map(({ def }) => ({ kind: def.name, name: say(`${def.area}.entities.${def.name}.one`) }))
      .toSorted((a, b) => a.name.localeCompare(b.name, tx.who.lang)),
  }))

  handle(api, 'log', offerLogPeople, async ({ tx, query }) => ({ objects: await peopleNamed(tx, query.search) }))

  handle(api, 'log', previewRetention, async ({ tx, query }) => {
    const { count, until } = await wouldGo(tx, query.days)
    return { object: { count, until: until?.toISOString() ?? null } }
  })

  handle(api, 'log', setRetention, async ({ tx, body, translate: say }) => {
    await setLogRetention(tx, body.days, body.version)
    return { message: say('kit.messages.saved'), object: await readChain(tx) }
  })

  handle(api, 'log', verifyLog, async ({ tx, body }) => {
    if (body.start) {
      await followAnew(tx)
      tx.audit({ entity: 'log', object_id: null, action: 'verify' })
    }
    await followOn(tx)
    return { object: await readChain(tx) }
  })

  handle(api, 'log', exportLog, async ({ tx, body, translate: say }) => ({
    message: say('kit.file.export_soon'),
    object: await askWorkbook(tx, logWorkbook, body, tx.customerId),
  }))

  handle(api, 'log', readLogEntry, async ({ tx, params }) => {
    const object = await openEntry(await reading(tx), params.id)
    if (!object) throw notFound()
    return { object }
  })
}

/** Each night, what is kept no longer goes, and the log says so. */
const purge: LongJob = {
  name: 'logs.purge',
  schedule: '20 2 * * *',
  runLong: async ({ apart }) => {
    const gone = await purgeLog(apart)
    if (gone > 0) await apart(async (tx) => tx.audit({ entity: 'log', object_id: null, action: 'purge', details: JSON.stringify({ count: gone }) }))
  },
}

export const logs: Area = {
  name: 'logs',
  rights: logRights,
  resources: [],
  calls: logCalls,
  jobs: [purge],
  workbooks: [logWorkbook],
  locales: { en, fr },
}
