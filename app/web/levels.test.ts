import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { resources } from '#app/server/registry.ts'

test('a choice of levels says so, lowest first, so that lists, records and filters draw it by the same bars', () => {
  const choices = [...resources.values()].flatMap(({ def: { name, fields } }) =>
    Object.entries(fields).flatMap(([field, { kind, options }]) => (kind === 'choice' ? [{ of: `${name}.${field}`, ...options }] : [])),
  )
  const levels = choices.filter(({ values = [] }) => ['LOW', 'HIGH'].every((value) => values.includes(value)))
  expect(levels.map(({ of }) => of)).toContain('supplier.criticality')
  const order = ['VERY_LOW', 'LOW', 'MEDIUM', 'HIGH', 'VERY_HIGH', 'CRITICAL']
  for (const { of, values = [], ranked } of levels) expect([of, ranked]).toEqual([of, order.filter((value) => values.includes(value))])
})

test('levels are drawn by the kit alone', () => {
  const screens = globSync('{app,areas,kit}/**/*.tsx').filter((file) => file !== 'kit/web/ui/level.tsx')
  // A place among levels that becomes a number of bars is the drawing of a level.
  expect(screens.filter((file) => /<StatusBadge[^>]*criticality|Math\.ceil\([^\n]*levels\.length/.test(readFileSync(file, 'utf8')))).toEqual([])
})
