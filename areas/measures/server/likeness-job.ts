import { sql } from 'kysely'
import { rowRef } from '#kit/server/data/sql/columns.ts'
import type { LongJob } from '#kit/server/http/area.ts'
import { alike, likeness } from './checks.ts'

/**
 * Looks for measures of one perimeter that are called alike, among those that were written since it last did: a perimeter in each transaction, so that the first
 * night of a large organisation holds nothing up. Two that are both new are compared once. Pairs that are none any more are told by nobody, and gone with either
 * measure.
 */
export const likenessJob: LongJob = {
  name: 'measure_likeness',
  schedule: '20 5 * * *',
  runLong: async ({ apart }) => {
    const { since, now, perimeters } = await apart(async (tx) => {
      const [run] = await tx.run(sql<{ looked_at: Date }>`select looked_at from measure_likeness_run where customer_id = ${tx.customerId}`)
      const since = run?.looked_at ?? new Date(0)
      const rows = await tx.run(
        sql<{ perimeter_id: number }>`select distinct perimeter_id from measure where customer_id = ${tx.customerId} and updated_at >= ${since} order by 1`,
      )
      return { since, now: tx.now, perimeters: rows.map(({ perimeter_id }) => perimeter_id) }
    })
    for (const perimeter of perimeters)
      await apart(async (tx) => {
        await tx.run(sql`with pair as (select m.id, o.id as other from measure m join measure o on o.customer_id = m.customer_id and o.perimeter_id = m.perimeter_id and o.id <> m.id
            and (o.id > m.id or o.updated_at < ${since})
            where m.customer_id = ${tx.customerId} and m.perimeter_id = ${perimeter} and m.updated_at >= ${since} and ${likeness(rowRef('m'), rowRef('o'))} >= ${alike})
          insert into measure_likeness (customer_id, measure_id, other_id)
          select ${tx.customerId}::bigint, id, other from pair union select ${tx.customerId}::bigint, other, id from pair on conflict do nothing`)
      })
    await apart(async (tx) => {
      await tx.run(sql`insert into measure_likeness_run (customer_id, looked_at) values (${tx.customerId}, ${now})
        on conflict (customer_id) do update set looked_at = excluded.looked_at`)
    })
  },
}
