import { on, type Area } from '#kit/server/http/area.ts'
import { connectorLeaving } from '#areas/connectors/contract/events.ts'
import { connectorsFeatures, connectorsRights } from '#areas/connectors/contract/rights.ts'
import { en } from '#areas/connectors/locales/en.ts'
import { fr } from '#areas/connectors/locales/fr.ts'
import { adapters } from './adapters/index.ts'
import { connectorCalls } from './calls.ts'
import { connectorQuotaCounted, customerConnectors } from './customer-connector.ts'
import { forgetAhead } from '#areas/reviews/server/index.ts'
import { offeredServices } from './offered.ts'
import { runConnectors, standingConnectors } from './run/job.ts'
import { workerCalls } from './worker/calls.ts'
import { workerRoutes } from './worker/routes.ts'
import { workers } from './worker.ts'

/** Services of others that values and findings come from by themselves. */
export const connectors: Area = {
  name: 'connectors',
  rights: connectorsRights,
  features: connectorsFeatures,
  tables: [
    'connector_withheld',
    'worker_secret',
    'worker_seen',
    'worker_run',
    'worker_batch',
    'customer_connector_secret',
    'connector_state',
    'connector_job',
    'connector_value',
    'connector_finding',
    'known_vulnerability',
  ],
  leftOut: {
    worker: 'access',
    worker_secret: 'secret',
    worker_seen: 'access',
    worker_run: 'work',
    worker_batch: 'work',
    customer_connector: 'access',
    customer_connector_secret: 'secret',
    connector_state: 'work',
    connector_job: 'work',
    connector_value: 'work',
    connector_finding: 'work',
    known_vulnerability: 'work',
  },
  resources: [workers, customerConnectors],
  extensions: [connectorQuotaCounted, ...adapters.map((adapter) => offeredServices.with(adapter))],
  calls: (api, resources) => {
    connectorCalls(api, resources)
    workerCalls(api, resources)
    workerRoutes(api)
  },
  composing: (api) => [runConnectors(api)],
  standing: [standingConnectors],
  // A review that waits for it waits no more.
  handlers: [on(connectorLeaving, forgetAhead('target_customer_connector_id'))],
  locales: { en, fr },
}
