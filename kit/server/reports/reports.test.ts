import { Transformer } from '@napi-rs/image'
import { expect, test } from 'vitest'
import type { ReportBlock, ReportDocument } from '#kit/contract/report.ts'
import { zipEntries } from '#kit/server/sheets/unzip.ts'
import { processorTime } from '#tools/test/processor-time.ts'
import { boundedReport, reportBounds } from './bounds.ts'
import { barsChart } from './charts.ts'
import { cleanText, safeHref } from './clean-text.ts'
import { drawPdf } from './draw-pdf.ts'
import { drawReport } from './draw-report.ts'
import { drawable, readFaces } from './font.ts'
import { prepareReport } from './prepare.ts'
import { richText } from './rich-text.ts'

const report = (blocks: readonly ReportBlock[], more: Partial<ReportDocument> = {}): ReportDocument => ({
  lang: 'fr',
  title: 'Déclaration d’applicabilité',
  subtitle: 'Œuvre « à l’essai »',
  organisation: 'Tessandre & fils',
  date: '22/11/2026',
  version: 'Version 3',
  author: 'Łucja Ő.',
  confidentiality: 'Confidentiel – réservé à Tessandre',
  words: { contents: 'Sommaire', page: 'Page {page} sur {pages}', cut: 'La suite manque.' },
  blocks,
  ...more,
})
const rows = (count: number): ReportBlock => ({
  kind: 'table',
  columns: [
    { label: 'Exigence', width: 3 },
    { label: 'État', width: 1 },
  ],
  rows: Array.from({ length: count }, (_, n) => [[[{ text: `A.${n}`, strong: true }]], [[{ text: 'Faite', badge: 'success' }]]]),
})
const unzipEntry = (archive: Buffer, name: string) =>
  zipEntries(archive)
    ?.find((entry) => entry.name === name)
    ?.read()
    .toString() ?? ''
const hostile = '#read("/etc/passwd") \u0000\u0007\u202etxt.exe \ud800 漢字 😀 ☐ <b>&amp;</b> @import "x"'
const all: readonly ReportBlock[] = [
  { kind: 'heading', level: 1, text: hostile },
  // A level is skipped, which PDF/UA refuses.
  { kind: 'heading', level: 3, text: '' },
  {
    kind: 'paragraph',
    text: [
      { text: hostile, href: 'javascript:alert(1)' },
      { text: 'site', href: 'https://example.org/?a=1&b=2' },
    ],
  },
  {
    kind: 'markdown',
    text: `# Titre\n\n- un\n  - deux\n\n[non](javascript:alert(1)) [oui](https://example.org) ![x](file:///etc/passwd) <script>x</script> ${hostile}`,
  },
  { kind: 'figures', items: [{ label: hostile, value: '87,5', tone: 'warning' }] },
  {
    kind: 'table',
    columns: [
      { label: 'Mot', width: 1 },
      { label: hostile, width: 1 },
    ],
    rows: [[[[{ text: 'x'.repeat(1900) }]], [[{ text: hostile }]]]],
  },
  barsChart({ alt: '', bars: [{ name: hostile, value: 3, shown: '3', tone: 'danger' }], target: 2 }),
]

test('a report of everything is drawn as PDF and as Word, whatever people wrote in it', async () => {
  const pdf = Buffer.from(await drawReport(report(all), 'pdf'))
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
  const word = Buffer.from(await drawReport(report(all), 'docx'))
  const body = unzipEntry(word, 'word/document.xml')
  expect(body).toContain('#read(&quot;/etc/passwd&quot;)')
  expect(body).toContain('漢字')
  expect(body).toContain('Sommaire')
  expect(unzipEntry(word, 'word/styles.xml')).toContain('fr-FR')
  const links = unzipEntry(word, 'word/_rels/document.xml.rels')
  expect(links).toContain('https://example.org/?a=1&amp;b=2')
  expect(links).not.toMatch(/javascript|passwd/)
  // oxlint-disable-next-line no-control-regex
  expect(body).not.toMatch(/[\u0000-\u0008\u202e\ud800]/)
  expect(unzipEntry(word, 'word/footer1.xml')).toContain('Confidentiel – réservé à Tessandre')
})

test('a line of a Word report says whether its height is exact, so that no reader cuts off the picture in it', async () => {
  const word = Buffer.from(await drawReport(report(all), 'docx'))
  for (const part of ['word/document.xml', 'word/styles.xml']) {
    const lines = unzipEntry(word, part).match(/<w:spacing [^>]*w:line="[^>]*>/g) ?? []
    expect(lines.length).toBeGreaterThan(0)
    expect(lines.filter((line) => !/w:lineRule="(auto|atLeast)"/.test(line))).toEqual([])
  }
})

test('a plain report is accessible to the letter of PDF/UA, and is drawn too where there is no binary', async () => {
  const plain = report([{ kind: 'heading', level: 1, text: 'Synthèse' }, rows(3)])
  expect(Buffer.from(await drawPdf(plain)).toString('latin1')).toContain('pdfuaid')
  expect(
    Buffer.from(await drawPdf(plain, 'portable'))
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-')
})

test.each([
  [2000, 20],
  [20, 2000],
  [300, 300],
])('a logo of %i × %i pixels stands on the cover within its place, with the name of the organisation as its text', async (width, height) => {
  const bytes = await Transformer.fromRgbaPixels(Buffer.alloc(width * height * 4, 120), width, height).png()
  const doc = report([rows(1)], { logo: { bytes, mime: 'image/png' } })
  const word = Buffer.from(await drawReport(doc, 'docx'))
  const [, wide, high] = (/<wp:extent cx="(\d+)" cy="(\d+)"/.exec(unzipEntry(word, 'word/document.xml')) ?? []).map((length) => Number(length) / 9525)
  expect(wide).toBeGreaterThan(0)
  expect(wide).toBeLessThanOrEqual(302)
  expect(high).toBeLessThanOrEqual(68)
  expect(unzipEntry(word, 'word/document.xml')).toContain('descr="Tessandre &amp; fils"')
  const pdf = Buffer.from(await drawPdf(doc)).toString('latin1')
  expect(pdf).toContain('pdfuaid')
  expect(pdf).toMatch(/\/Subtype ?\/Image/)
})

test('a word without an end and a text of nothing but long words are drawn', async () => {
  const blocks: readonly ReportBlock[] = [
    { kind: 'markdown', text: 'A'.repeat(200_000) },
    { kind: 'paragraph', text: [{ text: '😀'.repeat(2000) }] },
    { kind: 'paragraph', text: [{ text: 'Anticonstitutionnellement '.repeat(800) }] },
  ]
  const begun = processorTime()
  for (const kind of ['pdf', 'docx'] as const) expect((await drawReport(report(blocks), kind)).length).toBeGreaterThan(10_000)
  // It was 42 s while each line was looked for in the whole word.
  expect(processorTime() - begun).toBeLessThan(18_000)
  const address = `https://vigie.example/${'a'.repeat(500)}`
  expect(cleanText(`see ${address}`)).toBe(`see ${address}`)
  expect(
    Math.max(
      ...cleanText(`${`${address} `.repeat(50)}${'b'.repeat(5000)}`)
        .split(' ')
        .slice(40)
        .map(({ length }) => length),
    ),
  ).toBeLessThanOrEqual(50)
})

test('what is empty is drawn all the same', async () => {
  const empty = [rows(0), barsChart({ alt: 'x', bars: [] }), { kind: 'figures', items: [{ label: '', value: '' }] }, { kind: 'markdown', text: '' }] as const
  for (const format of ['pdf', 'docx'] as const) expect((await drawReport(report(empty), format)).length).toBeGreaterThan(1000)
})

test('what fails to be drawn fails alone', async () => {
  const broken = { kind: 'picture', picture: { bytes: Buffer.from('no picture'), mime: 'image/png' }, width: 50, alt: 'x' } as const
  await expect(drawReport(report([broken]), 'pdf')).rejects.toThrow('A report was not drawn')
})

test('a report holds so many rows and no more, and says so', () => {
  const { blocks } = boundedReport(report([rows(reportBounds.rows + 5), rows(1)]))
  expect(blocks.map((block) => (block.kind === 'table' ? block.rows.length : block.kind === 'paragraph' && block.text[0]?.text))).toEqual([
    reportBounds.rows,
    'La suite manque.',
    0,
    'La suite manque.',
  ])
})

test('a link leads to the web or to a mailbox, or nowhere', () => {
  expect(['https://a.example/é', 'HTTP://a.example', 'mailto:a@b.example'].map(safeHref)).toEqual([
    'https://a.example/%C3%A9',
    'http://a.example/',
    'mailto:a@b.example',
  ])
  for (const bad of ['javascript:alert(1)', 'java\u0000script:alert(1)', 'file:///etc/passwd', 'data:text/html,x', '//a.example', '/profile', 'https://'])
    expect(safeHref(bad), bad).toBeUndefined()
})

test('signs that a font does not draw are seen to have stood there; those of French and of its neighbours are drawn', () => {
  const [face] = readFaces()
  const fit = drawable(face ?? Buffer.alloc(0))
  expect(fit('œuvre « Łőč » 12\u202f% ✓ → ≥ …')).toBe('œuvre « Łőč » 12\u202f% ✓ → ≥ …')
  expect(fit('a漢😀b')).toBe('a□□b')
  expect(cleanText('a\u0000\u202eb\r\nc')).toBe('ab c')
})

test('Markdown is read as words: lists, titles and emphasis, with HTML and pictures as text', () => {
  const paragraphs = richText('# T\n\n1. **a** `b`\n2. c\n\n> q\n\n<img src=x> [l](javascript:1) ![p](http://x)').map(({ style, pieces }) => [
    style,
    pieces.map(({ text }) => text).join(''),
  ])
  expect(paragraphs).toEqual([
    ['title', 'T'],
    ['item', '1. a b'],
    ['item', '2. c'],
    ['quote', 'q'],
    ['text', '<img src=x> l p'],
  ])
  const began = processorTime()
  richText(`${'*a_'.repeat(50_000)}\n${'> '.repeat(5000)}x`)
  expect(processorTime() - began).toBeLessThan(2000)
})

test('charts are drawn as vectors, their words as text', async () => {
  const { blocks } = await prepareReport(report([barsChart({ alt: 'Par état', bars: [{ name: '<b>"x"', value: 3, shown: '3' }] })]))
  const [drawing] = blocks
  expect(drawing).toMatchObject({ kind: 'drawing', alt: 'Par état', svg: expect.stringMatching(/^<svg[^]*&lt;b&gt;/) })
})

test('the figures of bars stand under one another, clear of the line of a target that ends where a bar does', async () => {
  const bars = [
    { name: 'Lyon', value: 72, shown: '72 %' },
    { name: 'Gand', value: 1200, shown: '1 200 %' },
  ]
  const { blocks } = await prepareReport(report([barsChart({ alt: 'Par site', target: 75, bars })]))
  const svg = String((blocks[0] as { readonly svg?: string }).svg)
  const placeOf = (text: string) => Number(new RegExp(`<text[^>]*translate\\(([\\d.]+) [^>]*>${text}</text>`).exec(svg)?.[1])
  const line = Number(/<path d="M([\d.]+) [^>]*stroke-dasharray/.exec(svg)?.[1])
  expect([placeOf('72 %'), line]).toEqual([placeOf('1 200 %'), expect.any(Number)])
  expect(placeOf('72 %')).toBeGreaterThan(line + 60)
})
