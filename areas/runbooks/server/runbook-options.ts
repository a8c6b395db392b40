import { sql } from 'kysely'
import type { Reference } from '#kit/contract/field.ts'
import type { Grant } from '#kit/server/access/authorize.ts'
import { asSql } from '#kit/server/access/row-rule.ts'
import { localizedText, rowRef } from '#kit/server/data/sql/columns.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { runbookRules } from './rules.ts'

/** Runbooks that still take tasks and that the reader may see, the default one first. */
export async function runbookOptions(tx: Tx, grant: Grant, o: { search: string; limit: number }): Promise<Reference[]> {
  const t = rowRef('t')
  const name = localizedText(t, 'name', grant.who.lang)
  return tx.run(sql<Reference>`select t.id, ${name} as name, t.identifier from runbook t
    where t.customer_id = ${tx.customerId} and not t.archived and ${asSql(runbookRules.read(t, grant.who))}
      and (strpos(fold(coalesce(${name}, '')), fold(${o.search})) > 0 or strpos(fold(t.identifier), fold(${o.search})) > 0)
    order by t.is_default desc, ${name}, t.id limit ${o.limit}`)
}
