import { sql, type RawBuilder } from 'kysely'

/** The day it is for the customer; read once per statement, not per row. */
export const today = sql`(select (moment() at time zone c.time_zone)::date from customer c where c.id = current_customer())`

/** When a day of the customer begins: a moment is compared with it, since compared with the day itself it would be with when that begins for the database. */
export const beginningOf = (day: RawBuilder<unknown>) =>
  sql`((${day})::timestamp at time zone (select c.time_zone from customer c where c.id = current_customer()))`
