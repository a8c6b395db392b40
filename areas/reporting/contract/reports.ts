import { z } from 'zod'
import { defineCall } from '#kit/contract/call.ts'
import { reportFormats } from '#kit/contract/report.ts'
import type { Right } from '#kit/contract/right.ts'
import { toldBlock } from './calls.ts'
import { layoutSchema } from './layout.ts'
import { reportPeriods } from './report-period.ts'

/** The reports that the product brings, each with the right to what it tells of (DSH-29). */
export const reportRights = {
  SCORE: 'score.read',
  ACTIONS: 'remediation.read',
  RISKS: 'risk.read',
  GAPS: 'gap.read',
  INCIDENTS: 'incident.read',
  EVALUATIONS: 'campaign.read',
  SUPPLIERS: 'supplier.read',
  APPLICABILITY: 'policy_application.read',
  EXEMPTIONS: 'exemption.read',
  MANAGEMENT_REVIEW: 'management_review.read',
} as const satisfies Readonly<Record<string, Right>>
export type ReportName = keyof typeof reportRights
export const reportNames = Object.keys(reportRights) as [ReportName, ...ReportName[]]

const id = z.int().min(1).max(Number.MAX_SAFE_INTEGER)
const day = z.iso.date()
/** The longest that days of one's own may last. */
export const mostReportDays = 1830
const ordered = ({ from, to }: { readonly from: string; readonly to: string }) => from <= to
const bounded = ({ from, to }: { readonly from: string; readonly to: string }) => Date.parse(to) - Date.parse(from) < mostReportDays * 86_400_000

/** A piece of the calendar by its name, or days of one's own. */
export const askedPeriod = z.union([
  z.enum(reportPeriods),
  z
    .strictObject({ from: day, to: day })
    .refine(ordered, { path: ['to'], params: { key: 'reporting.errors.days_ordered' } })
    .refine(bounded, { path: ['to'], params: { key: 'reporting.errors.days_long' } }),
])
export type AskedPeriod = z.output<typeof askedPeriod>

export const askedReport = z.strictObject({ report: z.enum(reportNames), period: askedPeriod, perimeter: id.nullable().default(null) })
export type AskedReport = z.output<typeof askedReport>

/** What a section of a report is called in its layout. */
export const sectionIdOf = (key: string): string => `section${key.replaceAll('_', '')}`

const days = z.object({ from: day, to: day })
/** A block with the day of whose end it tells; null: it tells of now. */
const reportBlock = toldBlock.extend({ as_of: day.nullable() })
export type ReportBlock = z.infer<typeof reportBlock>

export const toldReport = z.object({
  report: z.enum(reportNames),
  /** The days that it tells of, and those that they are compared with. */
  days,
  before: days,
  perimeter: z.object({ id, name: z.string() }).nullable(),
  layout: layoutSchema,
  blocks: z.array(reportBlock),
})
export type ToldReport = z.infer<typeof toldReport>

export const tellReport = defineCall('POST /report/tell', {
  reads: true,
  right: 'report.read',
  costly: true,
  summary: 'Tell a report about a period, of what the reader reaches',
  body: askedReport,
  answer: z.object({ object: toldReport }),
})
const job = z.object({ message: z.string(), object: z.object({ job_id: z.uuid() }) })
export const exportReport = defineCall('POST /report/workbook', {
  right: 'report.read',
  costly: true,
  summary: 'Have a report about a period written as an Excel file',
  body: askedReport,
  answer: job,
})
export const documentReport = defineCall('POST /report/document', {
  right: 'report.read',
  costly: true,
  summary: 'Have a report about a period made as a Word or PDF document',
  body: askedReport.extend({ format: z.enum(reportFormats) }),
  answer: job,
})
