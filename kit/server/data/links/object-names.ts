import { sql, type RawBuilder } from 'kysely'
import type { Referred } from '#kit/contract/mention.ts'
import { can } from '#kit/server/access/authorize.ts'
import { asSql } from '#kit/server/access/row-rule.ts'
import { fieldOf, rowRef, scalar } from '#kit/server/data/sql/columns.ts'
import type { Resource, Resources } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'

/** What objects of one entity are called now, as far as their reader may open them: entity, id, identifier and name, of rows `t` of which the condition holds. */
export function namesOf(resource: Resource, { who, customerId }: Tx, condition: RawBuilder<unknown>): RawBuilder<unknown> {
  const { def, rules } = resource
  const t = rowRef('t')
  const identifier = fieldOf(def, 'identifier') ? sql`${t('identifier')}::text` : sql`null::text`
  return sql`select ${sql.lit(def.name)} as entity, t.id, ${identifier} as identifier, (${scalar(resource, def.title, t, who.lang, who)})::text as name
    from ${sql.table(def.name)} as t where t.customer_id = ${customerId} and ${asSql(rules.read(t, who))} and ${condition}`
}

export interface NamedObject extends Referred {
  readonly identifier: string | null
  readonly name: string | null
}

/** Of objects of any entity those that their reader may open, by name, in one statement. */
export async function readableObjects(tx: Tx, resources: Resources, referred: readonly Referred[]): Promise<NamedObject[]> {
  const branches = [...Map.groupBy(referred, ({ entity }) => entity)].flatMap(([entity, ones]) => {
    const resource = resources.get(entity)
    return resource && can(tx.who, resource.def.rights.read)
      ? [namesOf(resource, tx, sql`t.id = any(${[...new Set(ones.map(({ id }) => id))]}::bigint[])`)]
      : []
  })
  return branches.length === 0 ? [] : tx.run(sql<NamedObject>`${sql.join(branches, sql` union all `)}`)
}
