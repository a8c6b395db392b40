import { expect, test } from 'vitest'

type Words = { readonly [key: string]: string | Words }
const modules = import.meta.glob<Record<string, Words>>(['../../{kit,areas/*}/locales/{en,fr}.ts', './{en,fr}.ts'], {
  eager: true,
})

const flatten = (words: Words, path = ''): [string, string][] =>
  Object.entries(words).flatMap(([key, value]) =>
    typeof value === 'string' ? [[path + key, value] as [string, string]] : flatten(value, `${path}${key}.`),
  )
const byText = (a: string, b: string) => (a < b ? -1 : 1)
const argumentsOf = (text: string) =>
  [...new Set([...text.matchAll(/(?<!(?:one|other|many|=\d+) )\{(\w+)[,}]/g)].map((match) => match[1] ?? ''))].toSorted(byText)

const folders = Object.keys(modules)
  .filter((file) => file.endsWith('/en.ts'))
  .map((file) => file.slice(0, -'en.ts'.length))

test.each(folders)('%s says the same with the same arguments in both languages', (folder) => {
  const english = flatten(modules[`${folder}en.ts`]?.['en'] ?? {})
  const french = new Map(flatten(modules[`${folder}fr.ts`]?.['fr'] ?? {}))
  expect(english.length).toBeGreaterThan(0)
  expect([...french.keys()].toSorted(byText)).toEqual(english.map(([key]) => key).toSorted(byText))
  expect(english.filter(([key, text]) => String(argumentsOf(text)) !== String(argumentsOf(french.get(key) ?? '')))).toEqual([])
})

test.each(folders)('%s keeps French typography', (folder) => {
  const wrong = flatten(modules[`${folder}fr.ts`]?.['fr'] ?? {}).filter(([, text]) =>
    / [:;?!%»]|« |[a-zà-ÿ]'[a-zà-ÿ]/i.test(text),
  )
  expect(wrong).toEqual([])
})
