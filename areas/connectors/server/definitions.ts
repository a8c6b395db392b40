import { sql } from 'kysely'
import { AppError } from '#kit/contract/errors.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { ConnectorDefinition } from '#areas/connectors/contract/calls.ts'
import { offeredServices, serviceOf, type Offered } from './offered.ts'

/** Services that the installation does without. */
async function withheldServices(tx: Tx): Promise<ReadonlySet<string>> {
  const rows = await tx.run(sql<{ identifier: string }>`select identifier from connector_withheld`)
  return new Set(rows.map(({ identifier }) => identifier))
}

/** What can be connected, in the order of their kinds; with those that are withheld where that is what is looked after. */
export async function definitionsFor(tx: Tx, withWithheld: boolean): Promise<ConnectorDefinition[]> {
  const withheld = await withheldServices(tx)
  return offeredServices.all().flatMap(({ definition }) => {
    const enabled = !withheld.has(definition.identifier)
    return enabled || withWithheld ? [asShown(definition, enabled)] : []
  })
}

const asShown = ({ needsWorker, fields, reads, produces, metrics, ...rest }: Offered['definition'], enabled: boolean): ConnectorDefinition => ({
  ...rest,
  fields: fields.map(({ choices, guards: _, ...field }) => ({ ...field, ...(choices && { choices: [...choices] }) })),
  reads: [...reads],
  produces: [...produces],
  metrics: metrics.map(({ measures, parameters, ...metric }) => ({
    ...metric,
    measures: [...measures],
    ...(parameters && { parameters: parameters.map(({ choices, guards: _, ...field }) => ({ ...field, ...(choices && { choices: [...choices] }) })) }),
  })),
  needs_worker: needsWorker,
  enabled,
})

/** A service that an organisation may connect: allowed to it, known and offered. */
export async function mustOffer(tx: Tx, identifier: string): Promise<Offered> {
  await mustAllow(tx)
  const service = serviceOf(identifier)
  if (!service || (await withheldServices(tx)).has(identifier)) throw new AppError('NOT_FOUND', 'connectors.errors.not_offered')
  return service
}

/** Refuses an organisation that was sold no connectors (NAV-44). */
export async function mustAllow(tx: Tx): Promise<void> {
  if (!(await mayConnect(tx))) throw new AppError('FORBIDDEN', 'kit.errors.not_subscribed')
}

/** Whether an organisation `c` has connectors at all: what it was sold, and what it is shown. */
export const hasConnectors = sql<boolean>`('INTEGRATION' = any(c.features) and coalesce((c.properties->>'connector_allowed')::boolean, true))`

/** The same of the one that acts: without, nothing runs either, whatever was connected before. */
export async function mayConnect(tx: Tx): Promise<boolean> {
  const row = await tx.first(sql<{ allowed: boolean }>`select ${hasConnectors} as allowed from customer c where c.id = ${tx.customerId}`)
  return row?.allowed !== false
}

/** Whether the installation offers it still. */
export const isOffered = async (tx: Tx, identifier: string): Promise<boolean> => !(await withheldServices(tx)).has(identifier)
