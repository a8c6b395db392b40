import { sql } from 'kysely'
import type { Tx } from '#kit/server/data/transaction.ts'
import { worthLevels } from '#areas/campaigns/contract/result-score.ts'

/** Of one evaluation: how many answers have which level, by the part that they stand in. Keys are the values of levels, `na` and `other`. */
export type Counts = Readonly<Record<string, Readonly<Record<string, number>>>>

/** So many evaluations are kept: two campaigns of five hundred with some room, a few megabytes. */
const kept = 1200
/** By organisation, evaluation and revision; the longest unused one goes first. An answer raises the revision, so what is kept is never wrong, on any server. */
const known = new Map<string, Counts>()

/** Which level an answer tells, in SQL over `a`: that of the scale, else what it is worth. */
export const levelSql = (scaled: boolean) =>
  scaled
    ? sql<string>`case when a.na then 'na' when a.level is null then 'other' else a.level::text end`
    : sql<string>`case when a.na then 'na' when a.worth is null then 'other'
        else (array[${sql.raw(worthLevels.join(', '))}])[least(5, 1 + floor((a.worth + 12.5) / 25)::int)]::text end`

interface Wanted {
  readonly evaluation: number
  readonly revision: number
}

/**
 * How the answers of these evaluations spread over levels: one statement for those that were answered since they were last looked at, none where none was.
 * `partOf` names the part of each requirement or question.
 */
export async function spreadOf(tx: Tx, wanted: readonly Wanted[], partOf: ReadonlyMap<number, string>, scaled: boolean): Promise<ReadonlyMap<number, Counts>> {
  const keyOf = ({ evaluation, revision }: Wanted) => `${tx.customerId}:${evaluation}:${revision}:${scaled}`
  const found = new Map<number, Counts>()
  const missing: Wanted[] = []
  for (const one of wanted) {
    const key = keyOf(one)
    const counts = known.get(key)
    if (!counts) missing.push(one)
    else {
      found.set(one.evaluation, counts)
      known.delete(key)
      known.set(key, counts)
    }
  }
  if (missing.length > 0) for (const [evaluation, counts] of await read(tx, missing, partOf, scaled)) found.set(evaluation, counts)
  for (const one of missing) known.set(keyOf(one), found.get(one.evaluation) ?? {})
  for (const key of known.keys()) {
    if (known.size <= kept) break
    known.delete(key)
  }
  return found
}

async function read(tx: Tx, missing: readonly Wanted[], partOf: ReadonlyMap<number, string>, scaled: boolean): Promise<Map<number, Counts>> {
  const items = [...partOf.keys()]
  // Parts are numbered: short numbers are compared for each of many answers, not texts.
  const names = [...new Set(partOf.values())]
  const places = new Map(names.map((name, n) => [name, n]))
  const rows = await tx.run(sql<{ evaluation: number; part: number; level: string; count: number }>`with part as materialized (
      select * from unnest(${items}::bigint[], ${items.map((item) => places.get(partOf.get(item) ?? '') ?? 0)}::int[]) as u (item, part))
    select a.evaluation_id as evaluation, u.part, ${levelSql(scaled)} as level, count(*)::int as count
    from evaluation_answer a join part u on u.item = a.item
    where a.customer_id = ${tx.customerId} and a.evaluation_id = any(${missing.map(({ evaluation }) => evaluation)}::bigint[]) and not a.hidden and not a.suggested
    group by 1, 2, 3`)
  const found = new Map<number, Record<string, Record<string, number>>>()
  for (const { evaluation, part, level, count } of rows) {
    const parts = found.get(evaluation) ?? {}
    found.set(evaluation, parts)
    const name = names[part] ?? ''
    const levels = (parts[name] ??= {})
    levels[level] = (levels[level] ?? 0) + count
  }
  return found
}
