import { sql, type RawBuilder } from 'kysely'
import { AppError } from '#kit/contract/errors.ts'
import { can } from '#kit/server/access/authorize.ts'
import { asSql } from '#kit/server/access/row-rule.ts'
import { fieldOf, referenceOf, rowRef, scalar, stateObject, title } from '#kit/server/data/sql/columns.ts'
import { figureCondition } from '#kit/server/data/resources/figures.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { nodeTypes, type NodeType } from '#areas/relations/contract/types.ts'
import { measureInPlace } from '#areas/measures/server/index.ts'
import { kinds } from './branches.ts'
import type { Placed } from './find-objects.ts'

/** What is told of an object. */
export interface Described {
  readonly type: NodeType
  readonly id: number
  readonly identifier: string | null
  readonly name: string | null
  readonly place: string | null
  readonly weight: number
  readonly position: number
  readonly state: { readonly field: string; readonly value: string } | null
  readonly manager: string | null
  /** Days since it was due, where something of it is still to be done. */
  readonly late: number | null
  /** What it says of itself, 0–100. */
  readonly own: number | null
  /** The level that it has now, of a scale of its own. */
  readonly level: { readonly value: number; readonly color: string | null; readonly name: string | null } | null
  /** Whose score it shows. */
  readonly subject: { readonly policy_id: number; readonly lineage_id?: number; readonly version_id?: number; readonly node?: number } | null
}

/** All objects of a tree in one statement. Throws INTERNAL for a weight that cannot be one (TRE-10). */
export async function describeObjects(tx: Tx, resources: Resources, objects: readonly Placed[]): Promise<Map<string, Described>> {
  const parts = nodeTypes.flatMap((type) => {
    const ids = objects.filter((object) => object.type === type).map(({ id }) => id)
    return ids.length === 0 ? [] : [describe(tx, resources, type, ids)]
  })
  const rows = await tx.run(sql<Described>`${sql.join(parts, sql` union all `)}`)
  for (const { weight } of rows) {
    if (!Number.isFinite(weight) || weight < 0) throw new AppError('INTERNAL', 'relations.errors.weight')
  }
  return new Map(rows.map((row) => [`${row.type} ${row.id}`, row]))
}

function describe(tx: Tx, resources: Resources, type: NodeType, ids: readonly number[]): RawBuilder<unknown> {
  const { who, today } = tx
  const resource = resourceOf(resources, type)
  const { def } = resource
  const t = rowRef('t')
  const { weight = sql`1`, subject = sql`null::jsonb` } = kinds[type]
  const nameOf = (name: string): RawBuilder<unknown> => {
    const field = fieldOf(def, name)
    return field?.kind === 'ref' ? sql`${referenceOf(resources, field, t(`${name}_id`), t('customer_id'), who)} ->> 'name'` : sql`null::text`
  }
  const due =
    fieldOf(def, 'target_date') && fieldOf(def, 'late')
      ? sql`case when ${scalar(resource, 'late', t, who.lang, who)} then ${today}::date - t.target_date end`
      : sql`null::int`
  const open = resource.open && fieldOf(def, 'target_date') ? asSql(figureCondition(resource, resource.open, t, who, today)) : sql`true`
  return sql`select ${sql.lit(type)} as type, t.id, ${fieldOf(def, 'identifier') ? sql`t.identifier::text` : sql`null::text`} as identifier, ${title(resource, t, who.lang)}::text as name,
      ${nameOf('perimeter')} as place, (${weight})::float8 as weight, ${def.ordered ? sql`t.position` : sql`0`}::int as position, ${stateObject(resource, t, who.lang, who)} as state, ${nameOf('manager')} as manager,
      (case when ${open} then ${due} end)::int as late, (${ownScore(type, tx, resources)})::float8 as own, ${levelNow(type, tx, resources)} as level, ${subject} as subject
    from ${sql.table(type)} as t where t.customer_id = ${who.customerId} and t.id = any(${ids}::bigint[])`
}

/** Of a risk, the level that it has come to. */
function levelNow(type: NodeType, { who }: Tx, resources: Resources): RawBuilder<unknown> {
  if (type !== 'risk') return sql`null::jsonb`
  const levels = scalar(resourceOf(resources, type), 'levels', rowRef('t'), who.lang, who)
  return sql`(select jsonb_build_object('value', l.now -> 'value', 'color', l.now ->> 'color', 'name', coalesce(l.now ->> ${`name_${who.lang}`}, l.now ->> 'name_en', l.now ->> 'name_fr'))
    from (select (${levels}) -> 'current' as now) l where l.now ->> 'value' is not null)`
}

/** What an object says of how far it is: a measure in place by its effectiveness, an action by its progress, an indicator of performance by its latest value. */
function ownScore(type: NodeType, { who }: Tx, resources: Resources): RawBuilder<unknown> {
  const t = rowRef('t')
  const resource = resourceOf(resources, type)
  if (type === 'measure') return sql`case when ${measureInPlace(t)} then ${scalar(resource, 'efficiency', t, who.lang, who)} end`
  if (type === 'indicator' && can(who, resource.def.rights.read))
    return sql`case when t.type = 'PERFORMANCE' then ${scalar(resource, 'value', t, who.lang, who)} end`
  return type === 'remediation' && can(who, resource.def.rights.read) ? scalar(resource, 'progress', t, who.lang, who) : sql`null`
}
