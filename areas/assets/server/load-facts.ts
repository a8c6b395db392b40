import { sql } from 'kysely'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { Needs, AssetFacts } from './needs.ts'

type Pair = readonly [number, number]
interface Loaded {
  readonly values: readonly (Needs & { readonly id: number })[]
  readonly carried: readonly Pair[]
  readonly dependencies: readonly Pair[]
}

/** Everything that needs follow from in an organisation: ids and levels, in one statement. */
export async function loadFacts(tx: Tx): Promise<AssetFacts> {
  const found = await tx.first(sql<Loaded>`select
    (select coalesce(jsonb_agg(jsonb_build_object('id', v.id, 'availability', v.availability, 'integrity', v.integrity, 'confidentiality', v.confidentiality,
      'traceability', v.traceability)), '[]') from business_value v where v.customer_id = ${tx.customerId}) as values,
    (select coalesce(jsonb_agg(jsonb_build_array(l.target_id, l.owner_id)), '[]') from supporting_asset__business_values l where l.customer_id = ${tx.customerId}) as carried,
    (select coalesce(jsonb_agg(jsonb_build_array(l.owner_id, l.target_id)), '[]') from supporting_asset__dependencies l where l.customer_id = ${tx.customerId}) as dependencies`)
  const { values = [], carried = [], dependencies = [] } = found ?? {}
  return { values: values.map(({ id, ...needs }) => ({ id, needs })), carried, dependencies }
}

/** The dependencies alone. */
export async function loadDependencies(tx: Tx): Promise<AssetFacts['dependencies']> {
  const found = await tx.run(
    sql<{ owner_id: number; target_id: number }>`select l.owner_id, l.target_id from supporting_asset__dependencies l where l.customer_id = ${tx.customerId}`,
  )
  return found.map(({ owner_id, target_id }) => [owner_id, target_id])
}
