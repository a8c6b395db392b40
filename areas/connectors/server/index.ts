export { openConfig } from './config.ts'
export { connectorsOfKind, everyConnector, servicesOfKind, type ConnectedService } from './facts.ts'
export { offeredServices, serviceOf, type Offered, type Synced, type Syncing } from './offered.ts'
