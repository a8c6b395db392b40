import { sql, type RawBuilder } from 'kysely'

/** The recurring tasks of a customer, archived too, to stand behind `from`. */
export const everyTask = (customer: unknown): RawBuilder<unknown> => sql`(select in_task.* from runtask in_task where in_task.customer_id = ${customer})`

/** The reminders of recurring tasks, each with its task as `owner_id`, to stand behind `from`. */
export const everyReminder = (customer: unknown): RawBuilder<unknown> =>
  sql`(select in_reminder.* from runtask__reminders in_reminder where in_reminder.customer_id = ${customer})`

/** The first day of the last period that a recurring task was asked for. */
export const lastPeriod = (customer: unknown, task: unknown): RawBuilder<unknown> =>
  sql`(select max(in_occurrence.period_start) from occurrence in_occurrence where in_occurrence.customer_id = ${customer} and in_occurrence.runtask_id = ${task})`

/** Each occurrence of a recurring task, as `row_id`, with the measure that its task keeps in place, to stand behind `from`. */
export const measuresAnswered = (customer: unknown): RawBuilder<unknown> =>
  sql`(select in_occurrence.id as row_id, in_task.measure_id from runtask in_task
    join occurrence in_occurrence on in_occurrence.customer_id = in_task.customer_id and in_occurrence.runtask_id = in_task.id where in_task.customer_id = ${customer})`
