import fc from 'fast-check'
import { expect, test } from 'vitest'
import { processorTime } from '#tools/test/processor-time.ts'
import { checkFormula, findCircle, type KnownMetric } from './check.ts'
import { compile, whyNone } from './evaluate.ts'
import { mostCharacters } from './lexer.ts'
import { functionNames, parseFormula, printFormula, type Node } from './parser.ts'

const parsed = (text: string): Node => {
  const read = parseFormula(text)
  if (!read.ok) throw new Error(`${text}: ${JSON.stringify(read.faults)}`)
  return read.node
}
const faultOf = (text: string) => {
  const read = parseFormula(text)
  const [fault] = read.ok ? [] : read.faults
  return fault && [fault.key.replace('catalog.formula.', ''), fault.at, fault.end]
}
const valueOf = (text: string, values: Readonly<Record<string, number | null>> = {}) => {
  const { terms, evaluate } = compile(parsed(text))
  return evaluate(terms.map(({ metric }) => values[metric] ?? null))
}

test.each([
  ['1 + 2 * 3', 7],
  ['(1 + 2) * 3', 9],
  ['2 - 3 - 4', -5],
  ['24 / 4 / 2', 3],
  ['-2 * -3', 6],
  ['- (1 + 2)', -3],
  ['+5', 5],
  ['.5 + 0.25', 0.75],
  ['100 × 3 ÷ 4 − 5', 70],
  ['SUM(1, 2, 3)', 6],
  ['average(1; 2)', 1.5],
  ['MIN(3, 1, 2) + MAX(3, 1, 2)', 4],
  ['MEDIAN(9, 1, 5)', 5],
  ['MEDIAN(9, 1, 5, 6)', 5.5],
  ['LATEST(1, 2, 3)', 3],
  ['100 * done / (due - EX-1)', 80],
  ['due-1', null],
  ['done / EX-2', null],
  ['done / (due - 50)', null],
  ['MAX(done, unknown)', 36],
  ['SUM(unknown, unknown)', null],
  ['unknown + 1', null],
  ['SUM', 12],
])('%s is %s', (text, expected) => {
  expect(valueOf(text, { done: 36, due: 50, 'EX-1': 5, 'EX-2': 0, SUM: 12 })).toBe(expected)
})

test.each([
  ['', 'empty', 0, 0],
  ['  ', 'empty', 2, 2],
  ['1 +', 'ends_early', 3, 3],
  ['1 + * 2', 'value_expected', 4, 5],
  ['(1 + 2', 'not_closed', 0, 1],
  ['1 + 2)', 'not_opened', 5, 6],
  ['a b', 'operator_expected', 2, 3],
  ['()', 'value_expected', 1, 2],
  ['SUM()', 'value_expected', 4, 5],
  ['SUM(a', 'not_closed', 3, 4],
  ['LOG(a)', 'unknown_function', 0, 3],
  ['a, b', 'separator_outside', 1, 2],
  ['1.2.3', 'wrong_number', 0, 5],
  ['1e308', 'wrong_number', 0, 5],
  ['9999999999999', 'number_too_big', 0, 13],
  ['a = b', 'unknown_character', 2, 3],
  ['a; process.exit()', 'separator_outside', 1, 2],
  ["this['constructor']", 'unknown_character', 4, 5],
])('%s is refused: %s at %i', (text, key, at, end) => {
  expect(faultOf(text)).toEqual([key, at, end])
})

test('what is hostile is refused at a place, at once', () => {
  const begun = processorTime()
  expect(faultOf('('.repeat(900) + '1' + ')'.repeat(900))).toEqual(['too_deep', 60, 61])
  expect(faultOf('('.repeat(10_000))).toEqual(['too_long', mostCharacters, 10_000])
  expect(faultOf('-'.repeat(1900) + '1')).toEqual(['too_deep', 60, 61])
  expect(faultOf('1+'.repeat(999) + '1')).toEqual(['too_many_terms', 400, 401])
  expect(faultOf('SUM('.repeat(400))?.[0]).toBe('too_deep')
  expect(processorTime() - begun).toBeLessThan(500)
  const huge = Array.from({ length: 40 }, () => '999999999999').join(' * ')
  expect(valueOf(huge)).toBeNull()
  expect(whyNone(parsed(huge), [])?.key).toBe('catalog.formula.too_big')
})

test('why there is no value is said with its place', () => {
  const node = parsed('100 * done / (due - 50)')
  expect(whyNone(node, [36, 50])).toMatchObject({ key: 'catalog.formula.division_by_zero', at: 0 })
  expect(whyNone(node, [36, null])).toMatchObject({ key: 'catalog.formula.no_value', at: 14, end: 17 })
  expect(whyNone(node, [36, 60])).toBeUndefined()
})

test('a function of one metric asks how it is aggregated; each term is asked for once', () => {
  expect(compile(parsed('SUM(a) / (a + SUM(a) + MAX(a, 1))')).terms).toEqual([
    { metric: 'a', how: 'SUM' },
    { metric: 'a', how: null },
  ])
})

const plain = (node: Node): unknown => JSON.parse(JSON.stringify(node, (key: string, value: unknown) => (key === 'at' || key === 'end' ? undefined : value)))
const place = { at: 0, end: 0 }
const name = fc.stringMatching(/^[A-Za-z][A-Za-z0-9]{0,4}([-._][A-Za-z0-9]{1,3})?$/)
const { tree } = fc.letrec<{ tree: Node }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 6, withCrossShrink: true },
    fc.integer({ min: 0, max: 10_000_000 }).map((value) => ({ ...place, kind: 'number' as const, value: value / 1000 })),
    name.map((metric) => ({ ...place, kind: 'metric' as const, name: metric })),
    tie('tree').map((of) => ({ ...place, kind: 'minus' as const, of })),
    fc
      .tuple(fc.constantFrom('+' as const, '-' as const, '*' as const, '/' as const), tie('tree'), tie('tree'))
      .map(([operator, left, right]) => ({ ...place, kind: 'operation' as const, operator, left, right })),
    fc
      .tuple(fc.constantFrom(...functionNames), fc.array(tie('tree'), { minLength: 1, maxLength: 3 }))
      .map(([called, of]) => ({ ...place, kind: 'call' as const, name: called, of })),
  ),
}))

test('what is printed is read as it was', () => {
  fc.assert(
    fc.property(tree, (node) => {
      const text = printFormula(node)
      const read = parseFormula(text)
      fc.pre(read.ok || !['catalog.formula.too_long', 'catalog.formula.too_many_terms'].includes(read.faults[0]?.key ?? ''))
      expect(plain(parsed(text))).toEqual(plain(node))
      expect(printFormula(parsed(text))).toBe(text)
    }),
    { numRuns: 400 },
  )
})

test('no text makes it throw; a fault lies within the text', () => {
  const pieces = fc.array(fc.constantFrom('(', ')', '+', '-', '*', '/', ',', ' ', '1', '.', 'a', 'SUM', 'SUM(', 'é', '\u0000', '1e9'), { maxLength: 60 })
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ maxLength: 200, unit: 'binary' }),
        pieces.map((all) => all.join('')),
      ),
      (text) => {
        const read = parseFormula(text)
        if (!read.ok) return read.faults.every(({ at, end }) => 0 <= at && at <= end && end <= text.length)
        const { terms, evaluate } = compile(read.node)
        return evaluate(terms.map(() => 3)) !== undefined
      },
    ),
    { numRuns: 300 },
  )
})

test('what a formula names is looked up: unknown, slower, refused, or a dash that was to subtract', () => {
  const metric = (identifier: string, rest: Partial<KnownMetric> = {}): [string, KnownMetric] => [identifier, { identifier, periodicity: 'MONTHLY', ...rest }]
  const known = new Map([metric('done'), metric('due'), metric('slow', { periodicity: 'YEARLY' }), metric('above', { refused: 'catalog.formula.circle' })])
  const faults = (text: string) => {
    const checked = checkFormula(text, 'MONTHLY', known)
    return checked.ok ? [] : checked.faults.map(({ key, at }) => [key.replace('catalog.formula.', ''), at])
  }
  expect(faults('100 * done / due')).toEqual([])
  expect(faults('x + done + x + slow')).toEqual([
    ['unknown_metric', 0],
    ['unknown_metric', 11],
    ['slower_metric', 15],
  ])
  expect(faults('due-done')).toEqual([['space_around_minus', 0]])
  expect(faults('above / 2')).toEqual([['circle', 0]])
  expect(faults('12 / 2')).toEqual([['no_metric', 0]])
  expect(checkFormula('slow', 'YEARLY', known).ok).toBe(true)
})

test('a circle is found however long, and none where there is none', () => {
  const chain = (last: number) => new Map(Array.from({ length: 50_000 }, (_, n) => [n, [n === 49_999 ? last : n + 1]] as const))
  expect(findCircle(chain(-1))).toBeUndefined()
  expect(findCircle(chain(49_998))).toEqual([49_998, 49_999, 49_998])
  expect(findCircle(new Map([['a', ['a']]]))).toEqual(['a', 'a'])
  expect(
    findCircle(
      new Map([
        ['a', ['b', 'c']],
        ['b', ['c']],
        ['c', []],
      ]),
    ),
  ).toBeUndefined()
})

test('ten terms are evaluated far more than 100,000 times a second', () => {
  const { terms, evaluate } = compile(parsed('100 * SUM(a) / (SUM(b) - SUM(c)) + d * 2 - e / 3 + MAX(f, g, h) + i * j'))
  const values = terms.map((_, n) => n + 1)
  expect(terms).toHaveLength(10)
  const begun = processorTime()
  for (let n = 0; n < 100_000; n++) evaluate(values)
  expect(processorTime() - begun).toBeLessThan(1000)
})
