import { sql, type RawBuilder } from 'kysely'
import type { RowRef } from '#kit/server/access/row-rule.ts'
import { isOpenRow } from '#kit/server/data/work/work-sql.ts'
import { occurrenceWork } from '#areas/runbooks/contract/occurrence-work.ts'

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

/** The occurrences of a customer, answered or not, to stand behind `from`. */
export const everyOccurrence = (customer: unknown): RawBuilder<unknown> =>
  sql`(select in_occurrence.* from occurrence in_occurrence where in_occurrence.customer_id = ${customer})`

/** Nobody has answered it yet, or not well enough. */
export const occurrenceOpen = (row: RowRef): RawBuilder<boolean> => isOpenRow(occurrenceWork, row)

/** The runbooks of a customer, those put away too, to stand behind `from`. */
export const everyRunbook = (customer: unknown): RawBuilder<unknown> => sql`(select in_book.* from runbook in_book where in_book.customer_id = ${customer})`

/** Whether somebody is to approve what is answered of an occurrence. */
export const approvalAsked = (occurrence: RowRef): RawBuilder<boolean> =>
  sql`(select in_task.approval_required or in_book.approvals_required from runtask in_task
    join runbook in_book on in_book.customer_id = in_task.customer_id and in_book.id = in_task.runbook_id
    where in_task.customer_id = ${occurrence('customer_id')} and in_task.id = ${occurrence('runtask_id')})`
