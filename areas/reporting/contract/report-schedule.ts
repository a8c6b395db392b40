import { defineEntity } from '#kit/contract/entity.ts'
import { choice, date, derived, flag, identifier, integer, links, localized, ref } from '#kit/contract/field.ts'
import { reportPeriods } from './report-period.ts'
import { reportNames } from './reports.ts'

/** How often a report is sent: on Mondays, or on the first day of a month or a quarter. */
export const reportRhythms = ['WEEK', 'MONTH', 'QUARTER'] as const
export type ReportRhythm = (typeof reportRhythms)[number]

/** A report that people are sent again and again; each is told of their own reach, and whether they may read it is looked at when it is sent (DSH-29). */
export const reportSchedule = defineEntity({
  name: 'report_schedule',
  area: 'reporting',
  title: 'name',
  fields: {
    identifier: identifier({ prefix: 'RPT' }),
    name: localized({ need: 'required' }),
    report: choice(reportNames, { need: 'required' }),
    period: choice(reportPeriods, { default: 'LAST_MONTH', need: 'required' }),
    perimeter: ref('perimeter'),
    every: choice(reportRhythms, { default: 'MONTH', need: 'required' }),
    recipients: links('member', { asks: 'report.read', max: 50 }),
    /** The whole report goes with the mail, as a PDF of what its recipient may read. */
    attached: flag({ default: true }),
    /** Who is told when somebody is not sent it any more. */
    owner: ref('member', { asks: 'report_schedule.write' }),
    archived: flag(),
    /** The day on which it is sent next, and was sent last. */
    next_on: derived(date()),
    sent_on: derived(date()),
    /** Whom the last one was not sent to, since they may not read it. */
    refused: derived(integer()),
  },
  rights: { read: 'report_schedule.read', create: 'report_schedule.write', update: 'report_schedule.write', delete: 'report_schedule.write' },
  list: {
    columns: ['identifier', 'name', 'report', 'every', 'perimeter', 'recipients', 'owner', 'next_on', 'sent_on', 'refused'],
    more: ['period', 'attached', 'archived'],
    filters: ['identifier', 'name', 'report', 'period', 'every', 'perimeter', 'recipients', 'owner', 'attached', 'next_on', 'sent_on', 'archived'],
    sort: 'name',
    search: ['identifier', 'name', 'owner'],
  },
  form: [
    { section: 'general', fields: ['name', 'report', 'period', 'perimeter', 'identifier'] },
    { section: 'sending', fields: ['every', 'recipients', 'attached', 'owner', 'archived'] },
  ],
})
