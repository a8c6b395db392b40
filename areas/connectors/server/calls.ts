import { sql } from 'kysely'
import type { BodyOf } from '#kit/contract/call.ts'
import { forbidden } from '#kit/contract/errors.ts'
import type { Resources } from '#kit/server/data/resources/resource.ts'
import { operationOf, type Api, type RawContext } from '#kit/server/http/api.ts'
import { handle } from '#kit/server/http/area.ts'
import { consume } from '#kit/server/http/rate-limit.ts'
import { mustRead } from '#kit/server/data/lists/get-row.ts'
import { authorize } from '#kit/server/access/authorize.ts'
import { asStaff, countedRows, providerCustomer } from '#areas/tenancy/server/index.ts'
import {
  changeConnector,
  connect,
  listDefinitions,
  listJobs,
  offerDefinition,
  pauseConnector,
  previewConnector,
  readFeeds,
  readJob,
  resumeConnector,
  retryJob,
  runConnector,
  testConnector,
} from '#areas/connectors/contract/calls.ts'
import { judged, keptSecrets } from './config.ts'
import { askForRun, changeService, connectService, setPaused, type Connecting } from './connect.ts'
import { connectorQuota, customerConnectors } from './customer-connector.ts'
import { definitionsFor, mustAllow, mustOffer } from './definitions.ts'
import { feedsRead, jobOf, jobsOf, retry } from './jobs.ts'
import { serviceOf } from './offered.ts'
import { look, tryOut } from './run/try-out.ts'

export function connectorCalls(api: Api, resources: Resources): void {
  const { fetch, secrets, translate: say } = api.ports
  const by: Connecting = { resources, secrets, fetch }

  handle(api, 'connector', listDefinitions, async ({ tx, who }) => {
    const within = tx.customerId !== providerCustomer
    const row = await tx.first(sql<{ used: number; limit: number | null }>`select (select count(*)::int from ${countedRows(tx, connectorQuota)}) as used,
      (c.quotas->>'connectors')::int as limit from customer c where c.id = ${tx.customerId}`)
    return {
      objects: await definitionsFor(tx, !within),
      used: row?.used ?? 0,
      limit: row?.limit ?? null,
      edit_right: !within && who.rights.has('connector.write') && (who.adminType === 'ROOT' || who.adminType === 'SUPPORT'),
    }
  })

  api.addRaw(operationOf(offerDefinition, 'connector'), ({ request, params, body }) => {
    const { enabled }: BodyOf<typeof offerDefinition> = body
    return asStaff(api, request, offerDefinition, async (tx, who) => {
      if (who.adminType !== 'ROOT' && who.adminType !== 'SUPPORT') throw forbidden()
      const identifier = String(params.identifier)
      if (!serviceOf(identifier)) throw forbidden('connectors.errors.not_offered')
      await tx.run(
        enabled
          ? sql`delete from connector_withheld where identifier = ${identifier}`
          : sql`insert into connector_withheld (identifier, withheld_at) values (${identifier}, ${tx.now}) on conflict do nothing`,
      )
      tx.audit({ entity: 'connector', object_id: null, action: enabled ? 'offer' : 'withhold', details: JSON.stringify({ identifier }) })
      return { ok: true, message: api.translateFor(request, 'kit.messages.saved') }
    })
  })

  handle(api, 'customer_connector', connect, async ({ tx, grant, body, translate }) => ({
    object: { id: await connectService(tx, grant, by, body) },
    message: translate('connectors.messages.connected'),
  }))
  handle(api, 'customer_connector', changeConnector, async ({ tx, grant, params, body, translate }) => {
    await changeService(tx, authorize(grant.who, 'customer_connector.read'), by, params.id, body)
    return { message: translate('kit.messages.saved') }
  })
  handle(api, 'customer_connector', pauseConnector, async ({ tx, grant, params, translate }) => {
    await setPaused(tx, grant, by, params.id, true)
    return { message: translate('connectors.messages.paused') }
  })
  handle(api, 'customer_connector', resumeConnector, async ({ tx, grant, params, translate }) => {
    await setPaused(tx, grant, by, params.id, false)
    return { message: translate('connectors.messages.resumed') }
  })
  handle(api, 'customer_connector', runConnector, async ({ tx, grant, params, translate }) => {
    await mustAllow(tx)
    await mustRead(tx, authorize(grant.who, 'customer_connector.read'), customerConnectors, params.id)
    const id = await askForRun(tx, params.id)
    tx.audit({ entity: 'customer_connector', object_id: params.id, action: 'run' })
    return { object: { id }, message: translate('connectors.messages.run_asked') }
  })
  handle(api, 'customer_connector', listJobs, ({ tx, grant, params, query }) => jobsOf(tx, grant, params.id, query))
  handle(api, 'customer_connector', readJob, async ({ tx, grant, params }) => ({ object: await jobOf(tx, grant, params.id, say) }))
  handle(api, 'customer_connector', retryJob, async ({ tx, grant, params, translate }) => {
    await mustAllow(tx)
    const id = await retry(tx, grant, params.id)
    return { object: { id }, message: translate('connectors.messages.run_asked') }
  })
  handle(api, 'customer_connector', readFeeds, ({ tx, grant, params }) => feedsRead(tx, grant, params.id))

  // Both wait for somebody else's server: no transaction is held meanwhile.
  const ready = (inSession: RawContext['inSession'], { connector, id, config }: Pick<BodyOf<typeof testConnector>, 'connector' | 'id' | 'config'>) =>
    inSession(async (tx) => {
      authorize(tx.who, 'customer_connector.write')
      const service = await mustOffer(tx, connector)
      if (id !== undefined) await mustRead(tx, authorize(tx.who, 'customer_connector.read'), customerConnectors, id)
      const kept = id === undefined ? {} : await keptSecrets(tx, secrets, service.definition, id, { config })
      const split = judged(service.definition, config, new Set(Object.keys(kept)), fetch)
      return { service, customer: tx.customerId, config: { ...split.settings, ...kept, ...split.secrets } }
    }).then(async (given) => {
      await consume(api.ports.db, `test-connector:${given.customer}`, 30, 60)
      return given
    })
  api.addRaw(operationOf(testConnector, 'customer_connector'), async ({ inSession, body }) => {
    const given = await ready(inSession, body)
    return { ok: true, object: await tryOut(given.service, given.config, fetch) }
  })
  api.addRaw(operationOf(previewConnector, 'customer_connector'), async ({ inSession, body }) => {
    const given = await ready(inSession, body)
    return { ok: true, object: await look(given.service, given.config, body, fetch) }
  })
}
