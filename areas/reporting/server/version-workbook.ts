import { sql } from 'kysely'
import { z } from 'zod'
import { notFound } from '#kit/contract/errors.ts'
import type { Answer, AnswerCell } from '#kit/contract/source.ts'
import { localizedText, rowRef } from '#kit/server/data/sql/columns.ts'
import { asSql } from '#kit/server/access/row-rule.ts'
import type { Workbook } from '#kit/server/sheets/workbook.ts'
import type { Cell, Sheet } from '#kit/server/sheets/xlsx.ts'
import type { ToldBlock } from '#areas/reporting/contract/calls.ts'
import { blocksOf, layoutSchema, type Block } from '#areas/reporting/contract/layout.ts'
import { dashboardRules } from './rules.ts'
import { reachOf } from './tell-blocks.ts'

const asked = z.object({ id: z.int(), number: z.int() })
const d = rowRef('d')
/** Excel takes no longer name of a sheet, and none of these signs. */
const sheetName = (text: string, at: number) => `${at + 1} ${text.replaceAll(/[[\]:*?/\\']/g, ' ')}`.slice(0, 31).trim()

/** What a version told its reader, block by block, each on a sheet of its own: the figures that were frozen. */
export const versionWorkbook: Workbook = {
  name: 'dashboard_version',
  entity: 'dashboard',
  compose: async ({ tx, who, asked: given, translate }) => {
    const { id, number } = asked.parse(given)
    const row = await tx.first(sql<{
      name: string
      layout: unknown
      blocks: ToldBlock[]
    }>`select coalesce(${localizedText(d, 'name', who.lang)}, d.identifier) as name, v.layout, f.blocks
      from dashboard d join dashboard_version v on v.customer_id = d.customer_id and v.dashboard_id = d.id and v.number = ${number}
        join dashboard_frozen f on f.customer_id = v.customer_id and f.dashboard_id = v.dashboard_id and f.number = v.number and f.reach = ${reachOf(who)} and f.lang = ${who.lang}
      where d.customer_id = ${tx.customerId} and d.id = ${id} and ${asSql(dashboardRules.read(d, who))}`)
    if (!row) throw notFound()
    const told = new Map(row.blocks.map((block) => [block.id, block]))
    const blocks = blocksOf(layoutSchema.parse(row.layout)).filter(({ type }) => type !== 'TEXT')
    const titleOf = (block: Block) =>
      (who.lang === 'fr' ? (block.title_fr ?? block.title_en) : (block.title_en ?? block.title_fr)) ?? translate(`reporting.blocks.${block.type}`)
    const sheets = blocks.map((block, at): Sheet => {
      const answer = told.get(block.id)?.answer ?? null
      const { header, rows } = answer
        ? tableOf(answer, titleOf(block), translate)
        : { header: [titleOf(block)], rows: [[translate(told.get(block.id)?.error ?? 'reporting.errors.not_loaded')]] }
      return { name: sheetName(titleOf(block), at), header, rows: [rows] }
    })
    return {
      title: `${row.name} – ${translate('reporting.viewer.version', { number })}`,
      sheets: sheets.length > 0 ? sheets : [{ name: row.name.slice(0, 31), header: [row.name], rows: [] }],
    }
  },
}

const cellOf = (cell: AnswerCell): Cell =>
  cell === null || typeof cell === 'string' || typeof cell === 'number'
    ? cell
    : cell.day !== null && cell.day.length === 10
      ? { day: cell.day }
      : cell.text || cell.day

function tableOf(answer: Answer, title: string, say: (key: string) => string): { readonly header: string[]; readonly rows: Cell[][] } {
  switch (answer.kind) {
    case 'figure':
      return {
        header: [title, say('reporting.view.value'), say('reporting.view.target')],
        rows: [[title, answer.value, answer.target], ...answer.facts.map((fact): Cell[] => [fact.label, fact.value, null])],
      }
    case 'groups':
      return {
        header: [say('reporting.view.group'), ...answer.series.map(({ label }) => label || title)],
        rows: answer.rows.map(({ label, values }) => [label, ...values]),
      }
    case 'series':
      return {
        header: [say('reporting.view.day'), ...answer.series.map(({ label }) => label || title)],
        rows: answer.points.map(({ day, values }) => [{ day }, ...values]),
      }
    case 'rows':
      return { header: answer.columns.map(({ label }) => label), rows: answer.rows.map(({ cells }) => cells.map(cellOf)) }
    case 'matrix':
      return {
        header: [say('reporting.view.level'), ...answer.columns],
        rows: answer.rows.map((row, n) => [row, ...(answer.cells[n] ?? []).map(({ count }) => count)]),
      }
  }
}
