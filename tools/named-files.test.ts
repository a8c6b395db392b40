import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const there = (pattern: string) => globSync(pattern, { cwd: root }).length > 0
/** Paths from the root in backticks; those with `<…>` or a date to fill in say a form. */
const named = /`((?:app|areas|bench|demo|docs|e2e|kit|migrations|platform|tools)\/[^`\s<]*)`/g
const form = /YYYY|\bX\b/

/** What a page says of a file that is not there. */
const lost = (page: string): string[] =>
  [...page.matchAll(named)].flatMap(([, path = '']) => (form.test(path) || there(path) || there(`${path}.*`) ? [] : [path]))

test('sees a path that leads nowhere, and takes one without its extension, in braces or with a star', () => {
  expect(lost('`tools/no-such-file.ts`, `kit/server/data/work-*.ts`')).toEqual(['tools/no-such-file.ts', 'kit/server/data/work-*.ts'])
  expect(lost('`tools/named-files.test`, `areas/help/pages/{en,fr}/records.md`, `kit/server/data/work/*.ts`, `areas/<area>/x.ts`')).toEqual([])
})

test('every file that CONTRIBUTING, README and a page of docs name is there', () => {
  const pages = ['CONTRIBUTING.md', 'README.md', ...globSync('docs/**/*.md', { cwd: root })]
  expect(pages.length).toBeGreaterThan(80)
  expect(pages.flatMap((page) => lost(readFileSync(join(root, page), 'utf8')).map((path) => `${page}: ${path}`))).toEqual([])
})
