import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { systemWorks } from '#kit/server/access/system-works.ts'

const repository = join(import.meta.dirname, '../../..')
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

test('every place that acts with all rights stands in it', () => {
  const server = ['app/server', 'areas', 'kit/server'].flatMap((folder) =>
    readdirSync(join(repository, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file).replaceAll('\\', '/')),
  )
  const acting = server.filter(
    (file) =>
      /(?<!\.test)\.ts$/.test(file) &&
      !['app/test/worlds/test-app.ts', 'app/test/time/past-answers.ts'].includes(file) &&
      /(?<!function )\bsystem(?:Who|Grant)\(/.test(readFileSync(join(repository, file), 'utf8')),
  )
  expect(acting.length).toBeGreaterThan(8)
  const section = page.slice(page.indexOf('### What is written with more rights'), page.indexOf('## What people write'))
  expect(acting.filter((file) => file !== 'kit/server/access/authorize.ts' && !section.includes(`\`${file}\``))).toEqual([])
  expect(Object.keys(systemWorks).filter((work) => !section.includes(`«${work}»`))).toEqual([])
})
