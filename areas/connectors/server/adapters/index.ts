import type { Adapter } from './adapter.ts'
import { graph } from './graph/collect.ts'

/** Every service that a connector can be of, for the server and a worker alike. */
export const adapters: readonly Adapter[] = [graph]
