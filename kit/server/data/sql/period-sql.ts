import { sql, type RawBuilder } from 'kysely'
import type { Field } from '#kit/contract/field.ts'
import type { Period } from '#kit/contract/period.ts'
import type { Who } from '#kit/server/access/who.ts'
import { today } from './today.ts'

/** Whether a date lies in a period that is counted from today, of the organisation; an instant by its day there. Throws `wrong()` for what is no date. */
export function inPeriod(field: Field, value: RawBuilder<unknown>, { period, days }: Period, who: Who, wrong: () => Error): RawBuilder<boolean> {
  if (field.kind !== 'date' && field.kind !== 'timestamp') throw wrong()
  const day = field.kind === 'date' ? value : sql`(${value} at time zone ${who.timeZone})::date`
  const within = (unit: 'week' | 'month' | 'quarter' | 'year', length: string) => {
    const first = sql`date_trunc(${sql.lit(unit)}, ${today}::timestamp)`
    return sql<boolean>`(${day} >= ${first}::date and ${day} < (${first} + ${sql.lit(length)}::interval)::date)`
  }
  switch (period) {
    case 'past':
      return sql`${day} < ${today}`
    case 'today':
      return sql`${day} = ${today}`
    case 'this_week':
      return within('week', '1 week')
    case 'this_month':
      return within('month', '1 month')
    case 'this_quarter':
      return within('quarter', '3 months')
    case 'this_year':
      return within('year', '1 year')
    case 'last_days':
      return sql`(${day} > ${today} - ${days}::int and ${day} <= ${today})`
    case 'next_days':
      return sql`(${day} >= ${today} and ${day} <= ${today} + ${days}::int)`
    case 'until_days':
      return sql`${day} <= ${today} + ${days}::int`
  }
}
