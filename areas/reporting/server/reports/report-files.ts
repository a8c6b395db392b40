import { dayInFileName, writtenDay } from '#kit/contract/date-order.ts'
import type { ReportDocument } from '#kit/contract/report.ts'
import { reportFrame } from '#kit/server/reports/frame.ts'
import { defineReportApart, type ReportContext, type ReportKind } from '#kit/server/reports/report-kind.ts'
import { defineWorkbookApart, type Workbook } from '#kit/server/sheets/workbook.ts'
import type { Sheet } from '#kit/server/sheets/xlsx.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { askedReport, type ToldReport } from '#areas/reporting/contract/reports.ts'
import { blocksOf } from '#areas/reporting/contract/layout.ts'
import { sheetName, tableOf } from '#areas/reporting/server/answer-sheets.ts'
import { layoutBlocks, titleIn } from '#areas/reporting/server/layout-document.ts'
import type { Sources } from '#areas/reporting/server/tell-blocks.ts'
import { frameOf, tellReport } from './tell-report.ts'

type Say = ReportContext['translate']

/** What a report is called, with where it looks and the days that it tells of. */
export const titleOfReport = ({ report }: Pick<ToldReport, 'report'>, say: Say): string => say(`reporting.reports.names.${report}`)
export const daysOf = ({ from, to }: ToldReport['days'], { who }: Pick<Tx, 'who'>, say: Say): string =>
  say('reporting.reports.from_to', { from: writtenDay(from, who.dateOrder), to: writtenDay(to, who.dateOrder) })

/** A report as a document, in the words of whoever reads it. */
export async function reportDocument(tx: Tx, told: ToldReport, say: Say): Promise<ReportDocument> {
  const { who } = tx
  const words = { lang: who.lang, dateOrder: who.dateOrder, timeZone: who.timeZone, translate: say }
  return {
    ...(await reportFrame(
      { tx, who, translate: say },
      { title: titleOfReport(told, say), subtitle: told.perimeter?.name ?? null, version: daysOf(told.days, tx, say) },
    )),
    blocks: [
      {
        kind: 'paragraph',
        text: [
          {
            text: say('reporting.reports.compared_with', { from: writtenDay(told.before.from, who.dateOrder), to: writtenDay(told.before.to, who.dateOrder) }),
            soft: true,
          },
        ],
      },
      // What the product does not know of a management review is a place to write.
      ...layoutBlocks(told.layout, told.blocks, words, (section) =>
        told.layout.sections.some(({ id, blocks }) => id === section && blocks.length === 0)
          ? [{ kind: 'paragraph', text: [{ text: say('reporting.reports.to_write'), soft: true }] }]
          : [],
      ),
    ],
  }
}

export const periodDocument = (sources: Sources): ReportKind =>
  defineReportApart({
    name: 'period_report',
    entity: 'report',
    rowless: true,
    right: 'report.read',
    summary: 'Have a report about a period made as a Word or PDF document',
    asked: askedReport,
    composeApart: async ({ api, resources, asked, read, translate }) => {
      const frame = await read(async (tx) => frameOf(asked, tx.today))
      const told = await tellReport(read, { api, resources, sources }, frame)
      return read((tx) => reportDocument(tx, told, translate))
    },
  })

/** Each block of a report on a sheet of its own, its key figures together on the first. */
export function reportSheets(told: ToldReport, lang: 'en' | 'fr', say: Say): Sheet[] {
  const answers = new Map(told.blocks.map((block) => [block.id, block]))
  const blocks = blocksOf(told.layout)
  const figures = blocks.flatMap((block) => {
    const answer = answers.get(block.id)?.answer
    return answer?.kind === 'figure' ? [{ title: titleIn(block, lang), answer }] : []
  })
  const first: Sheet = {
    name: sheetName(say('reporting.reports.figures'), 0),
    header: ['figure', 'value', 'before', 'target'].map((column) => say(`reporting.reports.columns.${column}`)),
    rows: [figures.map(({ title, answer: { value, before, target } }) => [title, value, before, target])],
  }
  const others = blocks
    .filter(({ id }) => answers.get(id)?.answer?.kind !== 'figure')
    .map((block, at): Sheet => {
      const one = answers.get(block.id)
      const title = titleIn(block, lang)
      const { header, rows } = one?.answer ? tableOf(one.answer, title, say) : { header: [title], rows: [[say(one?.error ?? 'reporting.errors.not_loaded')]] }
      return { name: sheetName(title, figures.length > 0 ? at + 1 : at), header, rows: [rows] }
    })
  return figures.length > 0 ? [first, ...others] : others
}

export const periodWorkbook = (sources: Sources): Workbook =>
  defineWorkbookApart({
    name: 'period_report',
    entity: 'report',
    composeApart: async ({ api, resources, asked: given, read, translate }) => {
      const asked = askedReport.parse(given)
      const frame = await read(async (tx) => frameOf(asked, tx.today))
      const told = await tellReport(read, { api, resources, sources }, frame)
      return read(async ({ who }) => ({
        title: [
          titleOfReport(told, translate),
          told.perimeter?.name,
          `${dayInFileName(told.days.from, who.dateOrder)} ${dayInFileName(told.days.to, who.dateOrder)}`,
        ]
          .filter(Boolean)
          .join(' – '),
        sheets: reportSheets(told, who.lang, translate),
      }))
    },
  })
