import { sql } from 'kysely'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { worthLevels } from '#areas/campaigns/contract/result-score.ts'

/** A part and a level, of which there are few whatever is asked; a level is its value, `na` or `other`. */
interface Kind {
  readonly part: string
  readonly level: string
  /** While counts are added up, without waiting for anything in between; 0 otherwise. */
  sum: number
}
/** Of one evaluation: how many answers are of which kind. Kinds are shared, so that those of five hundred evaluations are added up without looking for a name. */
interface Counts {
  readonly kinds: readonly Kind[]
  readonly counts: readonly number[]
}

/** So many evaluations are kept: two campaigns of five hundred with some room, a few megabytes. */
const cacheSize = 1200
/** By organisation, evaluation and revision; the longest unused one goes first. An answer raises the revision, so what is kept is never wrong, on any server. */
const known = new Map<string, Counts>()

const mostKinds = 20_000
const shared = new Map<string, Kind>()

function kindOf(part: string, level: string): Kind {
  const key = `${part} ${level}`
  const kind = shared.get(key) ?? { part, level, sum: 0 }
  if (shared.size >= mostKinds) shared.clear()
  shared.set(key, kind)
  return kind
}

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
 * How the answers of these evaluations spread over levels, by part: one statement for those that were answered since they were last looked at, none where none was.
 * `partOf` names the part of each requirement or question.
 */
export async function spreadOf(
  tx: Tx,
  wanted: readonly Wanted[],
  partOf: ReadonlyMap<number, string>,
  scaled: boolean,
): Promise<ReadonlyMap<string, Readonly<Record<string, number>>>> {
  const keyOf = ({ evaluation, revision }: Wanted) => `${tx.customerId}:${evaluation}:${revision}:${scaled}`
  const found: Counts[] = []
  const missing: Wanted[] = []
  for (const one of wanted) {
    const key = keyOf(one)
    const counts = known.get(key)
    if (!counts) missing.push(one)
    else {
      found.push(counts)
      known.delete(key)
      known.set(key, counts)
    }
  }
  if (missing.length > 0) {
    const fresh = await read(tx, missing, partOf, scaled)
    for (const one of missing) {
      const counts = fresh.get(one.evaluation) ?? { kinds: [], counts: [] }
      found.push(counts)
      known.set(keyOf(one), counts)
    }
  }
  for (const key of known.keys()) {
    if (known.size <= cacheSize) break
    known.delete(key)
  }
  return sumOf(found)
}

function sumOf(all: readonly Counts[]): Map<string, Record<string, number>> {
  const met: Kind[] = []
  for (const { kinds, counts } of all)
    for (const [at, kind] of kinds.entries()) {
      if (kind.sum === 0) met.push(kind)
      kind.sum += counts[at] ?? 0
    }
  const spread = new Map<string, Record<string, number>>()
  for (const kind of met) {
    const levels = spread.get(kind.part) ?? {}
    levels[kind.level] = (levels[kind.level] ?? 0) + kind.sum
    spread.set(kind.part, levels)
    kind.sum = 0
  }
  return spread
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
  const found = new Map<number, { kinds: Kind[]; counts: number[] }>()
  for (const { evaluation, part, level, count } of rows) {
    const own = found.get(evaluation) ?? { kinds: [], counts: [] }
    own.kinds.push(kindOf(names[part] ?? '', level))
    own.counts.push(count)
    found.set(evaluation, own)
  }
  return found
}
