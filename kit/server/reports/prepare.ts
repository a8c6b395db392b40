import type { ReportBlock, ReportDocument, ReportText } from '#kit/contract/report.ts'
import { cleanPiece, cleanText } from './clean-text.ts'
import { richText, type RichParagraph } from './rich-text.ts'

/** What is drawn: clean text, Markdown read, charts as SVG. */
export type DrawnBlock =
  | Exclude<ReportBlock, { kind: 'markdown' | 'chart' }>
  | { readonly kind: 'rich'; readonly paragraphs: readonly RichParagraph[] }
  | { readonly kind: 'drawing'; readonly svg: string; readonly width: number; readonly height: number; readonly alt: string }
export type DrawnDocument = Omit<ReportDocument, 'blocks'> & { readonly blocks: readonly DrawnBlock[] }

/** Width of charts before they are scaled to the page. */
const chartWidth = 680

type Change = (text: string) => string
const same: Change = (text) => text

/**
 * Everything of a document that text could spoil, made harmless; `fit` puts what a font has in place of what it has not, `parted` says where long words
 * may break, in all that is set in lines.
 */
export async function prepareReport(report: ReportDocument, fit: Change = same, parted: Change = same): Promise<DrawnDocument> {
  const plain = (text: string) => fit(cleanText(text))
  const prepareText = (text: string) => parted(plain(text))
  const pieces = (texts: readonly ReportText[]) => texts.map(cleanPiece).map((piece) => ({ ...piece, text: parted(fit(piece.text)) }))
  // Drawing is loaded by the documents that hold some.
  const draw = report.blocks.some(({ kind }) => kind === 'chart') ? (await import('./draw-chart.ts')).drawChart : null
  const blockOf = (block: ReportBlock): DrawnBlock => {
    switch (block.kind) {
      case 'heading':
        return { ...block, text: prepareText(block.text) || '–' }
      case 'paragraph':
        return { ...block, text: pieces(block.text) }
      case 'figures':
        return { ...block, items: block.items.map((item) => ({ ...item, label: prepareText(item.label), value: prepareText(item.value) })) }
      case 'markdown':
        return {
          kind: 'rich',
          paragraphs: richText(block.text).map((one) => ({ ...one, pieces: one.pieces.map((piece) => ({ ...piece, text: parted(fit(piece.text)) })) })),
        }
      case 'chart': {
        if (!draw) throw new Error('A chart without its drawer')
        const { option, height, alt } = block
        return { kind: 'drawing', svg: draw(fitted(option, plain) as typeof option, chartWidth, height), width: chartWidth, height, alt: plain(alt) || '–' }
      }
      case 'table':
        return {
          ...block,
          columns: block.columns.map((column) => ({ ...column, label: prepareText(column.label) })),
          rows: block.rows.map((row) => row.map((cell) => cell.map(pieces))),
        }
      case 'picture':
        return { ...block, alt: plain(block.alt) || '–' }
    }
  }
  const orNull = (text: string | null) => (text === null ? null : prepareText(text))
  return {
    ...report,
    title: prepareText(report.title) || '–',
    subtitle: orNull(report.subtitle),
    organisation: prepareText(report.organisation),
    date: prepareText(report.date),
    version: orNull(report.version),
    author: orNull(report.author),
    confidentiality: prepareText(report.confidentiality),
    blocks: report.blocks.map(blockOf),
  }
}

/** The texts of an option, as a font draws them. */
function fitted(value: unknown, prepareText: (text: string) => string): unknown {
  if (typeof value === 'string') return prepareText(value)
  if (Array.isArray(value)) return value.map((one) => fitted(one, prepareText))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, fitted(one, prepareText)]))
}
