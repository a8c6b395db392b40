import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { lifecyclePictures } from './lifecycle-pictures.ts'

test('the documentation shows the lifecycles that are declared', () => {
  expect(readFileSync(new URL('../docs/LIFECYCLES.md', import.meta.url), 'utf8')).toBe(lifecyclePictures())
})
