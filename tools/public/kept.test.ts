import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { takenAway } from './additive.ts'
import { documentOfSource, type Json } from './document.ts'
import { keptDocument, made, markOf, pathOf, readKept, written } from './kept.ts'

test('what programs were made by still holds: the public API only grows', async () => {
  const document = await documentOfSource()
  expect(takenAway(JSON.parse(readKept()) as Json, document)).toEqual([])
  expect(written(document) === readKept(), `${keptDocument} lacks what was added: npm run renew-clients`).toBe(true)
})

test.each(made)('%s is made from the document as it is kept', (path) => {
  const [first = ''] = readFileSync(pathOf(path), 'utf8').split('\n', 1)
  expect(first.endsWith(markOf(readKept())), `${path} is stale: npm run renew-clients`).toBe(true)
})
