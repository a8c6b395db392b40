import { sql, type RawBuilder } from 'kysely'
import type { RowRef } from '#kit/server/access/row-rule.ts'
import { extensionPoint } from '#kit/server/data/resources/extension-point.ts'

/** What is known of tickets that stand elsewhere for what is done here. */
export interface ExternalTickets {
  /** How the ticket of a row stands; null where it has none. */
  readonly status: (entity: 'remediation' | 'occurrence', row: RowRef) => RawBuilder<unknown>
}

export const externalTickets = extensionPoint<ExternalTickets>()

/** How the external ticket of a row stands, whoever keeps it. */
export const externalStatusOf = (entity: 'remediation' | 'occurrence', row: RowRef): RawBuilder<unknown> => {
  const found = externalTickets.all().map(({ status }) => status(entity, row))
  return found.length === 0 ? sql`null::text` : sql`coalesce(${sql.join(found)}, null)`
}
