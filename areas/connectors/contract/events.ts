import { aheadOfRemovalEvent } from '#kit/contract/event.ts'
import { customerConnector } from './customer-connector.ts'

/** Reviews are about a connector whose runs fail: they do not keep it. */
export const connectorLeaving = aheadOfRemovalEvent(customerConnector)
