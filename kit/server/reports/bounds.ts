import type { ReportBlock, ReportCell, ReportDocument, ReportText } from '#kit/contract/report.ts'

/** What one report may hold: 3,000 rows are some two hundred pages. */
export const reportBounds = { rows: 3000, blocks: 2000, cell: 2000, text: 100_000, milliseconds: 120_000, heapMegabytes: 512 } as const

/** The document with no more than a report may hold; what was left out is said where it would have stood. */
export function boundedReport(report: ReportDocument): ReportDocument {
  let left: number = reportBounds.rows
  const blocks = report.blocks.slice(0, reportBounds.blocks).flatMap((block): ReportBlock[] => {
    if (block.kind === 'markdown') return [{ ...block, text: cut(block.text, reportBounds.text) }]
    if (block.kind === 'paragraph') return [{ ...block, text: cutLine(block.text, reportBounds.text) }]
    if (block.kind !== 'table') return [block]
    const rows = block.rows.slice(0, left).map((row) => row.map(cutCell))
    left -= rows.length
    const table = { ...block, rows }
    return rows.length === block.rows.length ? [table] : [table, noticeOf(report.words.cut)]
  })
  return { ...report, blocks: report.blocks.length > blocks.length && blocks.length >= reportBounds.blocks ? [...blocks, noticeOf(report.words.cut)] : blocks }
}

const noticeOf = (text: string): ReportBlock => ({ kind: 'paragraph', text: [{ text, strong: true }] })
const cut = (text: string, most: number) => (text.length > most ? `${text.slice(0, most)}…` : text)

function cutCell(cell: ReportCell): ReportCell {
  let left: number = reportBounds.cell
  return cell.slice(0, 50).map((line) => {
    const shown = cutLine(line.slice(0, 50), left)
    left -= shown.reduce((sum, { text }) => sum + text.length, 0)
    return shown
  })
}

function cutLine(line: readonly ReportText[], most: number): readonly ReportText[] {
  let left = most
  return line.map((piece) => {
    const text = cut(piece.text, Math.max(0, left))
    left -= text.length
    return { ...piece, text }
  })
}
