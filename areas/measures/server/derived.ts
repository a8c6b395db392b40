import { sql, type RawBuilder } from 'kysely'
import { asSql, type Reader, type RowCondition, type RowRef } from '#kit/server/access/row-rule.ts'
import { localizedText, nameIf, rowRef } from '#kit/server/data/sql/columns.ts'
import { extensionPoint } from '#kit/server/data/resources/extension-point.ts'
import type { Asked, Derived } from '#kit/server/data/resources/resource.ts'
import { perimeterRules } from '#areas/organisation/server/index.ts'
import { isCalledFor, policiesCalling, requirementsAnswered } from '#areas/policies/server/index.ts'
import { openDifferences } from './differences.ts'
import { measureRules } from './rules.ts'

const perimeterName = (alias: string, lang: Parameters<Derived>[1]) => localizedText(rowRef(alias), 'name', lang)

/** Whether the reader may open a perimeter that is served: of the others only that there is one is told. */
const opens = (who: Reader | undefined): RowCondition => (who ? perimeterRules.read(rowRef('p'), who) : false)

/** Points that are taken off a measure for the time being; 0 where there are none. */
export const deductedPoints = extensionPoint<(measure: RowRef) => RawBuilder<number>>()

/** Base less open deductions, between 0 and 100 (decisions, Scores 1). */
export const efficiency = (row: RowRef) =>
  sql`greatest(0, least(100, ${sql.join([row('base_efficiency'), ...deductedPoints.all().map((points) => points(row))], sql` - `)}))::int`

/**
 * Another perimeter's implemented measure of the same model serves this one, which has none of its own. What is compared with the row stands by itself after `where`: so PostgreSQL may
 * read who is served once for many rows.
 */
const served = (row: RowRef) => sql`(${row('status')} <> 'IMPLEMENTED' and exists (select 1 from measure_beneficiary b
    join measure o on o.customer_id = b.customer_id and o.id = b.measure_id and o.status = 'IMPLEMENTED'
    where b.customer_id = ${row('customer_id')} and b.perimeter_id = ${row('perimeter_id')} and o.solution_id = ${row('solution_id')} and b.accepted))`

/** Implemented measures of the same model whose perimeter lets this one benefit, or offers to. */
const shared = (row: RowRef) => sql`measure_beneficiary b
    join measure o on o.customer_id = b.customer_id and o.id = b.measure_id and o.status = 'IMPLEMENTED' and o.solution_id = ${row('solution_id')}
    join perimeter p on p.customer_id = o.customer_id and p.id = o.perimeter_id
    where b.customer_id = ${row('customer_id')} and b.perimeter_id = ${row('perimeter_id')}`

/** Offers that wait for the reader's answer. */
const offers = (row: RowRef, who: Reader | undefined, what: RawBuilder<unknown>, from = sql``) => sql`${what} from measure_beneficiary b${from}
    where b.customer_id = ${row('customer_id')} and b.measure_id = ${row('id')} and not b.accepted
      and ${who ? asSql(measureRules.update((column) => sql.ref(`b.${column}`), who)) : sql`false`}`

/** Of a list that is asked for the measures of some policies, those of others are not looked for. */
export const measureAsks: Readonly<Record<string, Asked>> = {
  policies: (row, ids) => isCalledFor(row, sql`any(${ids})`),
}

export const measureDerived: Readonly<Record<string, Derived>> = {
  efficiency,
  differences: openDifferences,
  implemented_by: (row, lang) => sql`(select jsonb_build_object('id', p.id, 'name', ${perimeterName('p', lang)}) from ${shared(row)} and b.accepted
    and ${row('status')} <> 'IMPLEMENTED' order by o.id limit 1)`,
  operator: (row, lang) => sql`(select jsonb_build_object('id', p.id, 'name', ${perimeterName('p', lang)}, 'measure', o.id, 'accepted', b.accepted,
      'since', to_char(coalesce(b.accepted_at, b.valid_from), 'YYYY-MM-DD'),
      'manager', (select jsonb_build_object('id', l.id, 'name', l.name) from member l where l.customer_id = o.customer_id and l.id = o.manager_id))
    from ${shared(row)} and ${row('status')} <> 'IMPLEMENTED' order by b.accepted desc, o.id limit 1)`,
  served,
  situation: (row) =>
    sql`case when ${row('status')} = 'IMPLEMENTED' then 'IMPLEMENTED' when ${served(row)} then 'SERVED' when ${row('decision')} is not null then ${row('decision')} else 'TO_HANDLE' end`,
  perimeter_archived: (row) =>
    sql`exists (select 1 from perimeter p where p.customer_id = ${row('customer_id')} and p.id = ${row('perimeter_id')} and p.archived)`,
  offered: (row, _, who) => sql`exists (${offers(row, who, sql`select 1`)})`,
  offered_to: (row, lang, who) =>
    sql`(${offers(
      row,
      who,
      sql`select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', ${perimeterName('p', lang)}, 'identifier', p.identifier) order by p.id), '[]')`,
      sql` join perimeter p on p.customer_id = b.customer_id and p.id = b.perimeter_id`,
    )})`,
  beneficiaries: (
    row,
    lang,
    who,
  ) => sql`(select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', ${nameIf(opens(who), perimeterName('p', lang), lang)},
      'hidden', not ${asSql(opens(who))}, 'accepted', b.accepted) order by p.id), '[]')
    from measure_beneficiary b join perimeter p on p.customer_id = b.customer_id and p.id = b.perimeter_id
    where b.customer_id = ${row('customer_id')} and b.measure_id = ${row('id')})`,
  policies: policiesCalling,
  requirements: (row) => requirementsAnswered(row('customer_id'), row('solution_id'), (place) => sql`${place} = ${row('perimeter_id')}`),
}
