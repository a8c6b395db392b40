import { sql, type RawBuilder } from 'kysely'
import { anyOf, asSql, either, isNone, type RowRef, type RowRule } from '#kit/server/access/row-rule.ts'
import { atOnceOrEach } from '#kit/server/access/ways.ts'
import { rowRef } from '#kit/server/data/sql/columns.ts'
import { extensionPoint } from '#kit/server/data/resources/extension-point.ts'
import { unionAll } from '#kit/server/data/store/union-all.ts'

/** What shows evidence: each area above says where its rows do. */
export interface Shows {
  /** Tables of links to evidence, each with the column that names it. */
  readonly links: readonly { readonly table: string; readonly evidence: 'target_id' | 'evidence_id' }[]
  /** Rows whose readers read the evidence that they show, `owner_id` of the links; absent: who reads them is not let in by it. */
  readonly rows?: {
    readonly table: string
    /** They may stand in a grouping, `tag_id`, in place of a perimeter: pilots and auditors of the place read what they show, which is kept (`kept-places.ts`). */
    readonly grouped?: true
    /** Which of these people read it wherever the row stands. */
    readonly besides?: RowRule
    /** For whoever works on such rows, or keeps the register that they stand in. */
    readonly workedOn: RowRule
    /** A query for the `row_id` and `measure_id` of such rows that are about measures. */
    readonly proves: (customer: RawBuilder<unknown>) => RawBuilder<unknown>
  }
}

export const showsEvidence = extensionPoint<Shows>()

type Rows = NonNullable<Shows['rows']>
const links = () => showsEvidence.all().flatMap((shows) => shows.links)

/** Whether an evidence is shown anywhere: looked up for one row after the other, or read once for many, as PostgreSQL finds. */
export const isShown = (row: RowRef): RawBuilder<boolean> => asSql(either(...linksTo(row)))
/** The contrary, for whoever asks of all evidence: what is shown is looked up once, wherever it is. */
export const isShownNowhere = (row: RowRef): RawBuilder<boolean> =>
  sql<boolean>`(${row('id')} in ${unionAll(
    links().map(({ table, evidence }) => sql`select l.${sql.ref(evidence)} from ${sql.table(table)} l where l.customer_id = current_customer()`),
    sql`select null::bigint where false`,
  )}) is not true`

const linksTo = (row: RowRef): RawBuilder<boolean>[] =>
  links().map(
    ({ table, evidence }) =>
      sql<boolean>`exists (select 1 from ${sql.table(table)} l where l.customer_id = ${row('customer_id')} and ${sql.ref(`l.${evidence}`)} = ${row('id')})`,
  )

const shownRow = rowRef('in_shown')
const linksOf = ({ links: tables }: Shows) =>
  unionAll(
    tables.map(({ table, evidence }) => sql`select customer_id, owner_id, ${sql.ref(evidence)} as evidence_id from ${sql.table(`public.${table}`)}`),
    sql`select null::bigint as customer_id, null::bigint as owner_id, null::bigint as evidence_id where false`,
  )

/** What is shown by rows that fall under a rule of theirs. */
export const shownByRows =
  (ruleOf: (rows: Rows) => RowRule | undefined): RowRule =>
  (row, who) =>
    either(
      ...showsEvidence.all().flatMap((shows) => {
        const rule = shows.rows && ruleOf(shows.rows)
        return shows.rows && rule
          ? sql<boolean>`exists (select 1 from ${linksOf(shows)} in_link
              join ${sql.table(`public.${shows.rows.table}`)} in_shown on in_shown.customer_id = in_link.customer_id and in_shown.id = in_link.owner_id
              where in_link.customer_id = ${row('customer_id')} and in_link.evidence_id = ${row('id')} and ${asSql(rule(shownRow, who))})`
          : []
      }),
    )

/** What is shown by rows in a place that a local role reaches, as it is kept: at once by what is planned for its reader, as lists are, and row by row by a text that is kept for a whole kind of people. */
const shownInPlace: RowRule = (row, who) => {
  const kept = (place: 'perimeter_id' | 'tag_id', reached: unknown): RawBuilder<boolean> => {
    const there = sql`select 1 from public.evidence_place in_place where in_place.customer_id = current_customer() and in_place.evidence_id = ${row('id')} and ${sql.ref(`in_place.${place}`)} = any(${reached}::bigint[])`
    // What has an offset is asked for each row: otherwise it would all be looked up for a few rows by a plan that is kept.
    const each = sql<boolean>`exists (${there} offset 0)`
    return Array.isArray(who.perimeterIds) ? atOnceOrEach(sql<boolean>`exists (${there})`, each) : each
  }
  return either(isNone(who.perimeterIds) ? false : kept('perimeter_id', who.perimeterIds), isNone(who.tagIds) ? false : kept('tag_id', who.tagIds))
}

/** What rows show that pilots and auditors of their place read. */
export const shownInReach: RowRule = anyOf(
  shownInPlace,
  shownByRows(({ besides }) => besides),
)

/** What evidence proves of measures by rows that are about these: `evidence_id`, `measure_id` and, of the row that shows it, `row_id`; to stand behind `from`. */
const provenBy = ({ links: tables, rows }: Shows, customer: RawBuilder<unknown>): readonly RawBuilder<unknown>[] =>
  tables.flatMap(({ table, evidence }) =>
    rows
      ? sql`select l.${sql.ref(evidence)} as evidence_id, about.measure_id, about.row_id from ${rows.proves(customer)} about
          join ${sql.table(table)} l on l.customer_id = ${customer} and l.owner_id = about.row_id`
      : [],
  )
const noProof = sql`select null::bigint as evidence_id, null::bigint as measure_id, null::bigint as row_id where false`

/** The same of all rows that show evidence. */
export const everyProof = (customer: RawBuilder<unknown>): RawBuilder<unknown> =>
  unionAll(
    showsEvidence.all().flatMap((shows) => provenBy(shows, customer)),
    noProof,
  )

/** The same, entity by entity, for whoever asks what the rows are called. */
export const proofsByEntity = (customer: RawBuilder<unknown>): readonly { readonly entity: string; readonly proofs: RawBuilder<unknown> }[] =>
  showsEvidence.all().flatMap((shows) => (shows.rows ? { entity: shows.rows.table, proofs: unionAll(provenBy(shows, customer), noProof) } : []))

/** When each evidence was last shown, as `id` and `at`: the moment at which what shows it changed. */
export const lastShown = (customerId: number): RawBuilder<unknown> =>
  sql`select id, max(at) as at from ${unionAll(
    showsEvidence.all().flatMap((shows) =>
      shows.rows
        ? sql`select l.evidence_id as id, r.updated_at as at from ${linksOf(shows)} l join ${sql.table(shows.rows.table)} r on r.customer_id = l.customer_id and r.id = l.owner_id
            where l.customer_id = ${customerId}`
        : [],
    ),
    sql`select null::bigint as id, null::timestamptz as at where false`,
  )} shown group by 1`
