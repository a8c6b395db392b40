import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Language } from '#kit/contract/catalogue.ts'
import { vocabulary, type Term } from './vocabulary.ts'

type Words = { readonly [key: string]: string | Words }
const catalogues = import.meta.glob<Record<string, Words>>(['../../{kit,areas/*}/locales/{en,fr}.ts', './{en,fr}.ts'], { eager: true })
const pages = import.meta.glob<string>('../../areas/help/pages/*/*.md', { query: '?raw', import: 'default', eager: true })

const flatten = (words: Words, path: string): [string, string][] =>
  Object.entries(words).flatMap(([key, value]) =>
    typeof value === 'string' ? [[`${path}.${key}`, spoken(value)] as [string, string]] : flatten(value, `${path}.${key}`),
  )
const languageOf = (file: string): Language => (/\/fr(?:\/|\.ts)/.test(file) ? 'fr' : 'en')
/** What chooses among the texts of a message is not said. */
const spoken = (text: string) => text.replaceAll(/(?<=(?:select,|\}) )[\w=]+(?= \{)/g, '')
/** Addresses and code are no prose. */
const prose = (page: string) => page.replaceAll(/```[^]*?```|`[^`]*`|\]\([^)]*\)|https?:\S+/g, ' ')
const lines = (name: string, page: string) =>
  prose(page)
    .split('\n')
    .map((line, n): [string, string] => [`${name}:${n + 1}`, line])

const texts: Readonly<Record<Language, readonly (readonly [string, string])[]>> = {
  en: [...textsOf('en'), ...['README.md', 'docs/OPERATIONS.md'].flatMap((file) => lines(file, readFileSync(file, 'utf8')))],
  fr: textsOf('fr'),
}
function textsOf(lang: Language): [string, string][] {
  return [
    ...Object.entries(catalogues)
      .filter(([file]) => languageOf(file) === lang)
      .flatMap(([file, { [lang]: words = {} }]) => flatten(words, file)),
    ...Object.entries(pages)
      .filter(([file]) => languageOf(file) === lang)
      .flatMap(([file, page]) => lines(file, page)),
  ]
}

/** A refused word where it stands by itself: not inside another word, nor inside an argument of a message. Signs are refused wherever they stand. */
const refusedBy = (term: Term, lang: Language): RegExp | null => {
  const refused = (term[lang].refused ?? []).map((one) => (one.startsWith('\\') ? one : `(?<![\\p{L}{_-])(?:${one})(?![\\p{L}_}-])`))
  return refused.length === 0 ? null : new RegExp(refused.join('|'), 'iu')
}
const isExcepted = (term: Term, text: string) => (term.except ?? []).some((one) => text.includes(one.text))

describe.each(['en', 'fr'] as const)('%s', (lang) => {
  test.each(vocabulary.map((term) => [term[lang].word, term] as const))('says “%s”', (_, term) => {
    const refused = refusedBy(term, lang)
    expect(texts[lang].filter(([, text]) => refused?.test(text) && !isExcepted(term, text))).toEqual([])
  })
})

test('each exception still stands in a text, and every term says why', () => {
  for (const { why, except = [] } of vocabulary) {
    expect(why).not.toBe('')
    for (const { text } of except)
      expect(
        texts.en.some(([, each]) => each.includes(text)),
        text,
      ).toBe(true)
  }
})

test('a refused word is found where it stands by itself', () => {
  const found = (word: string, lang: Language, text: string) =>
    vocabulary.filter((term) => term[lang].word === word).some((term) => refusedBy(term, lang)?.test(text) === true && !isExcepted(term, text))
  expect(found('catalogue', 'en', 'From the shared catalog')).toBe(true)
  expect(found('catalogue', 'en', 'Object copied successfully in your catalog')).toBe(false)
  expect(found('manager', 'en', '{owner} gets a reminder')).toBe(false)
  expect(found('manager', 'en', 'Measure without an owner')).toBe(true)
  expect(found('60%', 'en', 'Below {value} %')).toBe(true)
  expect(found('60 %', 'fr', 'Sous {value}\u00a0%')).toBe(false)
  expect(found('60 %', 'fr', 'Sous {value}%')).toBe(true)
})
