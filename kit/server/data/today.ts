import { sql } from 'kysely'

/** The day it is for the customer; read once per statement, not per row. */
export const today = sql`(select (moment() at time zone c.time_zone)::date from customer c where c.id = current_customer())`
