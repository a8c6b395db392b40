import { readFileSync } from 'node:fs'
import type { Language } from '#kit/contract/catalogue.ts'

type Words = { readonly [key: string]: string | Words }
const catalogues = import.meta.glob<Record<string, Words>>(['../../../{kit,areas/*}/locales/{en,fr}.ts', '../../locales/{en,fr}.ts'], { eager: true })
const pages = import.meta.glob<string>('../../../areas/help/pages/*/*.md', { query: '?raw', import: 'default', eager: true })

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

const textsOf = (lang: Language): [string, string][] => [
  ...Object.entries(catalogues)
    .filter(([file]) => languageOf(file) === lang)
    .flatMap(([file, { [lang]: words = {} }]) => flatten(words, file)),
  ...Object.entries(pages)
    .filter(([file]) => languageOf(file) === lang)
    .flatMap(([file, page]) => lines(file, page)),
]

/** All that the product says in a language, catalogues, help pages, README and OPERATIONS, each text with where it stands. */
export const texts: Readonly<Record<Language, readonly (readonly [string, string])[]>> = {
  en: [...textsOf('en'), ...['README.md', 'docs/OPERATIONS.md'].flatMap((file) => lines(file, readFileSync(file, 'utf8')))],
  fr: textsOf('fr'),
}
