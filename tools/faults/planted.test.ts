import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { faults } from './planted.ts'

const root = join(import.meta.dirname, '../..')

test.each(faults.map((fault) => [fault.name, fault] as const))('%s: can still be planted, and its tests are there', (_, { file, find, replace, tests }) => {
  expect(readFileSync(join(root, file), 'utf8').split(find)).toHaveLength(2)
  expect(replace).not.toBe(find)
  expect(tests).not.toHaveLength(0)
  expect(tests.filter((path) => !existsSync(join(root, path)))).toEqual([])
})

test('no two faults are the same', () => {
  expect(faults.length).toBeGreaterThanOrEqual(20)
  expect(new Set(faults.map(({ name }) => name)).size).toBe(faults.length)
})
