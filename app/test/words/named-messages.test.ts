import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { languages } from '#kit/contract/catalogue.ts'
import { catalogues } from '#app/server/registry.ts'

/*
 * A key that the server names and no catalogue has is shown as itself (`incidents.messages.entered`): of whole keys each has its words in both languages, of keys
 * that are put together what their beginning names is there.
 */
const sources = globSync(['kit/{server,contract}/**/*.ts', 'areas/*/{server,contract}/**/*.ts', 'app/server/**/*.ts']).filter(
  (path) => !path.endsWith('.test.ts'),
)
const areas = Object.keys(catalogues).join('|')
/** Parts of keys are words of lower case, and codes at their end: names of files, jobs and columns are none. */
const whole = new RegExp(`['"\`]((?:${areas})\\.(?:[a-z][a-z0-9_]*\\.)+[A-Za-z][A-Za-z0-9_]*)['"\`]`, 'g')
const begun = new RegExp(`\`((?:${areas})(?:\\.[a-z][a-z0-9_]*)+)\\.\\$\\{`, 'g')

/** What begins what is put together, where no file has it begin in one area for all that it says. */
const first = /\b(?:translate|translateFor)\((?:\w+, )?`([a-z_]+)\./g

const wordsAt = (lang: (typeof languages)[number], key: string): unknown => {
  const [area = '', ...path] = key.split('.')
  return path.reduce<unknown>(
    (at, part) => (at as Record<string, unknown> | undefined)?.[part],
    (catalogues as Readonly<Record<string, Readonly<Record<string, unknown>>>>)[area]?.[lang],
  )
}

const named = (pattern: RegExp) => sources.flatMap((path) => [...readFileSync(path, 'utf8').matchAll(pattern)].map(([, key = '']) => ({ path, key })))

test.each(languages)('every message that server code names is said in %s', (lang) => {
  const keys = named(whole)
  expect(keys.length).toBeGreaterThan(800)
  expect(keys.filter(({ key }) => wordsAt(lang, key) === undefined).map(({ path, key }) => `${path}: ${key}`)).toEqual([])
})

test.each(languages)('every message that is put together begins in a catalogue in %s', (lang) => {
  const keys = named(begun)
  expect(keys.length).toBeGreaterThan(60)
  expect(keys.filter(({ key }) => typeof wordsAt(lang, key) !== 'object').map(({ path, key }) => `${path}: ${key}`)).toEqual([])
})

test('what is put together begins with the name of a catalogue', () => {
  // One that says all of one file begins it there.
  const keys = named(first).filter(({ path }) => !/const translate = .*`\w+\.\$\{key\}`/.test(readFileSync(path, 'utf8')))
  expect(keys.length).toBeGreaterThan(20)
  expect(keys.filter(({ key }) => !Object.hasOwn(catalogues, key)).map(({ path, key }) => `${path}: ${key}`)).toEqual([])
})
