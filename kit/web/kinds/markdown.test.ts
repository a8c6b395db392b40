import { expect, test } from 'vitest'
import { firstLine } from './markdown.tsx'

test('a cell shows the first line without its marks', () => {
  expect(firstLine('\n## **Scope** of [the audit](https://x.test)\n\nRest')).toBe('Scope of the audit')
  expect(firstLine('- item_one')).toBe('itemone')
  expect(firstLine('')).toBe('')
})
