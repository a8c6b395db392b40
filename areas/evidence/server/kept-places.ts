import { sql, type RawBuilder } from 'kysely'
import { unionAll } from '#kit/server/data/store/union-all.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { showsEvidence } from './evidence-places.ts'

/** A row that shows evidence. */
interface Showing {
  readonly entity: string
  readonly object_id: number
}

const key = sql`entity, object_id, field, evidence_id`
const places = sql`perimeter_id, tag_id`
const nothing = sql`select null::text as entity, null::bigint as object_id, null::text as field, null::bigint as evidence_id, null::bigint as perimeter_id, null::bigint as tag_id where false`

/** What is shown where, as links and rows say it, to stand behind `from`. */
const meantPlaces = (customer: number): RawBuilder<unknown> =>
  unionAll(
    showsEvidence.all().flatMap(({ links, rows }) =>
      rows
        ? links.map(({ table, evidence }) => {
            const shows = rows.table
            const tag = rows.grouped ? sql`r.tag_id` : sql`null::bigint`
            return sql`select ${sql.lit(shows)} as entity, r.id as object_id, ${sql.lit(table.slice(`${shows}__`.length))} as field, ${sql.ref(`l.${evidence}`)} as evidence_id, r.perimeter_id, ${tag} as tag_id
              from ${sql.table(table)} l join ${sql.table(shows)} r on r.customer_id = l.customer_id and r.id = l.owner_id where l.customer_id = ${customer}`
          })
        : [],
    ),
    nothing,
  )

const keptPlaces = (customer: number): RawBuilder<unknown> => sql`(select ${key}, ${places} from evidence_place where customer_id = ${customer})`

/** The rows of which something is kept that is not so, or is not kept. */
const differing = (customer: number): RawBuilder<Showing> =>
  sql<Showing>`select distinct entity, object_id from (
      (select * from ${meantPlaces(customer)} m except select * from ${keptPlaces(customer)} k)
      union all (select * from ${keptPlaces(customer)} k except select * from ${meantPlaces(customer)} m)) d order by 1, 2`

/**
 * Puts right what is kept of where evidence is shown. The statements that write links and rows keep it (migrations: `keep_evidence_places`), so that there is nothing to do unless something wrote past
 * them; answers of how many rows it was wrong. Those are locked before they are read again: whoever moves one meanwhile keeps its places after that.
 */
export async function comparePlaces(tx: Tx): Promise<number> {
  const { customerId: customer } = tx
  const wrong = await tx.run(differing(customer), { planned: true })
  for (const entity of new Set(wrong.map((row) => row.entity))) {
    const ids = wrong.filter((row) => row.entity === entity).map(({ object_id: id }) => id)
    const shows = showsEvidence.all().find(({ rows }) => rows?.table === entity)?.rows
    if (shows)
      await tx.run(sql`select id from ${sql.table(entity)} where customer_id = ${customer} and id = any(${ids}::bigint[]) order by id for no key update`)
    const these = sql`entity = ${entity} and object_id = any(${ids}::bigint[])`
    await tx.run(sql`delete from evidence_place where customer_id = ${customer} and ${these}`)
    await tx.run(
      sql`insert into evidence_place (customer_id, ${key}, ${places}) select ${customer}, ${key}, ${places} from ${meantPlaces(customer)} m where ${these} on conflict do nothing`,
    )
  }
  return wrong.length
}
