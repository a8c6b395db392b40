import { sql, type RawBuilder } from 'kysely'
import { can } from '#kit/server/access/authorize.ts'
import { asSql, either, type RowCondition } from '#kit/server/access/row-rule.ts'
import type { Who } from '#kit/server/access/who.ts'
import { fieldOf, rowRef } from '#kit/server/data/sql/columns.ts'
import type { Resource } from '#kit/server/data/resources/resource.ts'
import type { ExposedType } from '#areas/programs/server/index.ts'

/** What programs may write, by entity. */
export type Targets = ReadonlyMap<string, Resource>

/** The entities of what is exposed for writing, with the rules that hold for people. */
export const targetsOf = (types: ReadonlyMap<string, ExposedType>, resources: ReadonlyMap<string, Resource>): Targets =>
  new Map(
    [...types.values()].flatMap(({ resource: { def }, creates, updates }) => {
      const own = resources.get(def.name)
      return own && (creates || updates) ? [[def.name, own] as const] : []
    }),
  )

/**
 * Whether somebody may decide a change, as a condition on `c`: they may write the row by hand. One that is to be made has no place yet but the one that is proposed, so it is theirs who
 * work there, or everywhere.
 */
export function decides(targets: Targets, who: Who): RawBuilder<boolean> {
  const t = rowRef('t')
  const conditions: RowCondition[] = []
  for (const [entity, { def, rules }] of targets) {
    const { create, update } = def.rights
    if (can(who, update)) {
      const rule = rules.update(t, who)
      if (rule !== false)
        conditions.push(
          sql<boolean>`(c.entity = ${entity} and exists (select 1 from ${sql.table(entity)} as t where t.customer_id = c.customer_id and t.id = c.object_id and ${asSql(rule)}))`,
        )
    }
    if (can(who, create)) {
      const everywhere = who.roles.includes('global_pilote')
      if (!everywhere && !fieldOf(def, 'perimeter')) continue
      const there = everywhere ? sql<boolean>`true` : sql<boolean>`(c.changes ->> 'perimeter')::bigint = any(${[...who.perimeterIds]}::bigint[])`
      conditions.push(sql<boolean>`(c.entity = ${entity} and c.object_id is null and ${there})`)
    }
  }
  return asSql(either(...conditions))
}
