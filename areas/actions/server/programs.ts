import { sql } from 'kysely'
import { AppError, invalidField } from '#kit/contract/errors.ts'
import type { Reference } from '#kit/contract/field.ts'
import type { Grant } from '#kit/server/access/authorize.ts'
import { asSql } from '#kit/server/access/row-rule.ts'
import { rowRef, localizedText } from '#kit/server/data/sql/columns.ts'
import type { WriteContext } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { program } from '#areas/actions/contract/program.ts'
import { programRules } from './rules.ts'

/** A plan with actions stays, and says its budget once for each year. */
export async function guardProgram({ tx, verb, before, changes }: WriteContext<typeof program>): Promise<void> {
  const years = changes.budgets?.map(({ year }) => year) ?? []
  if (new Set(years).size < years.length) throw invalidField('budgets', 'actions.errors.budget_year')
  if (verb !== 'delete') return
  const used = await tx.first(sql`select 1 from remediation where customer_id = ${tx.customerId} and program_id = ${before?.id} limit 1`)
  if (used) throw new AppError('IN_USE', 'actions.errors.program_in_use')
}

/** Plans that still take actions and that the reader may see, the default one first. */
export async function programOptions(tx: Tx, grant: Grant, o: { search: string; limit: number }): Promise<Reference[]> {
  const t = rowRef('t')
  const name = localizedText(t, 'name', grant.who.lang)
  return tx.run(sql<Reference>`select t.id, ${name} as name, t.identifier from program t
    where t.customer_id = ${tx.customerId} and not t.archived and ${asSql(programRules.read(t, grant.who))}
      and (strpos(fold(coalesce(${name}, '')), fold(${o.search})) > 0 or strpos(fold(t.identifier), fold(${o.search})) > 0)
    order by t.is_default desc, ${name}, t.id limit ${o.limit}`)
}
