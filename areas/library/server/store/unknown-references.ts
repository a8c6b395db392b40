import { sql } from 'kysely'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { ExternalReference, LibraryWarning } from '#areas/library/server/library-content.ts'
import { warnUnresolved } from '#areas/library/server/resolve-references.ts'

/** One warning per URN that a file names and that neither it nor the organisation has. */
export async function unknownReferences(tx: Tx, references: ExternalReference[]): Promise<LibraryWarning[]> {
  if (references.length === 0) return []
  const { customerId } = tx
  const urns = references.map((reference) => reference.urn)
  const known = await tx.run(sql<{ kind: string; urn: string }>`with named as (select unnest(${urns}::text[]) as urn)
    select 'library' as kind, urn from library where customer_id = ${customerId} and urn in (select urn from named)
    union select 'framework', urn from policy where customer_id = ${customerId} and urn in (select urn from named)
    union select 'requirement', key from control_lineage where customer_id = ${customerId} and key in (select urn from named)
    union select 'requirement', urn from control_group where customer_id = ${customerId} and urn in (select urn from named)
    union select 'reference_control', urn from solution where customer_id = ${customerId} and urn in (select urn from named)
    union select 'threat', urn from threat where customer_id = ${customerId} and urn in (select urn from named)`)
  const found = new Set(known.map(({ kind, urn }) => `${kind} ${urn}`))
  return warnUnresolved(references, ({ kind, urn }) => found.has(`${kind} ${urn}`))
}
