import { sql } from 'kysely'
import { invalidField } from '#kit/contract/errors.ts'
import { asSql } from '#kit/server/access/row-rule.ts'
import { localizedText, rowRef } from '#kit/server/data/sql/columns.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { ChainLink } from '#areas/suppliers/contract/calls.ts'
import { supplierRules } from './rules.ts'

/** No chain is followed further: it would not be read, and a circle of before this rule ends. */
const deepest = 12
/** Nor are more companies of one answered. */
const mostLinks = 500

const s = rowRef('s')

interface Given {
  readonly supplier?: number | null
  readonly service?: number | null
}

/** Nobody works for themselves, directly or by way of others; what is done for us is one of the supplier's own services. Throws with the way that closes the circle. */
export async function guardChain(tx: Tx, own: number | undefined, given: readonly Given[]): Promise<void> {
  const targets = given.flatMap(({ supplier }) => supplier ?? [])
  const services = given.flatMap(({ service }) => service ?? [])
  if (own !== undefined && targets.includes(own)) throw invalidField('subcontractors', 'suppliers.errors.circle_self')
  if (new Set(given.map(({ supplier, service }) => `${supplier} ${service ?? ''}`)).size < given.length)
    throw invalidField('subcontractors', 'suppliers.errors.listed_twice')
  if (services.length > 0) {
    const foreign = await tx.first(
      sql`select 1 from supplier_service v where v.customer_id = ${tx.customerId} and v.id = any(${services}::bigint[]) and v.supplier_id is distinct from ${own ?? null} limit 1`,
    )
    if (foreign) throw invalidField('subcontractors', 'suppliers.errors.other_service')
  }
  if (own === undefined || targets.length === 0) return
  // Each company once, whatever the number of ways that lead to it.
  const links = await tx.run(sql<{ from: number; to: number }>`with recursive walk (id) as (
      select w.id from unnest(${targets}::bigint[]) as w (id)
      union select l.supplier_id from walk join supplier__subcontractors l on l.customer_id = ${tx.customerId} and l.owner_id = walk.id where walk.id <> ${own})
    select l.owner_id as from, l.supplier_id as to from walk join supplier__subcontractors l on l.customer_id = ${tx.customerId} and l.owner_id = walk.id
    where walk.id <> ${own} order by 1, 2`)
  const way = wayTo(own, targets, links)
  if (way) throw invalidField('subcontractors', 'suppliers.errors.circle', { way: await named(tx, [own, ...way]) })
}

/** The shortest way to a company from one of some others, along links; undefined where none leads there. */
function wayTo(own: number, from: readonly number[], links: readonly { readonly from: number; readonly to: number }[]): number[] | undefined {
  const next = Map.groupBy(links, (link) => link.from)
  const before = new Map<number, number | null>(from.map((id) => [id, null]))
  for (const id of before.keys()) for (const { to } of next.get(id) ?? []) if (!before.has(to)) before.set(to, id)
  if (!before.has(own)) return undefined
  const way: number[] = []
  for (let at: number | null = own; at !== null; at = before.get(at) ?? null) way.unshift(at)
  return way
}

/** Names along a way; one that the reader may not open is not told. */
async function named(tx: Tx, way: readonly number[]): Promise<string> {
  const found = await tx.run(sql<{ id: number; name: string }>`select s.id, ${localizedText(s, 'name', tx.who.lang)} as name from supplier s
    where s.customer_id = ${tx.customerId} and s.id = any(${[...new Set(way)]}::bigint[]) and ${asSql(supplierRules.read(s, tx.who))}`)
  const names = new Map(found.map(({ id, name }) => [id, name]))
  return way.map((id) => names.get(id) ?? '…').join(' → ')
}

interface Edge {
  readonly owner: number
  readonly supplier: number
  readonly rank: number
  readonly task: string | null
  readonly service: string | null
}
type Known = Omit<ChainLink, 'rank' | 'under' | 'task' | 'service' | 'again'>

/** Who works for a supplier and who works for these, each below whoever it works for; one that stands there already is named again, without what follows. */
export async function chainOf(tx: Tx, own: number): Promise<{ links: ChainLink[]; serves: { id: number; name: string }[] }> {
  const v = rowRef('v')
  const edges = await tx.run(sql<Edge>`with recursive walk as (
      select ${own}::bigint as id, 1 as rank
      union select l.supplier_id, walk.rank + 1 from walk
        join supplier__subcontractors l on l.customer_id = ${tx.customerId} and l.owner_id = walk.id where walk.rank < ${deepest}),
      reached as (select id, min(rank) as rank from walk group by id)
    select l.owner_id as owner, l.supplier_id as supplier, reached.rank + 1 as rank, l.task, ${localizedText(v, 'name', tx.who.lang)} as service
    from reached join supplier__subcontractors l on l.customer_id = ${tx.customerId} and l.owner_id = reached.id
      left join supplier_service v on v.customer_id = l.customer_id and v.id = l.service_id
    order by reached.rank, l.owner_id, l.position limit ${mostLinks}`)
  const ids = [...new Set([own, ...edges.map(({ supplier }) => supplier)])]
  const [known, serves] = await Promise.all([
    tx.run(sql<Known>`select s.id, case when ${asSql(supplierRules.read(s, tx.who))} then ${localizedText(s, 'name', tx.who.lang)} end as name,
        case when ${asSql(supplierRules.read(s, tx.who))} then s.criticality end as criticality, case when ${asSql(supplierRules.read(s, tx.who))} then s.country end as country
      from supplier s where s.customer_id = ${tx.customerId} and s.id = any(${ids}::bigint[])`),
    tx.run(sql<{ id: number; name: string }>`select distinct s.id, ${localizedText(s, 'name', tx.who.lang)} as name from supplier__subcontractors l
      join supplier s on s.customer_id = l.customer_id and s.id = l.owner_id
      where l.customer_id = ${tx.customerId} and l.supplier_id = ${own} and ${asSql(supplierRules.read(s, tx.who))} order by name`),
  ])
  return { links: ordered(own, edges, new Map(known.map((one) => [one.id, one]))), serves }
}

function ordered(own: number, edges: readonly Edge[], known: ReadonlyMap<number, Known>): ChainLink[] {
  const below = Map.groupBy(edges, ({ owner }) => owner)
  const links: ChainLink[] = []
  const seen = new Set<number>()
  const visit = (id: number, rank: number, under: number | null, edge: Edge | undefined) => {
    const of = known.get(id)
    const again = seen.has(id)
    const namesVisible = of?.name && (edge === undefined || known.get(edge.owner)?.name)
    const at = links.push({
      id,
      name: of?.name ?? null,
      criticality: of?.criticality ?? null,
      country: of?.country ?? null,
      rank,
      under,
      // What is done for whom is told with the names of both.
      task: namesVisible ? (edge?.task ?? null) : null,
      service: namesVisible ? (edge?.service ?? null) : null,
      again,
    })
    if (again) return
    seen.add(id)
    for (const next of below.get(id) ?? []) visit(next.supplier, rank + 1, at - 1, next)
  }
  visit(own, 1, null, undefined)
  return links
}
