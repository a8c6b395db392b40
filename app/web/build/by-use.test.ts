import { expect, test } from 'vitest'
import { placesByUse } from './by-use.ts'

const select = '/node_modules/@floating-ui/dom.js'
const form = '/node_modules/react-hook-form/index.js'
const imports: Readonly<Record<string, readonly string[]>> = {
  '/areas/gaps/web/gaps-page.tsx': ['/areas/gaps/web/list.tsx', '/kit/web/dates.ts', '/areas/gaps/web/only-here.ts', '/kit/web/comments.tsx'],
  '/areas/gaps/web/all-gaps-page.tsx': ['/areas/gaps/web/list.tsx', '/areas/gaps/web/filter.tsx'],
  '/areas/gaps/web/debt-page.tsx': ['/areas/gaps/web/filter.tsx', '/areas/gaps/web/list.tsx', '/areas/gaps/web/dialog.tsx'],
  '/areas/risks/web/risks-page.tsx': ['/areas/gaps/web/badge.tsx', '/kit/web/dates.ts', '/kit/web/editor.tsx'],
  '/areas/risks/web/register-page.tsx': ['/areas/gaps/web/badge.tsx', '/kit/web/editor.tsx'],
  '/areas/gaps/web/list.tsx': ['/areas/gaps/web/badge.tsx'],
  '/areas/gaps/web/details.tsx': ['/areas/gaps/web/dialog.tsx'],
  '/kit/web/remarks.tsx': ['/kit/web/comments.tsx'],
  '/areas/gaps/web/filter.tsx': [select],
  '/kit/web/editor.tsx': [form],
}
const pages = new Map(['gaps-page', 'all-gaps-page', 'debt-page'].map((name) => [`/areas/gaps/web/${name}.tsx`, 'gaps']))
for (const name of ['risks-page', 'register-page']) pages.set(`/areas/risks/web/${name}.tsx`, 'risks')
/** What is loaded when a part is opened. */
const opens: Readonly<Record<string, readonly string[]>> = {
  '/areas/gaps/web/list.tsx': ['/areas/gaps/web/details.tsx'],
  '/kit/web/editor.tsx': ['/kit/web/remarks.tsx'],
}
const places = placesByUse(
  pages,
  (id) => imports[id] ?? [],
  (id) => opens[id] ?? [],
)

test('a module stands with what the same pages read, apart where a library is heavy or a part that others open needs it, and parts are not placed', () => {
  expect(Object.fromEntries(places)).toEqual({
    '/areas/gaps/web/gaps-page.tsx': 'page-gaps-gaps-page',
    '/areas/gaps/web/only-here.ts': 'page-gaps-gaps-page',
    '/areas/gaps/web/all-gaps-page.tsx': 'page-gaps-all-gaps-page',
    '/areas/gaps/web/debt-page.tsx': 'page-gaps-debt-page',
    '/areas/risks/web/risks-page.tsx': 'page-risks-risks-page',
    '/areas/risks/web/register-page.tsx': 'page-risks-register-page',
    '/areas/gaps/web/list.tsx': 'own-gaps',
    '/areas/gaps/web/filter.tsx': 'own-gaps-fields',
    [select]: 'fields',
    '/areas/gaps/web/badge.tsx': 'shared-gaps',
    '/kit/web/dates.ts': 'kit',
    '/kit/web/comments.tsx': 'kit-opened',
    '/areas/gaps/web/dialog.tsx': 'own-gaps',
    '/kit/web/editor.tsx': 'forms',
    [form]: 'forms',
  })
})

test('no two files import each other', () => {
  const reads = new Map<string, Set<string>>()
  for (const [id, place] of places) {
    const of = reads.get(place) ?? new Set()
    for (const imported of imports[id] ?? []) if (places.get(imported) !== place) of.add(places.get(imported) ?? '')
    reads.set(place, of)
  }
  const behind = (place: string, seen: readonly string[] = []): boolean =>
    [...(reads.get(place) ?? [])].some((next) => next === seen[0] || behind(next, [...(seen.length > 0 ? seen : [place]), next]))
  for (const place of reads.keys()) expect(behind(place), place).toBe(false)
})
