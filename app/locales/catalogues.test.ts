import { expect, test } from 'vitest'

type Words = { readonly [key: string]: string | Words }
const modules = import.meta.glob<Record<string, Words>>(['../../{kit,areas/*}/locales/{en,fr}.ts', './{en,fr}.ts'], {
  eager: true,
})

const pages = import.meta.glob<string>('../../areas/help/pages/fr/*.md', { query: '?raw', import: 'default', eager: true })

/** A double sign without its unbreakable space, guillemets without theirs, a straight apostrophe, three full stops, or somebody addressed in brackets. */
const mistyped = / [:;?!%»]|[\p{L}\d})][;?!»](?!\p{L})|[\p{L})}]:(?:\s|$)|«(?!\u00a0)|\p{L}'\p{L}|\.\.\.|\(e\)/iu

const flatten = (words: Words, path = ''): [string, string][] =>
  Object.entries(words).flatMap(([key, value]) => (typeof value === 'string' ? [[path + key, value] as [string, string]] : flatten(value, `${path}${key}.`)))
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
  const wrong = flatten(modules[`${folder}fr.ts`]?.['fr'] ?? {}).filter(([, text]) => mistyped.test(text))
  expect(wrong).toEqual([])
})

test.each(Object.entries(pages))('the help page %s keeps French typography', (_, page) => {
  // Addresses and code are no prose.
  const prose = page.replaceAll(/`[^`]*`|\]\([^)]*\)|https?:\S+/g, '')
  expect(prose.split('\n').filter((line) => mistyped.test(line))).toEqual([])
})

test('what is mistyped is found', () => {
  for (const text of ['Vraiment ?', 'Vraiment?', 'Ainsi:', 'Ainsi :', '10 %', '« oui »', '«oui»', "l'eau", 'connecté(e)', 'Nom : {name}; suite', 'Attendez...'])
    expect(text).toMatch(mistyped)
  for (const text of [
    'Vraiment\u00a0?',
    'Ainsi\u00a0: oui',
    '10\u00a0%',
    '«\u00a0oui\u00a0»',
    'l’eau',
    'https://exemple.fr',
    '{name}\u00a0: {count, plural, one {# jour} other {# jours}}',
    'Attendez…',
  ])
    expect(text).not.toMatch(mistyped)
})
