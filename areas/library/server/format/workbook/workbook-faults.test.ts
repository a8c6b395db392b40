import { expect, test } from 'vitest'
import { workbookFile } from '#tools/test/workbook-file.ts'
import type { LibraryError } from '#areas/library/server/format/library-error.ts'
import { parseWorkbook } from './parse-workbook.ts'
import { frameworkMeta, headings, meta, second, type Rows } from '#tools/test/library-workbooks.ts'

test('old files number the lines without a reference, and correct the count where they were changed', async () => {
  const rows: Rows = [
    ['assessable', 'depth', 'ref_id', 'skip_count'],
    ['x', 1, null],
    ['x', 1, 'B b'],
    ['x', 1, null, 'x'],
    ['x', 1, null],
  ]
  const ends = async (file: Buffer) => (await parseWorkbook(file)).frameworks[0]?.nodes.map((node) => node.urn.split(':').at(-1))
  expect(await ends(await second(rows))).toEqual(['node2', 'b-b', 'node3-1', 'node4'])
  const fixed = rows.map((row, n) => (n === 0 ? [...row.slice(0, 3), 'fix_count'] : row[3] ? [...row.slice(0, 3), 2] : row))
  expect(await ends(await second(fixed))).toEqual(['node0', 'b-b', 'node4', 'node5'])
})

test('a gap in the depth is told, and the line stands below the nearest that is less deep', async () => {
  const parsed = await parseWorkbook(
    await second([headings, [null, 2, 'A', 'Deep'], ['x', 5, 'A.1', 'Deeper'], ['x', 3, 'A.2', 'Less deep'], ['x', 1, 'B', 'Top']]),
  )
  expect(parsed.frameworks[0]?.nodes.map(({ ref_id, depth, parent }) => [ref_id, depth, parent])).toEqual([
    ['A', 1, null],
    ['A.1', 2, 0],
    ['A.2', 2, 0],
    ['B', 1, null],
  ])
  expect(parsed.warnings.filter(({ key }) => key === 'depth_gap').map(({ params }) => params)).toEqual([
    { from: 0, to: 2, sheet: 'rules_content', cell: 'B2' },
    { from: 2, to: 5, sheet: 'rules_content', cell: 'B3' },
  ])
})

test.for<[what: string, rows: Rows, fault: object]>([
  ['an error', [headings, ['x', 1, 'A', { error: '#REF!' }]], { key: 'error_cell', params: { found: '#REF!' }, place: { cell: 'D2' } }],
  ['a formula that nothing has computed', [headings, ['x', { formula: '1+1' }, 'A', 'Name']], { key: 'uncomputed_cell', place: { cell: 'B2' } }],
  ['no depth', [headings, ['x', 1, 'A', 'Name'], ['x', null, 'B', 'Name']], { key: 'missing_depth', place: { cell: 'B3' } }],
  ['a depth in words', [headings, ['x', 'one', 'A', 'Name']], { key: 'wrong_integer', place: { cell: 'B2' } }],
  ['the same reference twice', [headings, ['x', 1, 'A', 'Name'], ['x', 1, 'a', 'Name']], { key: 'duplicate_node', place: { cell: 'C3' } }],
  [
    'a weight of nothing',
    [
      [...headings, 'weight'],
      ['x', 1, 'A', 'Name', null, null, 0],
    ],
    { key: 'out_of_range', place: { cell: 'G2' } },
  ],
  [
    'an unknown importance',
    [
      [...headings, 'importance'],
      ['x', 1, 'A', 'Name', null, null, 'high'],
    ],
    { key: 'not_in_list', place: { cell: 'G2' } },
  ],
  [
    'a question without an answer',
    [
      [...headings, 'questions', 'answer'],
      ['x', 1, 'A', 'Name', null, null, 'Why?', 'because'],
    ],
    { key: 'unknown_answer', place: { cell: 'H2' } },
  ],
  [
    'no columns',
    [
      ['what', 'who'],
      ['x', 1],
    ],
    { key: 'missing_column', place: { cell: 'A1' } },
  ],
])('refuses %s with the sheet and the cell', async ([, rows, fault]) => {
  await expect(parseWorkbook(await second(rows))).rejects.toMatchObject({
    ...fault,
    place: { sheet: 'rules_content', ...('place' in fault ? (fault.place as object) : {}) },
  })
})

test('all that is wrong is told at once', async () => {
  const refused = parseWorkbook(
    await second([headings, ['x', 'one', 'A', 'Name'], ['x', 1, 'B', { error: '#N/A' }], ['x', 1, 'B', null, { formula: 'A1', value: 5 }]]),
  )
  const error = (await refused.catch((reason: unknown) => reason)) as LibraryError
  expect([error, ...error.others].map(({ key, place }) => [key, place?.cell])).toEqual([
    ['wrong_integer', 'B2'],
    ['error_cell', 'D3'],
    ['duplicate_node', 'C4'],
  ])
})

test('what is no workbook of this form says what it is', async () => {
  await expect(parseWorkbook(await workbookFile({ Sheet1: [['a']] }))).rejects.toMatchObject({ key: 'not_a_library_workbook', params: { found: 'Sheet1' } })
  await expect(parseWorkbook(Buffer.from('PK\u0003\u0004 and nothing else'))).rejects.toMatchObject({ key: 'archive_broken' })
  const cut = await second([headings])
  await expect(parseWorkbook(cut.subarray(0, cut.length - 40))).rejects.toMatchObject({ key: 'archive_broken' })
  await expect(
    parseWorkbook(
      await workbookFile({
        library_meta: meta.filter(([key]) => key !== 'version'),
        rules_meta: frameworkMeta.slice(0, 8),
        rules_content: [headings, ['x', 1, 'A']],
      }),
    ),
  ).rejects.toMatchObject({
    key: 'missing_field',
    params: { field: 'version' },
    place: { sheet: 'library_meta' },
  })
})
