import { sql, type RawBuilder } from 'kysely'
import type { RowRef } from '#kit/server/access/row-rule.ts'
import { localizedText, rowRef } from '#kit/server/data/sql/columns.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'

/** The organisation's own copy of a shared row `s`, joined as `own`: the latest that is in use. */
export function joinOwn(tx: Tx, entity: string): RawBuilder<unknown> {
  const inUse = entity === 'mapping_set' ? sql`` : sql`and not o.archived`
  return sql`left join lateral (
    select jsonb_build_object('id', o.id, 'name', ${localizedText(rowRef('o'), 'name', tx.who.lang)}, 'identifier', o.identifier) as reference, o.origin_version
    from ${sql.table(entity)} o where o.customer_id = ${tx.customerId} and o.origin_customer_id = s.customer_id and o.origin_id = s.id ${inUse}
    order by o.id desc limit 1) as own on true`
}

/** What every shared row `s` is listed by, after `joinOwn`. */
export const sharedColumns = (tx: Tx): RawBuilder<unknown> => sql`s.id, s.identifier, ${localizedText(rowRef('s'), 'name', tx.who.lang)} as name,
  ${localizedText(rowRef('s'), 'description', tx.who.lang)} as description, s.catalog_type, own.reference as own, coalesce(own.origin_version < s.version, false) as changed`

/** Whether a row is a copy of what others share, looked up where it stands: where copies come from is no part of their versions. */
export const adoptedCopy =
  (entity: string) =>
  (row: RowRef): RawBuilder<unknown> =>
    sql`exists (select 1 from public.${sql.ref(entity)} self where self.customer_id = ${row('customer_id')} and self.id = ${row('id')} and self.origin_customer_id <> self.customer_id)`
