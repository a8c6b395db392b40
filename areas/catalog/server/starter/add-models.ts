import { sql } from 'kysely'
import { authorize } from '#kit/server/access/authorize.ts'
import { freeIdentifiers } from '#kit/server/data/store/copies.ts'
import { createRows } from '#kit/server/data/store/create-rows.ts'
import { resourceOf, type Changes, type Resources } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { ownLevels } from '#areas/catalog/server/shared/own-levels.ts'
import type { Text } from './types.ts'

export const source = 'starter'
const urnOf = (kind: string, ref: string) => `urn:vigie:models:${kind}:${ref.toLowerCase()}`
export const texts = ([name_en, description_en]: Text, [name_fr, description_fr]: Text): Changes => ({ name_en, name_fr, description_en, description_fr })

export interface Added {
  readonly ids: ReadonlyMap<string, number>
  /** How those are called whose reference something else has as its identifier. */
  readonly called: ReadonlyMap<string, string>
  /** References of those that were not there yet. */
  readonly added: readonly string[]
}

async function namedByUrn(tx: Tx, entity: string, urns: readonly string[]): Promise<Map<string, { readonly id: number; readonly identifier: string }>> {
  const rows = await tx.run(
    sql<{
      urn: string
      id: number
      identifier: string
    }>`select urn, id, identifier from ${sql.table(entity)} where customer_id = ${tx.customerId} and urn = any(${urns}::text[]) order by id`,
  )
  return new Map(rows.map(({ urn, ...one }) => [urn, one]))
}

export const idsByUrn = async (tx: Tx, entity: string, urns: readonly string[]): Promise<Map<string, number>> =>
  new Map([...(await namedByUrn(tx, entity, urns))].map(([urn, { id }]) => [urn, id]))

/** Adds the rows that have never been there; answers the ids of all that are. */
export async function addModels(
  tx: Tx,
  resources: Resources,
  entity: string,
  rows: readonly { readonly ref: string; readonly changes: Changes }[],
): Promise<Added> {
  const resource = resourceOf(resources, entity)
  const ever = await tx.run(sql<{ urn: string }>`select urn from ${sql.table(entity)} where customer_id = ${tx.customerId} and urn is not null
    union select urn from ${sql.table(`${entity}_history`)} where customer_id = ${tx.customerId} and urn is not null`)
  const known = new Set(ever.map(({ urn }) => urn))
  const missing = rows.filter(({ ref }) => !known.has(urnOf(entity, ref)))
  if (missing.length > 0) {
    const ofHere = await ownLevels(tx, resource.def)
    const identifiers = await freeIdentifiers(
      tx,
      resource,
      missing.map(({ ref }) => ref),
    )
    await createRows(
      tx,
      authorize(tx.who, resource.def.rights.create ?? 'session'),
      resource,
      resources,
      missing.map(({ ref, changes }, n) => ({ ...ofHere(changes), identifier: identifiers[n], urn: urnOf(entity, ref) })),
      { action: source },
    )
  }
  const stored = await namedByUrn(
    tx,
    entity,
    rows.map(({ ref }) => urnOf(entity, ref)),
  )
  const found = rows.flatMap(({ ref }) => ((one) => (one ? [[ref, one] as const] : []))(stored.get(urnOf(entity, ref))))
  return {
    ids: new Map(found.map(([ref, { id }]) => [ref, id])),
    called: new Map(found.flatMap(([ref, { identifier }]) => (identifier === ref ? [] : [[ref, identifier] as const]))),
    added: missing.map(({ ref }) => ref),
  }
}
