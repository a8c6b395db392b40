import { expect, test } from 'vitest'
import { localized, markdown } from '#kit/contract/field.ts'
import { firstLine, isData, plainLine } from './markdown.tsx'

test('a cell shows the first line without its marks', () => {
  expect(firstLine('\n## **Scope** of [the audit](https://x.test)\n\nRest')).toBe('Scope of the audit')
  expect(firstLine('- item_one')).toBe('itemone')
  expect(firstLine('')).toBe('')
})

test('what came in with a file is shown as it stands, what people wrote is Markdown', () => {
  const field = markdown({ dataOf: 'urn' })
  expect([{ urn: 'urn:a' }, { urn: null }, {}, undefined].map((row) => isData(field, row))).toEqual([true, false, false, false])
  expect(isData(localized({ long: true, dataOf: 'found_by' }), { found_by: 'Lookout' })).toBe(true)
  expect(isData(markdown(), { urn: 'urn:a' })).toBe(false)
  expect(plainLine('\n  - __init__ of *args\nrest')).toBe('- __init__ of *args')
})
