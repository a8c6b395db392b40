import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { languages } from '#kit/contract/catalogue.ts'
import { moveBetween, movesOf, statesOf, type WorkItem } from '#kit/contract/work-item.ts'
import { startWords } from '#kit/web/i18n/start.ts'
import { loadWords, registerCatalogues } from '#kit/web/i18n/store.ts'
import { moveVerb } from '#kit/web/work/work-words.ts'
import { catalogues } from '#app/server/registry.ts'

/*
 * The button of a dialog says the verb that opened it, and no verb says only that somebody agrees, or only what leads out of any dialog: beside a cross called
 * "Close" a button "Close" says nothing.
 */
type Words = { readonly [key: string]: string | Words }
const wordsByArea = catalogues as unknown as Readonly<Record<string, Readonly<Record<'en' | 'fr', Words>>>>
const declared = import.meta.glob<Record<string, unknown>>('../../../areas/*/contract/*work.ts', { eager: true })
const isWork = (value: unknown): value is WorkItem => typeof value === 'object' && value !== null && 'states' in value && 'moves' in value && 'entity' in value
const works = Object.values(declared).flatMap((module) => Object.values(module).filter(isWork))
const mute = /^(confirm|confirmer|yes|oui|continue|continuer|close|fermer|cancel|annuler|apply|appliquer)$/i

beforeAll(() => {
  vi.stubGlobal('document', { documentElement: {} })
  registerCatalogues(Object.fromEntries(Object.keys(wordsByArea).map((area) => [area, async (language: 'en' | 'fr') => wordsByArea[area]?.[language] ?? {}])))
})
afterAll(() => vi.unstubAllGlobals())

describe.each(languages)('in %s', (language) => {
  beforeAll(async () => {
    await startWords(language, ['kit'])
    await Promise.all([...new Set(works.map(({ entity }) => entity.area))].map((area) => loadWords(area)))
  })

  test('every transition of every lifecycle asks under its own verb', () => {
    const moves = works.flatMap((work) =>
      movesOf(work).flatMap(([name, { from, to }]) => from.map((one) => ({ what: `${work.entity.name}.${name}`, verb: moveVerb(work, one, to) }))),
    )
    expect(moves.length).toBeGreaterThan(80)
    expect(moves.filter(({ verb }) => mute.test(verb) || verb.includes('.'))).toEqual([])
  })

  test('so does what no move is named for, and a date that is moved', () => {
    const ways = works.flatMap((work) => {
      const states = statesOf(work)
      return states.flatMap((from) => [null, ...states].map((to) => ({ work, from, to })))
    })
    const unnamed = ways.filter(({ work, from, to }) => to === null || !moveBetween(work, from, to))
    expect(unnamed.length).toBeGreaterThan(works.length)
    expect(unnamed.map(({ work, from, to }) => moveVerb(work, from, to)).filter((verb) => mute.test(verb) || verb.includes('.'))).toEqual([])
  })

  test('what says nothing but "confirm" confirms a suggestion beside it, or the domain of an identity provider, and answers no question', () => {
    const flat = (words: Words, path: string): [string, string][] =>
      Object.entries(words).flatMap(([key, text]) => (typeof text === 'string' ? [[`${path}.${key}`, text] as [string, string]] : flat(text, `${path}.${key}`)))
    const bare = Object.entries(wordsByArea).flatMap(([area, words]) => flat(words[language], area).filter(([, text]) => /^confirm(er)?$/i.test(text)))
    expect(bare.map(([key]) => key).toSorted()).toEqual(['access.auth_config.confirm', 'campaigns.answer.confirm', 'policies.linking.confirm'])
  })
})
