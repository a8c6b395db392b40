import { expect, test } from 'vitest'
import { en } from './en.ts'
import { fr } from './fr.ts'

const flatten = (words: object, path = ''): [string, string][] =>
  Object.entries(words).flatMap(([key, value]) => (typeof value === 'string' ? [[path + key, value] as [string, string]] : flatten(value, `${path}${key}.`)))

const argumentsOf = (text: string) => [...text.matchAll(/(?<!(?:one|other|=0) )\{(\w+)[,}]/g)].map((match) => match[1]).sort()

test('the second language says the same things with the same arguments', () => {
  const french = new Map(flatten(fr))
  const english = flatten(en)
  expect([...french.keys()].sort()).toEqual(english.map(([key]) => key).sort())
  for (const [key, text] of english) expect([...new Set(argumentsOf(french.get(key) ?? ''))], key).toEqual([...new Set(argumentsOf(text))])
})

test('French typography holds: no plain space before a double sign, no straight apostrophe', () => {
  const wrong = flatten(fr).filter(([, text]) => / [:;?!%»]|« |[a-zà-ÿ]'[a-zà-ÿ]/i.test(text))
  expect(wrong).toEqual([])
})
