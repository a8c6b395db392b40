import {
  AlignmentType,
  BorderStyle,
  LineRuleType,
  Paragraph,
  ShadingType,
  Table,
  TableCell,
  TableLayoutType,
  TableRow,
  TextRun,
  WidthType,
  type ITableCellOptions,
} from 'docx'
import type { ReportBlock, ReportCell, ReportColumn } from '#kit/contract/report.ts'
import { inkColor, runOf, softColor, tintColors } from './word-text.ts'

const none = { style: BorderStyle.NONE, size: 0, color: 'auto' }
const thin = { style: BorderStyle.SINGLE, size: 4, color: 'DFE3E9' }
const lines = { top: none, left: none, right: none, bottom: thin, insideHorizontal: thin, insideVertical: none }
const inset = { top: 70, bottom: 70, left: 80, right: 80, marginUnitType: WidthType.DXA } as const
/** Rows taller than this break across pages; others stay whole. */
const wholeAtMost = 600

/** A table whose header returns on every page; widths are fixed, so that Word lays it out as it was meant. */
export function rowsTable({ columns, rows }: Extract<ReportBlock, { kind: 'table' }>, width: number): Table {
  const widths = shares(
    columns.map((column) => column.width),
    width,
  )
  const cell = (n: number, children: Paragraph[], more: Partial<ITableCellOptions> = {}) =>
    new TableCell({ width: { size: widths[n] ?? 0, type: WidthType.DXA }, margins: inset, children, ...more })
  const head = new TableRow({
    tableHeader: true,
    cantSplit: true,
    children: columns.map((column, n) =>
      cell(n, [paragraph([new TextRun({ text: column.label, size: 15, bold: true, color: softColor })], column)], {
        shading: { type: ShadingType.CLEAR, fill: 'F6F7F9' },
      }),
    ),
  })
  const body = rows.map(
    (row) =>
      new TableRow({
        cantSplit: row.every((one) => lengthOf(one) <= wholeAtMost),
        children: columns.map((column, n) => cell(n, paragraphs(row[n] ?? [], column))),
      }),
  )
  return new Table({ layout: TableLayoutType.FIXED, width: { size: width, type: WidthType.DXA }, columnWidths: widths, borders: lines, rows: [head, ...body] })
}

/** Figures side by side over what they count. */
export function figuresTable(items: Extract<ReportBlock, { kind: 'figures' }>['items'], width: number): Table {
  const widths = shares(
    items.map(() => 1),
    width,
  )
  const cells = items.map(
    ({ label, value, tone }, n) =>
      new TableCell({
        width: { size: widths[n] ?? 0, type: WidthType.DXA },
        margins: { ...inset, top: 140, bottom: 140, left: 160 },
        borders: { top: thin, bottom: thin, left: thin, right: thin },
        children: [
          new Paragraph({
            spacing: { after: 20 },
            children: [new TextRun({ text: value, size: 36, bold: true, color: tone ? tintColors(tone)[1] : inkColor })],
          }),
          new Paragraph({ spacing: { after: 0 }, children: [new TextRun({ text: label, size: 16, color: softColor })] }),
        ],
      }),
  )
  return new Table({
    layout: TableLayoutType.FIXED,
    width: { size: width, type: WidthType.DXA },
    columnWidths: widths,
    rows: [new TableRow({ cantSplit: true, children: cells })],
  })
}

const paragraphs = (cell: ReportCell, column: ReportColumn): Paragraph[] => {
  const some = cell.filter((line) => line.length > 0)
  return some.length === 0
    ? [paragraph([], column)]
    : some.map((line) =>
        paragraph(
          line.map((piece) => runOf(piece, 16)),
          column,
        ),
      )
}
const paragraph = (children: ReturnType<typeof runOf>[], { align }: ReportColumn) =>
  new Paragraph({ spacing: { after: 0, line: 250, lineRule: LineRuleType.AUTO }, ...(align === 'end' && { alignment: AlignmentType.RIGHT }), children })

const lengthOf = (cell: ReportCell) => cell.reduce((sum, line) => sum + line.reduce((inLine, { text }) => inLine + text.length, 0), 0)

function shares(parts: readonly number[], width: number): number[] {
  const whole = parts.reduce((sum, part) => sum + part, 0)
  return parts.map((part) => Math.floor((width * part) / whole))
}
