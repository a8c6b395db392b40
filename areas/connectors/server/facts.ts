import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { Definition } from './adapters/adapter.ts'
import { offeredServices } from './offered.ts'

/** The identifiers of all services of a kind. */
export const servicesOfKind = (kind: Definition['kind']): string[] =>
  offeredServices.all().flatMap(({ definition }) => (definition.kind === kind ? [definition.identifier] : []))

export interface ConnectedService {
  readonly id: number
  readonly name: string
  readonly connector: string
  readonly settings: Readonly<Record<string, string | number | null>>
  readonly mapping: unknown
  readonly worker_id: number | null
  readonly paused: boolean
  readonly maker_id: number
}

/** What an organisation has connected of a kind, by name. */
export const connectorsOfKind = (tx: Tx, kind: Definition['kind']): Promise<ConnectedService[]> =>
  tx.run(sql<ConnectedService>`select k.id, k.name, k.connector, k.settings, k.mapping, k.worker_id, k.paused, k.maker_id from customer_connector k
    where k.customer_id = ${tx.customerId} and k.connector = any(${servicesOfKind(kind)}::text[]) order by k.name, k.id`)

/** Every connector of a customer, to stand behind `from`. */
export const everyConnector = (customer: unknown): RawBuilder<unknown> =>
  sql`(select in_connector.* from customer_connector in_connector where in_connector.customer_id = ${customer})`
