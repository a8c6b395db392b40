/** The demonstration is taken from a cache: what makes it must be in its key, and nothing else. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { demonstrationKey } from './demonstration.ts'

const root = join(import.meta.dirname, '../..')
const asked: string[] = []
const key = demonstrationKey((file) => {
  asked.push(file)
  return readFileSync(join(root, file))
})
/** The key if one file were another. */
const withOther = (other: string) => demonstrationKey((file) => (file === other ? 'something else' : readFileSync(join(root, file))))

test('is the same for the same files', () => expect(demonstrationKey()).toEqual(key))

test.each(['areas/actions/server/rules.ts', 'kit/server/data/store/store.ts', 'areas/risks/contract/risk.ts', 'app/server/main.ts'])(
  '%s makes another, on the same ground',
  (file) => {
    expect(asked).toContain(file)
    const { ground, all } = withOther(file)
    expect(ground).toBe(key.ground)
    expect(all).not.toBe(key.all)
  },
)

test.each(['migrations/20261120T0001_ground.sql', 'demo/build/site.ts', 'package-lock.json'])('%s makes another, on another ground', (file) => {
  expect(asked).toContain(file)
  const { ground, all } = withOther(file)
  expect(ground).not.toBe(key.ground)
  expect(all).not.toBe(key.all)
})

test('what a browser runs and what tests say has no part in it', () => {
  expect(asked.filter((file) => /\.test\.|^(?:app|kit|areas\/\w+)\/web\//.test(file))).toEqual([])
})
