import { sql } from 'kysely'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { frameworksOf, themesOf } from '#areas/policies/server/index.ts'
import { chaptersAt, publishedScores, type Place } from '#areas/scores/server/index.ts'
import type { Profile } from '#areas/benchmark/contract/levels.ts'
import { scoresUntil } from '#areas/benchmark/contract/quarter.ts'

/** Of one policy; whatever divides it further is not compared. */
const mostThemes = 40

interface Brought {
  readonly framework: string
  readonly theme: string
  readonly score: number
}

/**
 * Writes down what an organisation brings to the release of a quarter: the scores of its whole, as they were published before, of the frameworks that others may have too. Once: what stands there
 * stays.
 */
export async function contribute(tx: Tx, quarter: string, { branch, sector, country }: Profile): Promise<void> {
  if (await tx.first(sql`select 1 from benchmark_entry where customer_id = ${tx.customerId} and quarter = ${quarter} limit 1`)) return
  const brought = await scoresOf(tx, quarter)
  if (brought.length === 0) return
  await tx.run(sql`insert into benchmark_entry (customer_id, quarter, framework, theme, sector_high, sector_low, country, score)
    select ${tx.customerId}::bigint, ${quarter}, b.framework, b.theme, ${sector}, ${branch}, ${country}, b.score
    from jsonb_to_recordset(${JSON.stringify(brought)}::jsonb) as b (framework text, theme text, score numeric) on conflict do nothing`)
}

async function scoresOf(tx: Tx, quarter: string): Promise<Brought[]> {
  const result = await publishedScores(tx, scoresUntil(quarter))
  const root = result?.index.root?.fact.id
  if (!result || root === undefined) return []
  const place: Place = { kind: 'CONSOLIDATED', perimeter_id: root }
  const frameworks = await tx.run(
    sql<{ id: number; framework: string }>`select f.id, f.framework from ${frameworksOf(tx.customerId)} f
      where f.framework is not null and f.id = any(${[...result.consolidatedPolicies.keys()]}::bigint[]) order by f.id`,
  )
  const chapters = new Map(frameworks.map(({ id }) => [id, chaptersAt(result, place, id).slice(0, mostThemes)]))
  const themes = await themesById(
    tx,
    [...chapters.values()].flatMap((list) => list.map(({ group }) => group)),
  )
  return frameworks.flatMap(({ id, framework }) => {
    const whole = result.consolidatedPolicies.get(id)?.get(root)?.eased?.performance
    if (whole === undefined) return []
    const parts = (chapters.get(id) ?? []).flatMap(({ group, score }): Brought[] => {
      const theme = themes.get(group)
      return theme === undefined || score === null ? [] : [{ framework, theme, score }]
    })
    // Two groups of one name cannot be told apart: neither is compared.
    const once = parts.filter(({ theme }) => parts.filter((part) => part.theme === theme).length === 1)
    return [{ framework, theme: '', score: whole }, ...once].map((part) => ({ ...part, score: Math.min(100, Math.max(0, part.score)) }))
  })
}

/** By what groups of an organisation are known elsewhere. */
export async function themesById(tx: Tx, groups: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (groups.length === 0) return new Map()
  const rows = await tx.run(
    sql<{ id: number; theme: string | null }>`select t.id, t.theme from ${themesOf(tx.customerId)} t where t.id = any(${groups}::bigint[])`,
  )
  return new Map(rows.flatMap(({ id, theme }) => (theme === null ? [] : [[id, theme] as const])))
}
