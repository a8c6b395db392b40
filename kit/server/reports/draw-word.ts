import {
  AlignmentType,
  BorderStyle,
  Document,
  ExternalHyperlink,
  Footer,
  HeadingLevel,
  LineRuleType,
  PageNumber,
  PageOrientation,
  Packer,
  Paragraph,
  ShadingType,
  Tab,
  TableOfContents,
  TabStopType,
  TextRun,
  type ISectionOptions,
} from 'docx'
import { estimatePageNumbersWith } from 'docx/layout'
import type { ReportDocument } from '#kit/contract/report.ts'
import { readFaces } from './font.ts'
import { prepareReport, type DrawnBlock, type DrawnDocument } from './prepare.ts'
import type { RichParagraph } from './rich-text.ts'
import { drawing, picture } from './word-pictures.ts'
import { figuresTable, rowsTable } from './word-tables.ts'
import { inkColor, runOf, softColor } from './word-text.ts'

const headings = { 1: HeadingLevel.HEADING_1, 2: HeadingLevel.HEADING_2, 3: HeadingLevel.HEADING_3 } as const
/** A4, in twentieths of a point, and what its margins leave. */
const [short, long, margin] = [11906, 16838, 1020]

/** The Word file of a report; the contents name their pages without Word's having to be asked. */
export async function drawWord(report: ReportDocument): Promise<Uint8Array> {
  const doc = await prepareReport(report)
  const [regular, italic, , bold] = readFaces()
  if (!regular || !italic || !bold) throw new Error('Reports have no font')
  const width = (doc.landscape ? long : short) - 2 * margin
  const size = doc.landscape ? { width: short, height: long, orientation: PageOrientation.LANDSCAPE } : { width: short, height: long }
  const page = { page: { size, margin: { top: margin, bottom: margin + 200, left: margin, right: margin } } }
  const footer = new Footer({ children: [footerOf(doc, width)] })
  const body: ISectionOptions['children'] = (await Promise.all(doc.blocks.map((block) => blockOf(block, width, [regular, bold])))).flat()
  const file = new Document({
    title: doc.title,
    creator: doc.author ?? doc.organisation,
    description: doc.subtitle ?? '',
    pageNumbers: estimatePageNumbersWith({
      guess: true,
      fonts: [{ data: regular }, { data: italic }, { data: bold }],
    }),
    styles: stylesOf(doc),
    fonts: [{ name: 'Inter', data: regular, bold, italic }],
    sections: [
      { properties: page, children: cover(doc) },
      {
        properties: page,
        footers: { default: footer },
        children: [
          new Paragraph({ spacing: { after: 240 }, children: [new TextRun({ text: doc.words.contents, bold: true, size: 32, color: inkColor })] }),
          new TableOfContents(doc.words.contents, { hyperlink: true, headingStyleRange: '1-2' }),
          new Paragraph({ pageBreakBefore: true, children: [] }),
          ...body,
        ],
      },
    ],
  })
  return new Uint8Array(await Packer.toArrayBuffer(file))
}

const stylesOf = ({ lang }: DrawnDocument) => ({
  default: {
    document: {
      run: { font: 'Inter', size: 19, color: inkColor, language: { value: lang === 'fr' ? 'fr-FR' : 'en-US' } },
      // Said although it is what Word takes for granted: others take the height for exact, and cut off pictures.
      paragraph: { spacing: { after: 120, line: 280, lineRule: LineRuleType.AUTO } },
    },
    heading1: { run: { size: 32, bold: true, color: inkColor, font: 'Inter' }, paragraph: { spacing: { before: 400, after: 180 }, keepNext: true } },
    heading2: { run: { size: 24, bold: true, color: inkColor, font: 'Inter' }, paragraph: { spacing: { before: 320, after: 140 }, keepNext: true } },
    heading3: { run: { size: 20, bold: true, color: inkColor, font: 'Inter' }, paragraph: { spacing: { before: 260, after: 120 }, keepNext: true } },
  },
})

function cover(doc: DrawnDocument): Paragraph[] {
  const line = (text: string, look: object, spacing: object = {}) =>
    new Paragraph({ spacing: { after: 80, ...spacing }, children: [new TextRun({ text, ...look })] })
  return [
    ...(doc.logo ? [new Paragraph({ children: [picture(doc.logo, 302, doc.organisation, 68)] })] : []),
    line(doc.organisation, { size: 22, color: softColor }, { before: 2800, after: 160 }),
    line(doc.title, { size: 60, bold: true }, { line: 640, lineRule: LineRuleType.AT_LEAST, after: 160 }),
    ...(doc.subtitle === null ? [] : [line(doc.subtitle, { size: 28, color: softColor }, { after: 900 })]),
    new Paragraph({
      spacing: { before: 200, after: 60 },
      border: { top: { style: BorderStyle.SINGLE, size: 4, color: 'DFE3E9', space: 8 } },
      children: [new TextRun({ text: [doc.date, doc.version].filter(Boolean).join('  ·  '), bold: true, size: 18 })],
    }),
    ...(doc.author === null ? [] : [line(doc.author, { size: 18 })]),
    line(doc.confidentiality, { size: 16, color: softColor }),
  ]
}

function footerOf({ confidentiality, words }: DrawnDocument, width: number): Paragraph {
  const [before = '', between = '', after = ''] = words.page.split(/\{pages?\}/)
  const look = { size: 15, color: softColor }
  return new Paragraph({
    tabStops: [{ type: TabStopType.RIGHT, position: width }],
    children: [new TextRun({ ...look, children: [confidentiality, new Tab(), before, PageNumber.CURRENT, between, PageNumber.TOTAL_PAGES, after] })],
  })
}

async function blockOf(block: DrawnBlock, width: number, faces: readonly Buffer[]): Promise<ISectionOptions['children']> {
  switch (block.kind) {
    case 'heading':
      return [new Paragraph({ heading: headings[block.level], children: [new TextRun(block.text)] })]
    case 'paragraph':
      return [new Paragraph({ children: block.text.map((piece) => runOf(piece)) })]
    case 'rich':
      return block.paragraphs.map(richParagraph)
    case 'figures':
      return [figuresTable(block.items, width), gap()]
    case 'table':
      return [rowsTable(block, width), gap()]
    case 'drawing':
      return [new Paragraph({ children: [await drawing(block, faces, Math.min(640, (width / 20) * (96 / 72)))] })]
    case 'picture':
      return [new Paragraph({ children: [picture(block.picture, (width / 20) * (96 / 72) * (block.width / 100), block.alt)] })]
  }
}

const gap = () => new Paragraph({ spacing: { after: 0, line: 160, lineRule: LineRuleType.AUTO }, children: [] })

function richParagraph({ style, depth, pieces }: RichParagraph): Paragraph {
  const runs = pieces.flatMap(({ text, em, strong, code, href }) =>
    text.split('\n').map((part, n) => {
      const run = new TextRun({
        text: part,
        ...(n > 0 && { break: 1 }),
        ...(em && { italics: true }),
        ...((strong || style === 'title') && { bold: true }),
        ...(code && { color: softColor, font: 'Consolas' }),
        ...(style === 'quote' && { color: softColor }),
        ...(href !== undefined && { color: '2350C4' }),
      })
      return href === undefined ? run : new ExternalHyperlink({ link: href, children: [run] })
    }),
  )
  return new Paragraph({
    alignment: AlignmentType.LEFT,
    indent: { left: depth * 240 + (style === 'quote' ? 200 : 0) },
    keepNext: style === 'title',
    ...(style === 'code' && { shading: { type: ShadingType.CLEAR, fill: 'F6F7F9' } }),
    children: runs,
  })
}
