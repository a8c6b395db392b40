import { sql, type RawBuilder } from 'kysely'
import type { RowRef } from '#kit/server/access/row-rule.ts'

/** What its publisher calls a version. One that an organisation drafted is its own, though it may say where it began. */
export const publisherVersion = (row: RowRef): RawBuilder<string | null> => sql`(case when ${row('status')} <> 'DRAFT' and not exists (
    select 1 from policy_version earlier where earlier.customer_id = ${row('customer_id')} and earlier.policy_id = ${row('policy_id')}
      and earlier.number < ${row('number')} and earlier.source ->> 'version_label' = ${row('source')} ->> 'version_label')
  then ${row('source')} ->> 'version_label' end)`
