import { sql } from 'kysely'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { ArchiveTable } from './tables.ts'

export interface LoadStep {
  readonly table: ArchiveTable
  /** Whether triggers look at what is put in: all of it is then put in by one statement, so that they see it whole. */
  readonly whole: boolean
  /** Whether triggers of other tables have written it by then: what they wrote is replaced. */
  readonly kept: boolean
  /** Columns that name rows of tables of which nothing comes in. */
  readonly about: readonly string[]
}

/**
 * In which order rows are put in, by what the database says of itself: what is named before what names it, and what triggers keep after the tables that they look at, as far as both
 * can be. Rows that name each other in a circle are looked at together at the end.
 */
export async function loadOrder(tx: Tx, tables: readonly ArchiveTable[]): Promise<readonly LoadStep[]> {
  const [deletable, leading, keys, triggers, functions] = [
    await tx.run(sql<{ table: string; may: boolean }>`select c.relname::text as table, has_table_privilege(c.oid, 'delete') as may
      from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`),
    await tx.run(sql<{
      from: string
      to: string
      column: string
    }>`select k.conrelid::regclass::text as from, k.confrelid::regclass::text as to, a.attname::text as column
      from pg_constraint k cross join lateral unnest(k.conkey) as n (number) join pg_attribute a on a.attrelid = k.conrelid and a.attnum = n.number
      where k.contype = 'f' and k.connamespace = 'public'::regnamespace and a.attname <> 'customer_id'`),
    await tx.run(sql<{ from: string; to: string }>`select k.conrelid::regclass::text as from, k.confrelid::regclass::text as to
      from pg_constraint k where k.contype = 'f' and k.connamespace = 'public'::regnamespace and k.conrelid <> k.confrelid`),
    // 4 is the bit of inserts, 1 that of rows, each of which is looked at by itself.
    await tx.run(sql<{
      table: string
      function: string
      whole: boolean
    }>`select t.tgrelid::regclass::text as table, p.proname::text as function, (t.tgtype & 1) = 0 as whole
      from pg_trigger t join pg_proc p on p.oid = t.tgfoid where not t.tgisinternal and t.tgenabled <> 'D' and (t.tgtype & 4) <> 0`),
    await tx.run(
      sql<{ name: string; text: string }>`select p.proname::text as name, p.prosrc as text from pg_proc p where p.pronamespace = 'public'::regnamespace`,
    ),
  ]
  const known = new Map(tables.map((table) => [table.name, table]))
  const plain = (name: string) => name.replaceAll('"', '')
  const texts = new Map(functions.map(({ name, text }) => [name, text]))
  const watched = new Set(triggers.filter(({ whole }) => whole).map(({ table }) => plain(table)))
  const writes = triggers.flatMap(({ table, function: name }) =>
    [...writtenBy(name, texts)].filter((to) => known.has(to)).map((to) => [plain(table), to] as const),
  )
  const named = keys.map(({ from, to }) => [plain(to), plain(from)] as const).filter(([to, from]) => known.has(to) && known.has(from))
  const may = new Set(deletable.filter((one) => one.may).map(({ table }) => table))
  // What cannot be replaced stands there already when the triggers look, and they find nothing to do.
  const order = sorted(
    [...known.keys()],
    named,
    writes.map(([from, to]) => (may.has(to) ? ([from, to] as const) : ([to, from] as const))),
  )
  const kept = new Set(writes.map(([, to]) => to).filter((to) => may.has(to)))
  const out = leading.filter(({ from, to }) => known.has(plain(from)) && !known.has(plain(to)) && plain(to) !== 'customer')
  return order.flatMap((name) => {
    const table = known.get(name)
    return table
      ? [{ table, whole: watched.has(name), kept: kept.has(name), about: out.filter(({ from }) => plain(from) === name).map(({ column }) => column) }]
      : []
  })
}

/** Tables that a function of the database writes, and those that it calls. */
function writtenBy(name: string, texts: ReadonlyMap<string, string>, seen = new Set<string>()): Set<string> {
  const text = texts.get(name)
  if (text === undefined || seen.has(name)) return new Set()
  seen.add(name)
  const found = new Set([...text.matchAll(/\b(?:insert\s+into|update|delete\s+from)\s+"?(?:public\.)?([a-z_]+)/gi)].map(([, table = '']) => table))
  for (const [, called = ''] of text.matchAll(/\b([a-z_]+)\s*\(/g)) for (const table of writtenBy(called, texts, seen)) found.add(table)
  return found
}

/** Names so that each comes after all that `must` puts before it, and after what `should` does where that leaves a way. */
function sorted(names: readonly string[], must: readonly (readonly [string, string])[], should: readonly (readonly [string, string])[]): string[] {
  const next = Map.groupBy(must, ([earlier]) => earlier)
  const reaches = (from: string, to: string) => {
    const seen = new Set([from])
    for (const name of seen) for (const [, later] of next.get(name) ?? []) seen.add(later)
    return seen.has(to)
  }
  // Those of a circle come in any order.
  must = must.filter(([earlier, later]) => !reaches(later, earlier))
  const before = (pairs: readonly (readonly [string, string])[]) => Map.groupBy(pairs, ([, later]) => later)
  const [needed, wanted] = [before(must), before(should)]
  const left = new Set(names)
  const order: string[] = []
  const free = (pairs: typeof needed, name: string) => !(pairs.get(name) ?? []).some(([earlier]) => earlier !== name && left.has(earlier))
  while (left.size > 0) {
    const rest = [...left]
    const first = rest.find((name) => free(needed, name) && free(wanted, name)) ?? rest.find((name) => free(needed, name)) ?? rest[0]
    if (first === undefined) break
    left.delete(first)
    order.push(first)
  }
  return order
}
