import type { JobContext } from '#kit/server/http/area.ts'
import { extensionPoint } from '#kit/server/data/resources/extension-point.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { Adapter, Config, Reach } from './adapters/adapter.ts'

/** What a run of a service that gives neither values nor findings has to hand. */
export interface Syncing {
  readonly connector: { readonly id: number; readonly name: string; readonly mapping: unknown }
  readonly config: Config
  readonly reach: Reach
  readonly apart: JobContext['apart']
  readonly resources: JobContext['resources']
  /** What the last good run left to begin from; what is answered as `since` is left to the next. */
  readonly since: string | null
  /** To be asked first in every transaction that writes: throws where the run is somebody else's by now. */
  readonly mine: (tx: Tx) => Promise<void>
}

/** What such a run did: numbers for the list of runs, and whether somebody should look. */
export interface Synced {
  readonly counts: Readonly<Record<string, number>>
  readonly warned?: boolean
  readonly since?: string | null
}

/** A service that can be connected: values and findings come by `collect`, anything else is done by `sync`. */
export interface Offered extends Pick<Adapter, 'definition' | 'test'> {
  readonly collect?: Adapter['collect']
  /** What an expression of a person names on the first page, and the value of it. */
  readonly preview?: (config: Config, path: string, take: string, reach: Reach) => Promise<{ nodes: unknown[]; total: number; value: number | null }>
  readonly sync?: (run: Syncing) => Promise<Synced>
}

/** The services of the product; areas above put in theirs. */
export const offeredServices = extensionPoint<Offered>()

export const serviceOf = (identifier: string): Offered | undefined => offeredServices.all().find(({ definition }) => definition.identifier === identifier)
