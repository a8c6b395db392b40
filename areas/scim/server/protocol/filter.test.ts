import fc from 'fast-check'
import { expect, test } from 'vitest'
import { comparisons, readFilter, readTarget, written, type Filter, type Path } from './filter.ts'
import { ScimError } from './errors.ts'

const name = fc.constantFrom('userName', 'name', 'emails', 'title', 'active', 'x-y_1')
const path: fc.Arbitrary<Path> = fc.record({
  schema: fc.constantFrom(undefined, 'urn:ietf:params:scim:schemas:core:2.0:User', 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'),
  name,
  sub: fc.constantFrom(undefined, 'value', 'givenName', '$ref'),
})
const value = fc.oneof(
  fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0') && text.isWellFormed()),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
)
const compared = (of: fc.Arbitrary<Path>): fc.Arbitrary<Filter> =>
  fc.oneof(fc.record({ op: fc.constant('pr' as const), path: of }), fc.record({ op: fc.constantFrom(...comparisons), path: of, value }))
const joined = (leaf: fc.Arbitrary<Filter>, depth: number): fc.Arbitrary<Filter> =>
  depth === 0
    ? leaf
    : fc.oneof(
        { weight: 2, arbitrary: leaf },
        {
          weight: 1,
          arbitrary: fc.record({ op: fc.constantFrom('and' as const, 'or' as const), of: fc.tuple(joined(leaf, depth - 1), joined(leaf, depth - 1)) }),
        },
        { weight: 1, arbitrary: fc.record({ op: fc.constant('not' as const), of: joined(leaf, depth - 1) }) },
      )
const plain = path.map((one): Path => ({ ...one, schema: undefined, sub: undefined }))
const has: fc.Arbitrary<Filter> = fc.record({ op: fc.constant('has' as const), path: plain, of: joined(compared(plain), 2) })
export const filters = joined(fc.oneof(compared(path), has), 3)

test('a filter is read again as what was written', () => {
  fc.assert(
    fc.property(filters, (filter) => {
      expect(readFilter(written(filter))).toEqual(filter)
    }),
  )
})

test('whatever is sent is read or refused with its own words, and at once', () => {
  const pieces = fc.constantFrom(
    'userName',
    'eq',
    '"a"',
    '(',
    ')',
    '[',
    ']',
    'and',
    'or',
    'not',
    'pr',
    '"',
    '\\',
    '.',
    'urn:a:2.0:User:',
    'true',
    '-1e9',
    'emails.value',
    '$',
  )
  const text = fc.oneof(
    fc.string(),
    fc.array(pieces, { maxLength: 40 }).map((all) => all.join(' ')),
    fc.array(pieces, { maxLength: 40 }).map((all) => all.join('')),
  )
  const tried = (read: (given: string) => unknown) => (given: string) => {
    try {
      read(given)
    } catch (error) {
      expect(error).toBeInstanceOf(ScimError)
    }
  }
  fc.assert(fc.property(text, tried(readFilter)))
  fc.assert(fc.property(text, tried(readTarget)))
})

test('and stands before or, brackets before both, whatever the case of words', () => {
  const [a, b, c] = ['a pr', 'b pr', 'c pr'].map((one) => readFilter(one))
  expect(readFilter('a pr OR b pr And c pr')).toEqual({ op: 'or', of: [a, { op: 'and', of: [b, c] }] })
  expect(readFilter('(a PR or b pr) and not (c pr)')).toEqual({
    op: 'and',
    of: [
      { op: 'or', of: [a, b] },
      { op: 'not', of: c },
    ],
  })
})

test.each([
  ['a filter of a hundred thousand brackets', '('.repeat(100_000)],
  ['one that is nested deeply', `${'('.repeat(200)}a pr${')'.repeat(200)}`],
  ['one of very many terms', Array.from({ length: 500 }, () => 'a pr').join(' or ')],
  ['brackets within brackets', 'a[b[c pr]]'],
  ['a text that does not end', 'a eq "b'],
  ['a text with a zero in it', String.raw`a eq "\u0000"`],
  ['half a character', String.raw`a eq "\ud800"`],
  ['nothing', ''],
])('%s is refused', (_, text) => {
  expect(() => readFilter(text)).toThrow(ScimError)
})
