import { sql } from 'kysely'
import type { z } from 'zod'
import { only } from '#kit/contract/figure.ts'
import type { Filter } from '#kit/contract/list-query.ts'
import type { Grant } from '#kit/server/access/authorize.ts'
import { asSql } from '#kit/server/access/row-rule.ts'
import { listPage } from '#kit/server/data/lists/list-engine.ts'
import { mayOpen, referenceObject, rowRef } from '#kit/server/data/sql/columns.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { unionAll } from '#kit/server/data/store/union-all.ts'
import { behindShown, type EvidenceBehind, type evidenceBehind } from '#areas/evidence/contract/calls.ts'
import { proofsByEntity } from './evidence-places.ts'
import { everyAnswer } from './requirement-measures.ts'

interface Asked {
  readonly measures?: readonly number[] | undefined
  readonly requirement?: number | undefined
  readonly perimeter?: number | undefined
}

interface Told extends Pick<EvidenceBehind, 'author' | 'date' | 'found' | 'sources'> {
  readonly id: number
}

/** What the list of evidence is asked for: the requirement, or, where it is looked at in one perimeter, the measures that answer it there and that the reader may open. */
async function filterOf(tx: Tx, resources: Resources, { measures = [], requirement, perimeter }: Asked): Promise<Filter> {
  if (requirement === undefined) return only('measures', ...measures)
  if (perimeter === undefined) return only('requirements', requirement)
  const customer = sql`${tx.customerId}::bigint`
  const [measure, m] = [resourceOf(resources, 'measure'), rowRef('m')]
  // The filter goes to the reader, so it names no measure that their list of measures does not.
  const rows = await tx.run(sql<{ measure_id: number }>`select distinct a.measure_id from ${everyAnswer(customer)} a
      join ${sql.table(measure.def.name)} m on m.customer_id = ${customer} and m.id = a.measure_id
    where a.requirement_id = ${requirement} and a.perimeter_id = ${perimeter} and ${asSql(mayOpen(measure, m, tx.who))} order by a.measure_id`)
  // No measure has the id 0: a filter without a value would ask for everything.
  return only('measures', ...(rows.length > 0 ? rows.map(({ measure_id: id }) => id) : [0]))
}

/** What proves some measures or a requirement, counted as the list of evidence counts it; who put each piece in and which rows show it in one statement after the list's. */
export async function evidenceBehindIt(tx: Tx, grant: Grant, resources: Resources, asked: Asked): Promise<z.infer<typeof evidenceBehind.answer>['object']> {
  const filter = await filterOf(tx, resources, asked)
  const query = { filters: [filter], sort: [], global_search: '', page: 1, per_page: behindShown.evidence }
  const { objects, total } = await listPage(tx, grant, resourceOf(resources, 'evidence'), resources, query)
  if (objects.length === 0) return { count: total, filter, objects: [] }
  const details = new Map(
    (
      await tellOf(
        tx,
        resources,
        filter,
        objects.map(({ id }) => id),
      )
    ).map(({ id, ...one }) => [id, one] as const),
  )
  return {
    count: total,
    filter,
    objects: objects.map((row) => {
      const { id, name, identifier, state, effective_date, valid_until } = row as { readonly [field: string]: unknown } as Pick<
        EvidenceBehind,
        'id' | 'name' | 'identifier' | 'state' | 'effective_date' | 'valid_until'
      > // as its list tells it
      return { id, name, identifier, state, effective_date, valid_until, author: null, date: null, sources: [], found: 0, ...details.get(id) }
    }),
  }
}

function tellOf(tx: Tx, resources: Resources, { name, selected_options: ids }: Filter, evidence: readonly number[]): Promise<Told[]> {
  const { who } = tx
  const customer = sql`${tx.customerId}::bigint`
  const wanted = sql`${[...ids] as number[]}::bigint[]`
  const measures = name === 'measures' ? wanted : sql`array(select a.measure_id from ${everyAnswer(customer)} a where a.requirement_id = any(${wanted}))`
  const [s, m] = [rowRef('s'), rowRef('m')]
  const measure = resourceOf(resources, 'measure')
  const sources = proofsByEntity(customer).map(({ entity, proofs }) => {
    const shows = resourceOf(resources, entity)
    return sql`select p.evidence_id, p.row_id, p.measure_id, ${sql.lit(entity)} as entity,
        case when ${asSql(mayOpen(shows, s, who))} then ${referenceObject(shows, s, who.lang)} end as named,
        case when ${asSql(mayOpen(measure, m, who))} then ${referenceObject(measure, m, who.lang)} end as about
      from ${proofs} p join ${sql.table(entity)} s on s.customer_id = ${customer} and s.id = p.row_id
        join ${sql.table(measure.def.name)} m on m.customer_id = ${customer} and m.id = p.measure_id
      where p.evidence_id = any(${[...evidence]}::bigint[]) and p.measure_id = any(${measures})`
  })
  const none = sql`select null::bigint as evidence_id, null::bigint as row_id, null::bigint as measure_id, null::text as entity, null::jsonb as named, null::jsonb as about where false`
  return tx.run(sql<Told>`with source as (
      select *, row_number() over (partition by evidence_id order by row_id desc, entity, measure_id) as n from (select distinct * from ${unionAll(sources, none)} one) one)
    select e.id, v.author, v.date,
      (select count(*)::int from source where source.evidence_id = e.id) as found,
      (select coalesce(jsonb_agg(jsonb_build_object('entity', entity, 'row', named, 'measure', about) order by n), '[]')
        from source where source.evidence_id = e.id and n <= ${behindShown.sources}) as sources
    from evidence e left join lateral (
      select (select jsonb_build_object('id', w.id, 'name', w.name) from member w where w.customer_id = r.customer_id and w.id = r.author_id) as author, to_char(r.date, 'YYYY-MM-DD') as date
      from evidence__revisions r where r.customer_id = e.customer_id and r.owner_id = e.id order by r.number desc limit 1) v on true
    where e.customer_id = ${customer} and e.id = any(${[...evidence]}::bigint[])`)
}
