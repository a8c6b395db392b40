import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const repository = join(import.meta.dirname, '..')
const page = readFileSync(join(repository, 'docs/THREAT-MODEL.md'), 'utf8')

test('every file that the threat model names exists', () => {
  const files = [...page.matchAll(/`([\w./-]+\.(?:tsx?|sql|md))`/g)].map(([, file = '']) => file)
  expect(files.length).toBeGreaterThan(80)
  expect(files.filter((file) => !existsSync(join(repository, file)))).toEqual([])
})

test('every test that it names as a proof exists', () => {
  const proofs = [...page.matchAll(/`([\w./-]+\.test\.ts)`: “([^”]+)”/g)].map(([, file = '', name = '']) => ({ file, name }))
  expect(proofs.length).toBeGreaterThan(60)
  expect(proofs.filter(({ file, name }) => !readFileSync(join(repository, file), 'utf8').includes(name))).toEqual([])
})
