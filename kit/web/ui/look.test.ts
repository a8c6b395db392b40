import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { looks, ruleOf } from './look.ts'

test('each look is a rule of the sheet, and each rule a look', () => {
  const rules = new Set([...readFileSync(new URL('look.module.css', import.meta.url), 'utf8').matchAll(/^\.([\w-]+)/gm)].map(([, name]) => name))
  const declared = Object.entries(looks).flatMap(([property, values]) => values.map((value) => ruleOf(property, value)))
  expect([...rules].toSorted()).toEqual(['grid', 'row', 'stack', ...declared].toSorted())
})
