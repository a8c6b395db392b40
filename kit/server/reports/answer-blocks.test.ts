import { expect, test } from 'vitest'
import type { Answer, FigureAnswer } from '#kit/contract/source.ts'
import { answerBlocks, writtenDifference, type AnswerWords, type DrawnAnswer } from './answer-blocks.ts'
import { prepareReport } from './prepare.ts'

const words: AnswerWords = {
  lang: 'fr',
  dateOrder: 'DMY',
  timeZone: 'Europe/Paris',
  translate: (key, values) => `${key.split('.').at(-1)}${values ? ` ${Object.values(values).join(' ')}` : ''}`,
}
const figure = (value: number | null, before: number | null, rises: boolean | null): FigureAnswer => ({
  kind: 'figure',
  value,
  unit: null,
  of: null,
  before,
  target: null,
  rises,
  facts: [],
  opens: null,
})
const drawn = (title: string, answer: Answer | null, as: DrawnAnswer['as'] = 'picture', error: string | null = null): DrawnAnswer => ({
  title,
  as,
  answer,
  error,
})
const series = (tints: readonly (string | null)[]) => tints.map((tint, n) => ({ key: `s${n}`, label: `Série ${n}`, tint }))

test('figures stand side by side, told with what they were; what is worse is told in red, what nobody judges in no colour', () => {
  const blocks = answerBlocks(
    [drawn('Ouvertes', figure(5, 3, null)), drawn('En retard', figure(4, 1, false)), drawn('Terminées', figure(2, null, true))],
    words,
  )
  expect(blocks).toEqual([
    {
      kind: 'figures',
      items: [
        { label: 'Ouvertes · was 3 +2', value: '5' },
        { label: 'En retard · was 1 +3', value: '4', tone: 'danger' },
        { label: 'Terminées', value: '2' },
      ],
    },
  ])
  expect(writtenDifference(figure(3, 3, true), 'fr')).toBe('=')
})

test('courses, groups, lists and matrices are drawn under their titles, pictures as vectors that say what they show', async () => {
  const blocks = answerBlocks(
    [
      drawn(
        'Cours',
        {
          kind: 'series',
          unit: 'percent',
          series: series([null, 'danger']),
          points: [
            { day: '2026-10-31', values: [70, 60], opens: null },
            { day: '2026-11-30', values: [72, null], opens: null },
          ],
          target: 80,
          rises: true,
          opens: null,
        },
        'lines',
      ),
      drawn('Parts', {
        kind: 'groups',
        unit: null,
        series: series(['danger', 'info']),
        rows: [{ key: '1', label: 'Lyon', tint: null, values: [2, 3], target: null, opens: null }],
        total: 5,
        rises: null,
        opens: null,
      }),
      drawn('Scores', {
        kind: 'groups',
        unit: 'percent',
        series: series([null]),
        rows: [{ key: '1', label: 'ISO', tint: null, values: [64], target: 80, opens: null }],
        total: null,
        rises: true,
        opens: null,
      }),
      drawn('Lignes', {
        kind: 'rows',
        columns: [{ name: 'name', label: 'Nom', align: 'start' }],
        rows: [{ id: 1, cells: ['Une action'] }],
        total: 3,
        opens: null,
      }),
      drawn('Matrice', {
        kind: 'matrix',
        rows: ['Fort'],
        columns: ['Rare', 'Fréquent'],
        cells: [
          [
            { count: 0, tint: null, level: null },
            { count: 2, tint: '#d9453d', level: 'Fort' },
          ],
        ],
        total: 2,
        above: 1,
        opens: null,
      }),
      drawn('Hors de portée', null, 'picture', 'Hors de votre périmètre'),
    ],
    words,
  )
  expect(blocks.filter(({ kind }) => kind === 'heading')).toHaveLength(6)
  const alts = blocks.flatMap((block) => (block.kind === 'chart' ? [block.alt] : []))
  expect(alts).toEqual(['Cours, novembre 2026\u00a0: Série 0 72\u00a0%, Série 1 –', 'Parts\u00a0: Lyon 5', 'Scores\u00a0: ISO 64\u00a0%'])
  expect(blocks).toContainEqual({ kind: 'paragraph', text: [{ text: 'shown_of 1 3', soft: true }] })
  expect(blocks).toContainEqual({ kind: 'paragraph', text: [{ text: 'Hors de votre périmètre', soft: true }] })
  const prepared = await prepareReport({
    lang: 'fr',
    title: 'T',
    subtitle: null,
    organisation: 'O',
    date: '30/11/2026',
    version: null,
    author: null,
    confidentiality: 'C',
    words: { contents: 'S', page: 'P', cut: 'X' },
    blocks,
  })
  const drawings = prepared.blocks.flatMap((block) => (block.kind === 'drawing' ? [block.svg] : []))
  expect(drawings).toHaveLength(3)
  for (const svg of drawings) expect(svg).toMatch(/^<svg[^]*<path/)
  // A target is a line of its own beside what is drawn.
  expect(drawings[0]).toContain('target 80')
})
