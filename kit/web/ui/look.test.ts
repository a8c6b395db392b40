import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { classOf, looks } from './look.ts'

test('each look is a rule of the sheet, and each rule a look', () => {
  const rules = [...readFileSync(new URL('look.css', import.meta.url), 'utf8').matchAll(/^\.([\w-]+)/gm)].map(([, name]) => name)
  const declared = Object.entries(looks).flatMap(([property, values]) => values.map((value) => classOf(property, value)))
  expect(new Set(rules)).toEqual(new Set(['look-grid', 'look-row', 'look-stack', ...declared]))
})
