import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkImports } from './check.ts'
import { fixImports } from './fix.ts'
import { knownCasts } from './known-casts.ts'

let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'imports-'))
})
afterEach(() => rmSync(root, { recursive: true }))

function findings(files: Record<string, string>): string[] {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  const result = checkImports(root)
  expect(result.files).toEqual(Object.keys(files).toSorted())
  return result.findings
}

const empty = 'export {}\n'

/** Imports `to` from `from`, where both exist. */
const planted = (from: string, to: string) => findings({ [to]: empty, [from]: `import '#${to}'\n` })

test.each([
  ['areas/actions/server/rules.ts', 'kit/server/data/store/store.ts'],
  ['areas/actions/server/rules.ts', 'areas/measures/server/index.ts'],
  ['areas/actions/server/rules.ts', 'areas/actions/contract/action.ts'],
  ['areas/actions/contract/action.ts', 'areas/measures/contract/measure.ts'],
  ['areas/actions/web/page.tsx', 'areas/measures/web/index.tsx'],
  ['areas/actions/web/page.tsx', 'areas/actions/locales/en.ts'],
  ['kit/server/data/store/store.ts', 'kit/server/access/grant.ts'],
  ['kit/server/http/routes.ts', 'kit/server/data/store/store.ts'],
  ['app/server/app.ts', 'areas/actions/server/rules.ts'],
  ['areas/actions/server/rules.test.ts', 'app/server/app.ts'],
  ['app/server/main.ts', 'platform/database/embedded.ts'],
  ['platform/backup/create.ts', 'platform/database/embedded.ts'],
  ['platform/audit/anchor.ts', 'kit/server/access/secrets.ts'],
  ['app/test/walks/shapes.ts', 'app/test/worlds/test-app.ts'],
  ['platform/audit/verify.test.ts', 'app/server/app.ts'],
])('%s may import %s', (from, to) => {
  expect(planted(from, to)).toEqual([])
})

test.each([
  ['areas/measures/server/rules.ts', 'areas/actions/server/index.ts', 'may not import areas/actions/server'],
  ['areas/actions/server/rules.ts', 'areas/risks/server/index.ts', 'may not import areas/risks/server'],
  ['areas/actions/server/rules.ts', 'areas/measures/server/rules.ts', 'may not import areas/measures/server'],
  ['areas/actions/web/page.tsx', 'areas/actions/server/rules.ts', 'may not import areas/actions/server'],
  ['areas/actions/web/page.tsx', 'kit/server/data/store/store.ts', 'may not import kit/server/data'],
  ['areas/actions/contract/action.ts', 'kit/web/ui/button.tsx', 'may not import kit/web'],
  ['kit/server/data/store/store.ts', 'areas/actions/contract/action.ts', 'may not import areas/actions/contract'],
  ['kit/server/access/grant.ts', 'kit/server/data/store/store.ts', 'may not import kit/server/data'],
  ['kit/contract/field.ts', 'kit/web/ui/button.tsx', 'may not import kit/web'],
  ['areas/actions/server/rules.ts', 'app/server/app.ts', 'nobody imports app'],
  ['areas/actions/server/rules.ts', 'platform/database/embedded.ts', 'nobody imports platform'],
  ['platform/database/embedded.ts', 'app/server/app.ts', 'platform stands on the kit alone'],
  ['platform/audit/verify.ts', 'areas/actions/server/index.ts', 'platform stands on the kit alone'],
  ['platform/audit/verify.ts', 'tools/program.ts', 'platform stands on the kit alone'],
  ['app/server/app.ts', 'app/test/worlds/test-app.ts', 'does not import what tests it'],
])('%s may not import %s', (from, to, reason) => {
  expect(planted(from, to)).toEqual([expect.stringContaining(`${from}: `)])
  expect(checkImports(root).findings[0]).toContain(reason)
})

test('type imports, re-exports and lazy imports obey the law too', () => {
  const to = { 'areas/risks/server/index.ts': empty }
  const from = 'areas/actions/server/rules.ts'
  for (const line of [
    `import type { A } from '#areas/risks/server/index.ts'`,
    `export * from '#areas/risks/server/index.ts'`,
    `export const load = () => import('#areas/risks/server/index.ts')`,
  ]) {
    expect(findings({ ...to, [from]: line })).toHaveLength(1)
  }
})

test('a cycle is found, also of types, and shown; a lazy import closes none', () => {
  const files = {
    'kit/web/ui/a.ts': `import './b.ts'`,
    'kit/web/ui/b.ts': `import type { C } from './c.ts'`,
    'kit/web/ui/c.ts': `export * from './a.ts'`,
  }
  expect(findings(files)).toEqual(['kit/web/ui/a.ts: is in a cycle: kit/web/ui/a.ts → kit/web/ui/b.ts → kit/web/ui/c.ts → kit/web/ui/a.ts'])
  expect(findings({ ...files, 'kit/web/ui/c.ts': `export const load = () => import('./a.ts')` })).toEqual([])
})

test('long files, unknown places, missing files, ways up and foreign packages are findings', () => {
  const one = (path: string, text: string) => {
    const found = findings({ [path]: text })
    rmSync(join(root, path))
    return found
  }
  expect(one('kit/web/ui/long.ts', 'export {}\n'.repeat(401))).toEqual([expect.stringContaining('401 lines')])
  expect(one('kit/web/ui/long.ts', 'export {}\n'.repeat(400))).toEqual([])
  expect(one('areas/gardens/server/rules.ts', empty)).toEqual([expect.stringContaining('"gardens" has no place')])
  expect(one('areas/actions/utils/x.ts', empty)).toEqual([expect.stringContaining('"utils" is not one of')])
  expect(one('kit/server/magic/x.ts', empty)).toEqual([expect.stringContaining('kit/server/magic has no place')])
  expect(one('kit/web/ui/x.ts', `import './gone.ts'`)).toEqual([expect.stringContaining('does not exist')])
  expect(one('kit/web/ui/x.ts', `import '../gone.ts'`)).toEqual([expect.stringContaining('leaves its folder')])
  expect(one('kit/contract/x.ts', `import 'kysely'`)).toEqual([expect.stringContaining('no package but zod')])
  expect(one('areas/actions/server/x.ts', `export const x = 1 as unknown as string`)).toEqual([expect.stringContaining('casts through')])
  expect(one('areas/actions/server/x.ts', `export const x = 1 as never`)).toEqual([expect.stringContaining('casts to never')])
  expect(one('kit/web/ui/x.ts', `export const x = 1 as never // it has never`)).toEqual([])
  // What was known may only become less, and says so when it does.
  const [known = ''] = Object.keys(knownCasts)
  expect(one(known, empty)).toEqual([expect.stringContaining('casts to never 0 times, not 2')])
  expect(one('areas/actions/web/x.tsx', `import { Link } from '@tanstack/react-router'`)).toEqual([expect.stringContaining('takes links from the router')])
  expect(one('areas/actions/web/x.tsx', `import { useLocation } from '@tanstack/react-router'`)).toEqual([])
})

test('a way out of a folder is rewritten from the root', () => {
  findings({
    'kit/web/ui/x.ts': `import { a } from '../api/a.ts'\nimport './y.ts'\n`,
    'kit/web/ui/y.ts': empty,
    'kit/web/api/a.ts': empty,
  })
  expect(fixImports(root)).toEqual(['kit/web/ui/x.ts'])
  expect(readFileSync(join(root, 'kit/web/ui/x.ts'), 'utf8')).toBe(`import { a } from '#kit/web/api/a.ts'\nimport './y.ts'\n`)
  expect(checkImports(root).findings).toEqual([])
})
