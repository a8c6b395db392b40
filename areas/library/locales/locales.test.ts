import { expect, test } from 'vitest'
import { createTranslator } from 'use-intl/core'
import { en } from './en.ts'
import { fr } from './fr.ts'

type Words = { [key: string]: string | Words }

const flatten = (words: Words, path = ''): [string, string][] =>
  Object.entries(words).flatMap(([key, value]) => (typeof value === 'string' ? [[path + key, value] as [string, string]] : flatten(value, `${path}${key}.`)))

const argumentsOf = (text: string) => [...new Set([...text.matchAll(/\{(\w+)[,}]/g)].map(([, name = '']) => name))].toSorted((a, b) => a.localeCompare(b))

test('French says the same things with the same arguments, with one and with many', () => {
  const french = new Map(flatten(fr))
  for (const [key, text] of flatten(en)) {
    expect([key, argumentsOf(french.get(key) ?? '')]).toEqual([key, argumentsOf(text)])
    for (const count of [1, 2]) {
      const say = createTranslator({
        locale: 'fr',
        messages: fr,
        onError: (error) => {
          throw error
        },
      }) as unknown as (key: string, values: object) => string
      expect(say(key, Object.fromEntries(argumentsOf(text).map((name) => [name, count])))).toBeTruthy()
    }
  }
})

test('French typography holds: no plain space beside a double sign, no straight apostrophe', () => {
  expect(flatten(fr).filter(([, text]) => / [:;?!%»]|« |[a-zà-ÿ]'[a-zà-ÿ]/i.test(text))).toEqual([])
})
