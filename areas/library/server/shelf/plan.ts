import { sql } from 'kysely'
import type { Companion, ShelfKind, ShelfPlan } from '#areas/library/contract/shelf.ts'
import { urnTail } from '#areas/library/server/format/urn.ts'
import type { ReferenceKind } from '#areas/library/server/library-content.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { ShelfRow } from './shelf-rows.ts'
import type { Need } from './summarise.ts'

/** In the order in which libraries are loaded. */
export interface Loading {
  readonly rows: readonly ShelfRow[]
  readonly plan: ShelfPlan
}

/** What is loaded before what: links are made by whatever comes last, so each finds what it names. */
const ranks: Readonly<Record<ShelfKind, number>> = { other: 0, solution: 1, matrix: 2, framework: 3, mapping: 4 }

/** What comes with some libraries of the shelf: what they need and what ties them to what is there, each once, and what nobody has. */
export async function planLoading(tx: Tx, shelf: readonly ShelfRow[], ids: readonly number[], withDependencies = true): Promise<Loading> {
  const byId = new Map(shelf.map((row) => [row.id, row]))
  const chosen = [...new Set(ids)].flatMap((id) => byId.get(id) ?? [])
  const brings = new Map<string, ShelfRow>()
  for (const row of shelf) for (const family of row.defines) if (!brings.has(family)) brings.set(family, row)

  const loaded = new Map<ShelfRow, Companion['why'] | 'chosen'>(chosen.map((row) => [row, 'chosen']))
  const wanting = new Map<string, Need>()
  const need = (row: ShelfRow) => {
    for (const each of row.needs) {
      const found = brings.get(each.family)
      if (!found) wanting.set(`${each.kind} ${each.family}`, sum(each, wanting.get(`${each.kind} ${each.family}`)))
      else if (withDependencies && !loaded.has(found) && found.known === null) {
        loaded.set(found, 'needed')
        need(found)
      }
    }
  }
  for (const row of chosen) need(row)
  if (withDependencies) for (const row of tiesOf(shelf, loaded, brings)) loaded.set(row, 'tie')

  const rows = inOrder([...loaded.keys()], brings)
  const companions = rows.flatMap((row): Companion[] => {
    const why = loaded.get(row)
    return why === 'chosen' || why === undefined ? [] : [companionOf(row, why, chosen, brings, loaded)]
  })
  return { rows, plan: { companions, absent: await absentOf(tx, [...wanting.values()]) } }
}

const sum = (one: Need, other: Need | undefined): Need => ({ ...one, links: one.links + (other?.links ?? 0) })

const endsOf = (row: ShelfRow): string[] => row.needs.filter(({ kind }) => kind === 'framework').map(({ family }) => family)
const isThere = (row: ShelfRow | undefined, loaded: ReadonlyMap<ShelfRow, unknown>) => row !== undefined && (row.known !== null || loaded.has(row))

/** Mapping sets between a framework that comes and one that is there, comes as well, or is another edition of the same publisher. */
function tiesOf(shelf: readonly ShelfRow[], loaded: ReadonlyMap<ShelfRow, unknown>, brings: ReadonlyMap<string, ShelfRow>): ShelfRow[] {
  return shelf.filter((row) => {
    if (row.entry.kind !== 'mapping' || row.known !== null || loaded.has(row)) return false
    const ends = endsOf(row).map((urn) => brings.get(urn))
    const coming = ends.filter((end) => end !== undefined && loaded.has(end))
    const publisher = coming[0]?.entry.provider
    return coming.length > 0 && ends.every((end) => isThere(end, loaded) || (end !== undefined && publisher != null && end.entry.provider === publisher))
  })
}

function companionOf(
  row: ShelfRow,
  why: Companion['why'],
  chosen: readonly ShelfRow[],
  brings: ReadonlyMap<string, ShelfRow>,
  loaded: ReadonlyMap<ShelfRow, unknown>,
): Companion {
  const { kind, name_en, name_fr, version_label, counts } = row.entry
  const ends = endsOf(row).map((urn) => brings.get(urn))
  const other = ends.find((end) => end !== undefined && !chosen.includes(end))
  return {
    id: row.id,
    kind,
    name_en,
    name_fr,
    version_label,
    why,
    requirements: counts.requirements,
    other: other ? (other.entry.reference ?? other.entry.name_en ?? other.entry.name_fr) : null,
    other_there: isThere(other, loaded),
  }
}

/** By what they are, then what is needed before what needs it. */
function inOrder(rows: readonly ShelfRow[], brings: ReadonlyMap<string, ShelfRow>): ShelfRow[] {
  const sorted: ShelfRow[] = []
  const visited = new Set<ShelfRow>()
  const among = new Set(rows)
  const visit = (row: ShelfRow) => {
    if (visited.has(row)) return
    visited.add(row)
    for (const { family } of row.needs) {
      const before = brings.get(family)
      if (before && among.has(before)) visit(before)
    }
    sorted.push(row)
  }
  for (const row of rows.toSorted((a, b) => ranks[a.entry.kind] - ranks[b.entry.kind] || a.urn.localeCompare(b.urn))) visit(row)
  return sorted
}

/** What is neither on the shelf nor with the organisation, by the name that its URNs share; a library and what it would bring are one. */
async function absentOf(tx: Tx, wanted: readonly Need[]): Promise<ShelfPlan['absent']> {
  if (wanted.length === 0) return []
  const { customerId } = tx
  const families = wanted.map(({ family }) => family)
  const there = await tx.run(sql<{ family: string }>`select family from unnest(${families}::text[]) as w (family)
    where exists (select 1 from library where customer_id = ${customerId} and urn = family)
      or exists (select 1 from policy where customer_id = ${customerId} and urn = family)
      or exists (select 1 from solution where customer_id = ${customerId} and (urn = family or starts_with(urn, family || ':')))
      or exists (select 1 from threat where customer_id = ${customerId} and (urn = family or starts_with(urn, family || ':')))`)
  const known = new Set(there.map(({ family }) => family))
  const byName = new Map<string, { name: string; kind: ReferenceKind; links: number }>()
  for (const { kind, family, links } of wanted) {
    if (known.has(family) || kind === 'requirement') continue
    const name = urnTail(family)
    const same = byName.get(name)
    byName.set(name, { name, kind: !same || same.kind === 'library' ? kind : same.kind, links: links + (same?.links ?? 0) })
  }
  return [...byName.values()].flatMap(({ kind, ...rest }) => (kind === 'requirement' ? [] : [{ kind, ...rest }])).toSorted((a, b) => b.links - a.links)
}
