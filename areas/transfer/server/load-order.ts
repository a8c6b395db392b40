import { sql } from 'kysely'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { ArchiveTable } from './tables.ts'

export interface LoadStep {
  readonly table: ArchiveTable
  /** Whether rows name others of the table, or triggers look at what is put in: all of it is then put in by one statement, at whose end both look. */
  readonly whole: boolean
  /** Whether triggers of other tables have written it by then: what they wrote is replaced. */
  readonly kept: boolean
  /** Columns that name rows of tables of which nothing comes in. */
  readonly about: readonly string[]
}

/**
 * In which order rows are put in, by what the database says of itself: what is named before what names it, and what triggers keep after the tables that they look at, as far as both
 * can be. Tables that name each other in a circle come together, and are put in by one statement.
 */
export async function loadOrder(tx: Tx, tables: readonly ArchiveTable[]): Promise<readonly (readonly LoadStep[])[]> {
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
  for (const { from, to } of leading) if (from === to) watched.add(plain(from))
  const groups = circles([...known.keys()], named)
  // What cannot be replaced stands there already when the triggers look, and they find nothing to do.
  const wanted = writes.map(([from, to]) => (may.has(to) ? ([from, to] as const) : ([to, from] as const)))
  const kept = new Set(writes.map(([, to]) => to).filter((to) => may.has(to)))
  const out = leading.filter(({ from, to }) => known.has(plain(from)) && !known.has(plain(to)) && plain(to) !== 'customer')
  return sorted(groups, named, wanted).map((names) =>
    names.flatMap((name) => {
      const table = known.get(name)
      if (!table) return []
      const about = out.filter(({ from }) => plain(from) === name).map(({ column }) => column)
      return [{ table, whole: names.length > 1 || watched.has(name) || about.length > 0, kept: kept.has(name), about }]
    }),
  )
}

type Pairs = readonly (readonly [earlier: string, later: string])[]

/** Names together with those that they reach and are reached by, over pairs of an earlier and a later one. */
function circles(names: readonly string[], pairs: Pairs): readonly (readonly string[])[] {
  const next = Map.groupBy(pairs, ([earlier]) => earlier)
  const reached = new Map(
    names.map((name) => {
      const seen = new Set((next.get(name) ?? []).map(([, later]) => later))
      for (const one of seen) for (const [, later] of next.get(one) ?? []) seen.add(later)
      return [name, seen] as const
    }),
  )
  const done = new Set<string>()
  return names.flatMap((name) => {
    if (done.has(name)) return []
    const together = [name, ...names.filter((other) => other !== name && reached.get(name)?.has(other) && reached.get(other)?.has(name))]
    for (const one of together) done.add(one)
    return [together]
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

/** Groups so that each comes after all that `must` puts before it, and after what `should` does where that leaves a way. */
function sorted(groups: readonly (readonly string[])[], must: Pairs, should: Pairs): readonly (readonly string[])[] {
  const [needed, wanted] = [must, should].map((pairs) => Map.groupBy(pairs, ([, later]) => later))
  const groupOf = new Map(groups.flatMap((group) => group.map((name) => [name, group] as const)))
  const left = new Set(groups)
  const order: (readonly string[])[] = []
  const free = (pairs: typeof needed, group: readonly string[]) =>
    group.every((name) =>
      (pairs?.get(name) ?? []).every(([earlier]) => {
        const other = groupOf.get(earlier)
        return other === undefined || other === group || !left.has(other)
      }),
    )
  while (left.size > 0) {
    const rest = [...left]
    const first = rest.find((group) => free(needed, group) && free(wanted, group)) ?? rest.find((group) => free(needed, group))
    if (!first) throw new Error('Tables name each other in a way that leaves none to begin with')
    left.delete(first)
    order.push(first)
  }
  return order
}
