import { sql } from 'kysely'
import { asSql } from '#kit/server/access/row-rule.ts'
import { localizedText, rowRef } from '#kit/server/data/sql/columns.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { mostDrawn, type AssetLoop, type Drawing, type DrawnNode } from '#areas/assets/contract/drawing.ts'
import { loadDependencies, loadFacts } from './load-facts.ts'
import { loopsOf } from './dependency-cycles.ts'
import { neighbourhoodOf, type Drawn } from './neighbourhood.ts'
import { businessValueRules, supportingAssetRules } from './rules.ts'

const t = rowRef('t')
type Known = Pick<DrawnNode, 'entity' | 'id' | 'identifier' | 'name' | 'type'>

/** What hangs together with a value or an asset, in two statements; what the reader may not open has no name. */
export async function drawingOf(tx: Tx, root: Drawn): Promise<Drawing> {
  const { nodes, edges, more, needs } = neighbourhoodOf(root, await loadFacts(tx), mostDrawn)
  const idsOf = (entity: Drawn['entity']) => nodes.flatMap((node) => (node.entity === entity ? [node.id] : []))
  const named = (entity: Drawn['entity'], rules: typeof supportingAssetRules) =>
    sql`select ${sql.lit(entity)} as entity, t.id, t.identifier, t.type, ${localizedText(t, 'name', tx.who.lang)} as name from ${sql.table(entity)} t
      where t.customer_id = ${tx.customerId} and t.id = any(${idsOf(entity)}::bigint[]) and ${asSql(rules.read(t, tx.who))}`
  const found = await tx.run(sql<Known>`${named('business_value', businessValueRules)} union all ${named('supporting_asset', supportingAssetRules)}`)
  const known = new Map(found.map((one) => [`${one.entity} ${one.id}`, one]))
  return {
    nodes: nodes.map(({ entity, id, loop, need }) => {
      const of = known.get(`${entity} ${id}`)
      return { entity, id, identifier: of?.identifier ?? null, name: of?.name ?? null, type: of?.type ?? null, need: of ? need : null, loop }
    }),
    edges: [...edges],
    more,
    needs: needs as Drawing['needs'],
  }
}

/** All loops in which the reader may open an asset; the others of it have no name. */
export async function loopsOfTenant(tx: Tx): Promise<AssetLoop[]> {
  const loops = loopsOf(await loadDependencies(tx))
  if (loops.length === 0) return []
  const found = await tx.run(sql<{ id: number; name: string }>`select t.id, ${localizedText(t, 'name', tx.who.lang)} as name from supporting_asset t
    where t.customer_id = ${tx.customerId} and t.id = any(${loops.flat()}::bigint[]) and ${asSql(supportingAssetRules.read(t, tx.who))}`)
  const names = new Map(found.map(({ id, name }) => [id, name]))
  return loops.filter((loop) => loop.some((id) => names.has(id))).map((loop) => ({ assets: loop.map((id) => ({ id, name: names.get(id) ?? null })) }))
}
