import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Demonstration } from '#tools/test/demonstration.ts'
import { oneDemonstration } from '#tools/test/one-demonstration.ts'
import { searchDiffers } from '#tools/test/search-differs.ts'

let demonstration: Demonstration
beforeAll(async () => {
  demonstration = await oneDemonstration()
}, 600_000)
afterAll(() => demonstration.stop())

test('what the search knows of what was built and imported is what it would know if it were written anew', async () => {
  expect(await searchDiffers(demonstration.ownerUrl)).toEqual([])
})
