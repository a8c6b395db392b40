import { sql } from 'kysely'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { Profile } from '#areas/benchmark/contract/levels.ts'
import { scoresUntil } from '#areas/benchmark/contract/quarter.ts'
import { releaseOf, type Cell, type Entry } from './release.ts'

interface Stored {
  readonly member: number
  readonly framework: string
  readonly theme: string
  readonly branch: Profile['branch']
  readonly sector: Profile['sector']
  readonly country: string
  readonly score: number
  readonly counted: readonly string[]
}

/** A framework, or a theme of one, as a key. */
const subjectOf = ({ framework, theme }: Pick<Stored, 'framework' | 'theme'>) => JSON.stringify([framework, theme])

/** Whether a quarter has been released. */
export async function isReleased(tx: Tx, quarter: string): Promise<boolean> {
  return (await tx.first(sql`select 1 from benchmark_release where quarter = ${quarter}`)) !== undefined
}

/**
 * Publishes the release of a quarter from what these organisations brought, once, in a transaction of the provider: statements read what each wrote down, and only here, in the server, do they come
 * together. False when it was published already, or is being so by another server.
 */
export async function makeRelease(tx: Tx, quarter: string, members: readonly number[]): Promise<boolean> {
  const made = await tx.first(
    sql`insert into benchmark_release (quarter, as_of, published_at) values (${quarter}, ${scoresUntil(quarter)}::date, ${tx.now}) on conflict do nothing returning 1`,
  )
  if (!made) return false
  const last = await tx.first(sql<{ quarter: string | null }>`select max(quarter) as quarter from benchmark_release where quarter < ${quarter}`)
  const entries = Map.groupBy(await storedOf(tx, quarter, members), subjectOf)
  const before = Map.groupBy(last?.quarter ? await storedOf(tx, last.quarter, null) : [], subjectOf)
  const cells: { readonly framework: string; readonly theme: string; readonly cell: Cell }[] = []
  for (const [subject, stored] of entries) {
    const [framework = '', theme = ''] = JSON.parse(subject) as string[]
    const counted = new Map<string, Set<number>>()
    for (const { member, counted: groups } of before.get(subject) ?? [])
      for (const group of groups) counted.set(group, (counted.get(group) ?? new Set()).add(member))
    for (const cell of releaseOf(stored.map(entryOf), counted, quarter)) cells.push({ framework, theme, cell })
  }
  await writeCells(tx, quarter, cells)
  return true
}

const entryOf = ({ member, branch, sector, country, score }: Stored): Entry => ({ member, branch, sector, country, score })

async function storedOf(tx: Tx, quarter: string, members: readonly number[] | null): Promise<Stored[]> {
  return tx.run(sql<Stored>`select customer_id as member, framework, theme, sector_low as branch, sector_high as sector, country, score, counted
    from benchmark_entry where quarter = ${quarter} and (${members === null} or customer_id = any(${members ?? []}::bigint[])) order by customer_id, framework, theme`)
}

async function writeCells(
  tx: Tx,
  quarter: string,
  cells: readonly { readonly framework: string; readonly theme: string; readonly cell: Cell }[],
): Promise<void> {
  const rows = cells.map(({ framework, theme, cell: { peers, band, lower, median, upper } }) => ({ framework, theme, peers, band, lower, median, upper }))
  await tx.run(sql`insert into benchmark_cell (quarter, framework, theme, peers, band, lower, median, upper)
    select ${quarter}, c.* from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as c (framework text, theme text, peers text, band text, lower int, median int, upper int)`)
  const counted = cells.flatMap(({ framework, theme, cell }) => [...cell.members].map((member) => ({ member, framework, theme, peers: cell.peers })))
  await tx.run(sql`update benchmark_entry e set counted = c.groups
    from (select w.member, w.framework, w.theme, array_agg(w.peers order by w.peers) as groups
        from jsonb_to_recordset(${JSON.stringify(counted)}::jsonb) as w (member bigint, framework text, theme text, peers text) group by 1, 2, 3) as c
    where e.customer_id = c.member and e.quarter = ${quarter} and e.framework = c.framework and e.theme = c.theme`)
}
