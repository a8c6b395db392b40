import { sql, type RawBuilder } from 'kysely'
import type { ListQuery } from '#kit/contract/list-query.ts'
import type { Grant } from '#kit/server/access/authorize.ts'
import { localizedText, rowRef } from '#kit/server/data/sql/columns.ts'
import { checkQuery, listConditions } from '#kit/server/data/sql/list-query-sql.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { ModelOfMeasures } from '#areas/measures/contract/by-model.ts'
import { measureSituations } from '#areas/measures/contract/measure.ts'
import { requirementsByModel } from '#areas/policies/server/index.ts'
import { measureDerived } from './derived.ts'

interface Answer {
  readonly objects: ModelOfMeasures[]
  readonly total: number
  readonly measures: number
}

/** The measures that a list's query finds and the reader may open, a model per row; one statement, and the counts are those of the rows that the list shows of a model. */
export async function listByModel(tx: Tx, grant: Grant, resources: Resources, query: ListQuery): Promise<Answer> {
  const resource = resourceOf(resources, 'measure')
  checkQuery(resource, query)
  const { lang } = tx.who
  const [t, s] = [rowRef('t'), rowRef('s')]
  const where = listConditions(resource, query, resource.rules.read(t, grant.who), t, grant.who, resources)
  const situation = measureDerived.situation?.(t, lang, grant.who) ?? sql`null`
  const counts = sql.join(measureSituations.map((name) => sql`${sql.lit(name)}::text, count(*) filter (where situation = ${sql.lit(name)})`))
  // Only of the models that are shown, unless it is what they are sorted by.
  const sorted = query.sort.some(({ name }) => name === 'requirements')
  const asked = sql`(select m.solution_id, unnest(m.places) as perimeter_id from ${sql.ref(sorted ? 'models' : 'page')} m)`
  const requirements = sql`, coalesce(q.count, 0) as requirements`
  const answers = (of: string) => sql` left join ${requirementsByModel(sql`${tx.customerId}`, asked)} q on q.solution_id = ${sql.ref(`${of}.solution_id`)}`
  // Situations are worked out once: within counts they would be for each of them.
  const answer =
    await tx.first(sql<Answer>`with found as materialized (select t.perimeter_id, t.solution_id, ${situation} as situation from measure t where ${where}),
    models as materialized (select solution_id, count(*)::int as measures, jsonb_build_object(${counts}) as situations,
        count(*) filter (where situation in ('IMPLEMENTED', 'SERVED'))::float8 / count(*) as in_place,
        array_agg(perimeter_id) filter (where situation in ('TO_HANDLE', 'PLANNED')) as undone, array_agg(perimeter_id) as places
      from found group by solution_id),
    ranked as (select m.*, s.identifier, ${localizedText(s, 'name', lang)} as name${sorted ? requirements : sql``}
      from models m join solution s on s.customer_id = ${tx.customerId} and s.id = m.solution_id${sorted ? answers('m') : sql``}),
    page as materialized (select r.*, row_number() over (order by ${orderOf(query)}) as rank from ranked r order by rank limit ${query.per_page} offset ${(query.page - 1) * query.per_page}),
    shown as (select p.*${sorted ? sql`` : requirements} from page p${sorted ? sql`` : answers('p')})
    select (select count(*)::int from models) as total, (select coalesce(sum(measures), 0)::int from models) as measures,
      coalesce((select jsonb_agg(jsonb_build_object('id', solution_id, 'identifier', identifier, 'name', name, 'measures', measures, 'situations', situations,
          'requirements', requirements, 'open', (select coalesce(jsonb_agg(p order by p), '[]') from unnest(undone) p)) order by rank)
        from shown), '[]') as objects`)
  return answer ?? { objects: [], total: 0, measures: 0 }
}

const sorts: Readonly<Record<string, RawBuilder<unknown>>> = {
  name: sql`r.name`,
  identifier: sql`r.identifier`,
  situation: sql`r.in_place`,
  requirements: sql`r.requirements`,
}

function orderOf({ sort }: ListQuery): RawBuilder<unknown> {
  const terms = sort.flatMap(({ name, order }) => {
    const term = sorts[name]
    return term ? [sql`${term} ${sql.raw(order === 'desc' ? 'desc' : 'asc')} nulls last`] : []
  })
  return sql.join([...terms, sql`r.name`, sql`r.solution_id`])
}
