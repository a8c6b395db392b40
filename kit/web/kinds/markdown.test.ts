import { expect, test } from 'vitest'
import { localized, markdown } from '#kit/contract/field.ts'
import { firstLine, isData, plainLine } from './markdown.tsx'

test('a cell shows the first line without its marks', () => {
  expect(firstLine('\n## **Scope** of [the audit](https://x.test)\n\nRest')).toBe('Scope of the audit')
  expect(firstLine('- item_one')).toBe('itemone')
  expect(firstLine('')).toBe('')
})

test('what came in with a file is shown as it stands, what people wrote is Markdown', () => {
  const field = markdown()
  expect([{ urn: 'urn:a' }, { urn: null }, {}, undefined].map((row) => isData(field, row))).toEqual([true, false, false, false])
  const named = localized({ long: true, dataOf: 'external_key' })
  expect([{ external_key: 'L1' }, { external_key: null }, { urn: 'urn:a' }].map((row) => isData(named, row))).toEqual([true, false, false])
  expect(plainLine('\n  - __init__ of *args\nrest')).toBe('- __init__ of *args')
})
