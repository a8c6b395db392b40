import { sql, type RawBuilder } from 'kysely'
import { plainWords } from '#kit/contract/wordings.ts'
import { asSql } from '#kit/server/access/row-rule.ts'
import type { Who } from '#kit/server/access/who.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { Resource } from '#kit/server/data/resources/resource.ts'
import { fieldOf, rowRef, title } from './columns.ts'
import { namedByItself } from './search-document.ts'
import { mostWords, textCondition, wordsOf } from './search-sql.ts'

/** One way to say what is looked for: what a text must hold, and what the words of a name must begin with. */
export interface Way {
  readonly said: string
  readonly words: readonly string[]
  readonly begins: readonly string[]
}

/** Ways to say a search, what was typed first; none where nothing was. */
export const waysOf = (searches: readonly string[]): Way[] =>
  searches
    .map((said) => ({ said, words: wordsOf(said), begins: plainWords(said).split(' ').filter(Boolean).slice(0, mostWords) }))
    .filter(({ words }) => words.length > 0)

interface Asked {
  /** Entities whose rows the searcher may read. */
  readonly searched: readonly Resource[]
  readonly ways: readonly Way[]
  /** Of each entity. */
  readonly limit: number
  /** The field of an object that says where it belongs. */
  readonly place?: string | undefined
}

interface Candidate {
  readonly entity: string
  readonly id: number
  readonly rank: number
  readonly nth: number
  readonly more: boolean
}

/** A row that the searcher may read; its rank and place among its kind are given where they could not be kept. */
interface Opened {
  readonly entity: string
  readonly id: number
  readonly identifier: string | null
  readonly name: string
  readonly place_id: number | null
  readonly rank: number | null
  readonly nth: number | null
}

export type Best = Omit<Opened, 'rank' | 'nth'> & Pick<Candidate, 'rank' | 'nth'>

/** So many times what is wanted is looked at first, and then, of entities of which the searcher reads too few of them; then all. */
const wider = [8, 64, null] as const

/**
 * The best rows of every entity, in order. The index ranks without knowing whoever asks: their rule is asked of the best alone, by two statements, and again of more where
 * they read too few of them.
 */
export async function bestOf(tx: Tx, { searched, ways, limit, place }: Asked): Promise<Best[]> {
  const best: Best[] = []
  let asked = searched
  for (const times of wider) {
    const candidates = Map.groupBy(await candidatesOf(tx, asked, ways, times === null ? null : limit * times), ({ entity }) => entity)
    const hit = asked.filter(({ def }) => candidates.has(def.name))
    const opened = Map.groupBy(await openedOf(tx, hit, { candidates, ways, limit, place }), ({ entity }) => entity)
    const short = hit.filter((resource) => {
      const mine = inOrder(candidates.get(resource.def.name) ?? [], opened.get(resource.def.name) ?? [], limit)
      const enough = mine.length === limit || !namedByItself(resource) || !candidates.get(resource.def.name)?.[0]?.more
      if (enough) best.push(...mine)
      return !enough
    })
    if (short.length === 0) break
    asked = short
  }
  return best.toSorted((a, b) => a.rank - b.rank || (a.entity < b.entity ? -1 : a.entity > b.entity ? 1 : a.nth - b.nth))
}

const candidatesOf = (tx: Tx, asked: readonly Resource[], ways: readonly Way[], most: number | null): Promise<Candidate[]> =>
  tx.run(
    sql<Candidate>`select entity, id, rank, nth, more from search_best(${asked.map(({ def }) => def.name)}::text[], ${tx.who.lang}, ${JSON.stringify(ways)}::jsonb, ${most}::integer)`,
  )

/** Rows as they were ranked, at most `limit` of them. */
function inOrder(candidates: readonly Candidate[], opened: readonly Opened[], limit: number): Best[] {
  const known = new Map(candidates.map((candidate) => [candidate.id, candidate]))
  return opened
    .flatMap((row): Best[] => {
      const { rank, nth } = row.rank === null || row.nth === null ? (known.get(row.id) ?? {}) : { rank: row.rank, nth: row.nth }
      return rank === undefined || nth === undefined ? [] : [{ ...row, rank, nth }]
    })
    .toSorted((a, b) => a.nth - b.nth)
    .slice(0, limit)
}

interface Among {
  readonly candidates: ReadonlyMap<string, readonly Candidate[]>
  readonly ways: readonly Way[]
  readonly limit: number
  readonly place: string | undefined
}

/** Those of the best that the searcher reads, with what names them. */
async function openedOf(tx: Tx, hit: readonly Resource[], { candidates, ways, limit, place }: Among): Promise<Opened[]> {
  if (hit.length === 0) return []
  const branches = hit.map((resource) => {
    const where = placeField(resource, place)
    const ids = (candidates.get(resource.def.name) ?? []).map(({ id }) => id)
    return namedByItself(resource) ? namedOf(resource, tx.who, where, ids) : rankedOf(resource, tx.who, where, ways, limit)
  })
  return tx.run(sql<Opened>`${sql.join(branches, sql` union all `)}`, { planned: true })
}

/** The column that says where a row belongs; nothing for entities that belong nowhere. */
function placeField({ def }: Resource, name: string | undefined): RawBuilder<unknown> {
  const field = name === undefined ? undefined : fieldOf(def, name)
  return field?.kind === 'ref' && !field.options.derived ? sql.ref(`t.${name}_id`) : sql`null::bigint`
}

const t = rowRef('t')
const identifierOf = ({ def }: Resource) => (fieldOf(def, 'identifier') ? sql`t.identifier::text` : sql`null::text`)
const readableOf = ({ def, rules }: Resource, who: Who) =>
  sql`${sql.table(def.name)} as t where t.customer_id = ${who.customerId} and ${asSql(rules.read(t, who))}`

const namedOf = (resource: Resource, who: Who, place: RawBuilder<unknown>, ids: readonly number[]): RawBuilder<unknown> =>
  sql`select ${sql.lit(resource.def.name)}::text as entity, t.id, ${identifierOf(resource)} as identifier, coalesce(${title(resource, t, who.lang)}, '')::text as name, ${place} as place_id, null::integer as rank, null::bigint as nth
    from ${readableOf(resource, who)} and t.id = any(${ids}::bigint[])`

/** Of an entity whose rows are named by others: all that are found are named, and then ranked. */
function rankedOf(resource: Resource, who: Who, place: RawBuilder<unknown>, ways: readonly Way[], limit: number): RawBuilder<unknown> {
  const localized = fieldOf(resource.def, resource.def.title)?.kind === 'localized'
  const [en, fr] = (['en', 'fr'] as const).map((lang) => title(resource, t, localized ? lang : who.lang))
  const found = textCondition(
    resource,
    ways.map(({ said }) => said),
    t,
  )
  const all = (column: string) => sql`(select array_agg(${sql.ref(`m.${column}`)} order by m.id) from m)`
  return sql`(with m as materialized (select t.id, ${identifierOf(resource)} as identifier, coalesce(${title(resource, t, who.lang)}, '')::text as name, ${en}::text as en, ${fr}::text as fr, ${place} as place_id
      from ${readableOf(resource, who)} and ${asSql(found)})
    select ${sql.lit(resource.def.name)}::text as entity, m.id, m.identifier, m.name, m.place_id, r.rank, row_number() over (order by r.rank, case when r.rank = 1 then length(m.identifier) end, m.name collate "und-x-icu", m.id) as nth
    from m join search_ranks(${sql.join(['id', 'identifier', 'en', 'fr'].map(all))}, ${JSON.stringify(ways)}::jsonb) r on r.id = m.id order by nth limit ${limit})`
}
