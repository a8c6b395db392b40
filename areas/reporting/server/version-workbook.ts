import { sql } from 'kysely'
import { z } from 'zod'
import { notFound } from '#kit/contract/errors.ts'
import { localizedText, rowRef } from '#kit/server/data/sql/columns.ts'
import { asSql } from '#kit/server/access/row-rule.ts'
import type { Workbook } from '#kit/server/sheets/workbook.ts'
import type { Sheet } from '#kit/server/sheets/xlsx.ts'
import type { ToldBlock } from '#areas/reporting/contract/calls.ts'
import { blocksOf, layoutSchema, type Block } from '#areas/reporting/contract/layout.ts'
import { sheetName, tableOf } from './answer-sheets.ts'
import { dashboardRules } from './rules.ts'
import { partsOf, reachOf } from './tell-blocks.ts'

const asked = z.object({ id: z.int(), number: z.int() })
const d = rowRef('d')
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
        join dashboard_frozen f on f.customer_id = v.customer_id and f.dashboard_id = v.dashboard_id and f.number = v.number and f.reach = any(${partsOf(who)}::text[]) and f.lang = ${who.lang}
      where d.customer_id = ${tx.customerId} and d.id = ${id} and ${asSql(dashboardRules.read(d, who))} order by f.reach = ${reachOf(who)} desc limit 1`)
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
