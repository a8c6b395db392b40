import { sql } from 'kysely'
import type { Tx } from '#kit/server/data/database/transaction.ts'

interface Proposed {
  readonly n: number
  readonly identifier: string
  readonly taken: boolean
}

/** What follows a prefix at most, in figures. */
const longest = '9'.repeat(18)

/**
 * The next free identifiers `<prefix>-<n>` of an entity (GEN-25), in order, in the form of the organisation's first: whoever came with `IND-01` to `IND-12` goes
 * on with `IND-13`, and has no `IND-1` beside `IND-01`. Numbers taken by hand are skipped, in whatever form, and those that are `given` to rows of the same write.
 */
export async function nextIdentifiers(tx: Tx, entity: string, prefix: string, count: number, given: readonly string[] = []): Promise<string[]> {
  const free: string[] = []
  // Of many that are taken in a row, as after an import, few statements are to tell.
  for (let ahead = 0; free.length < count; ahead = ahead * 4 + 8) {
    const missing = count - free.length
    const rows = await propose(tx, { entity, prefix: `${prefix}-`, count: missing + ahead, given })
    const found = rows.filter(({ taken }) => !taken).slice(0, missing)
    free.push(...found.map(({ identifier }) => identifier))
    const [last, counted] = [found.at(-1)?.n, rows.at(-1)?.n]
    // What was counted ahead and is not needed is the next one's.
    if (ahead > 0 && free.length === count && last !== counted)
      await tx.run(sql`update identifier_counter set last = ${last} where customer_id = ${tx.customerId} and entity = ${entity}`)
  }
  return free
}

interface Question {
  readonly entity: string
  /** With its dash. */
  readonly prefix: string
  readonly count: number
  readonly given: readonly string[]
}

function propose(tx: Tx, { entity, prefix, count, given }: Question): Promise<Proposed[]> {
  const table = sql.table(entity)
  const ours = sql`customer_id = ${tx.customerId}`
  const figures = sql`substr(identifier, length(${prefix}) + 1)`
  const numbered = sql`starts_with(identifier, ${prefix}) and ${figures} ~ '^[0-9]+$'`
  const isN = sql`starts_with(identifier, ${prefix}) and ltrim(${figures}, '0') = n::text`
  const named = sql`unnest(${given}::text[]) as given(identifier)`
  return tx.run(sql<Proposed>`with counter as (
      insert into identifier_counter (customer_id, entity, last) values (${tx.customerId}, ${sql.lit(entity)}, ${count})
      on conflict (customer_id, entity) do update set last = identifier_counter.last + excluded.last returning last),
    first as (
      (select identifier from ${table} where ${ours} and identifier > ${prefix} and identifier < ${prefix + longest} and ${numbered} order by identifier limit 1)
      union all (select identifier from ${named} where ${numbered} order by identifier collate numeric_text limit 1)),
    form as (
      select length(${figures}) as width from first where ${figures} ~ '^0[0-9]' order by identifier collate numeric_text limit 1),
    next as (select n from counter cross join lateral generate_series(last - ${count} + 1, last) n)
    select n, ${prefix} || lpad(n::text, greatest(length(n::text), (select width from form)), '0') as identifier,
      exists (select 1 from ${table} where ${ours} and identifier > ${prefix} || (n - 1) and identifier < ${prefix} || (n + 1) and ${isN})
        or exists (select 1 from ${named} where ${isN}) as taken
    from next order by n`)
}
