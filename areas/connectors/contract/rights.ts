import { defineRights, globalPilots, globalReaders, type FeatureRights } from '#kit/contract/right.ts'

export const connectorsRights = defineRights({
  /** What each service is, reads and brings. */
  'connector.read': globalReaders,
  /** Which services the installation offers: of the provider's staff alone. */
  'connector.write': [],
  'customer_connector.read': globalPilots,
  /** To connect, change, pause, run and disconnect. */
  'customer_connector.write': globalPilots,
  'worker.read': globalPilots,
  'worker.write': globalPilots,
})

export const connectorsFeatures: FeatureRights = { INTEGRATION: ['customer_connector.write', 'worker.write'] }
