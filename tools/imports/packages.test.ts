import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { unusedPackages } from './packages.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'packages-'))
  mkdirSync(join(root, 'kit'))
})
afterEach(() => rmSync(root, { recursive: true }))

function unused(manifest: object, source: string): string[] {
  writeFileSync(join(root, 'package.json'), JSON.stringify(manifest))
  writeFileSync(join(root, 'kit/file.ts'), source)
  return unusedPackages(root)
}

test('a package that nothing imports is named, whichever list it is in', () => {
  expect(unused({ dependencies: { left: '1', '@a/used': '1' }, devDependencies: { right: '1' } }, "import '@a/used/part'\n")).toEqual([
    'package.json: nothing imports left',
    'package.json: nothing imports right',
  ])
})

test('what is loaded on demand or passed on is imported; what only has the beginning of a name is not', () => {
  expect(unused({ dependencies: { lazy: '1', passed: '1' } }, "export * from 'passed'\nexport const load = () => import('lazy')\n")).toEqual([])
  expect(unused({ dependencies: { pino: '1' } }, "import 'pino-pretty'\n")).toEqual(['package.json: nothing imports pino'])
})

test('types go with the package that they describe', () => {
  const manifest = { dependencies: { pg: '1' }, devDependencies: { '@types/pg': '1', '@types/node': '1', '@types/gone': '1' } }
  expect(unused(manifest, "import 'pg'\n")).toEqual(['package.json: nothing imports @types/gone'])
})

test('a reason that is not needed any more is named', () => {
  expect(unused({ devDependencies: { oxlint: '1' } }, '')).toEqual([])
  expect(unused({ devDependencies: { oxlint: '1' } }, "import 'oxlint'\n")).toEqual(['tools/imports/packages.ts: oxlint is imported and needs no reason'])
})
