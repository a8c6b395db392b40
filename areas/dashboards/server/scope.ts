import { sql } from 'kysely'
import type { Filter } from '#kit/contract/list-query.ts'
import { globalReaders, readers } from '#kit/contract/right.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { actionFigures } from '#areas/actions/contract/figures.ts'
import type { lateOf } from '#areas/dashboards/contract/work.ts'

/** What the cockpit's lists are kept to, and the day that it is for them. */
export interface Scope {
  readonly day: string
  /** Gone by: everything is read as it stood at its end. */
  readonly past: boolean
  readonly within: readonly Filter[]
  /** Whose rows they are, in a word. */
  readonly of: (typeof lateOf)[number]
  /** Everything that there is: no perimeter is chosen, and the reader reaches all. */
  readonly whole: boolean
}

/**
 * A perimeter and what lies below it where one is chosen, and for somebody who only contributes what is theirs, for that is the list that they have. On a
 * day gone by everything that the transaction reads from here on is of that day, the tree of perimeters too.
 */
export async function scopeOf(tx: Tx, { perimeter, on }: { readonly perimeter?: number | undefined; readonly on?: string | undefined }): Promise<Scope> {
  const past = on !== undefined && on < tx.today
  const day = past ? on : tx.today
  if (past) tx.readAsOf(on)
  const own = tx.who.roles.some((role) => readers.includes(role)) ? [] : [...actionFigures.mine.filters(day)]
  const whole = perimeter === undefined && tx.who.roles.some((role) => globalReaders.includes(role))
  const of = own.length > 0 ? 'own' : perimeter !== undefined ? 'perimeter' : whole ? 'all' : 'reach'
  return { day, past, whole, of, within: [...own, ...(await below(tx, perimeter))] }
}

async function below(tx: Tx, perimeter: number | undefined): Promise<Filter[]> {
  if (perimeter === undefined) return []
  const rows = await tx.run(sql<{ id: number }>`with recursive below as (
      select id from perimeter where customer_id = ${tx.customerId} and id = ${perimeter}
      union select p.id from perimeter p join below b on p.parent_id = b.id where p.customer_id = ${tx.customerId})
    select id from below order by 1`)
  return [{ name: 'perimeter', selected_options: rows.length > 0 ? rows.map(({ id }) => id) : [perimeter] }]
}
