import { expect, test } from 'vitest'
import { languages } from '#kit/contract/catalogue.ts'
import { registeredRoutes } from './registry.ts'

const catalogues = import.meta.glob<
  Readonly<Record<string, { readonly entities?: Readonly<Record<string, { readonly none?: string; readonly none_text?: string }>> }>>
>('../../areas/*/locales/{en,fr}.ts', { eager: true })
const lists = registeredRoutes.flatMap(({ area, entity }) => (entity === undefined ? [] : [{ area, entity }]))

test('every list that is still empty says what it is for, in both languages', () => {
  expect(lists.length).toBeGreaterThan(15)
  const silent = lists.flatMap(({ area, entity }) =>
    languages
      .filter((lang) => {
        const words = catalogues[`../../areas/${area}/locales/${lang}.ts`]?.[lang]?.entities?.[entity]
        return !words?.none || (words.none_text ?? '').length < 40
      })
      .map((lang) => `${area}.entities.${entity} (${lang})`),
  )
  expect(silent).toEqual([])
})

test('it teaches in one sentence', () => {
  const longer = lists.flatMap(({ area, entity }) =>
    languages
      .filter((lang) => /[.!?]\s/.test(catalogues[`../../areas/${area}/locales/${lang}.ts`]?.[lang]?.entities?.[entity]?.none_text ?? ''))
      .map((lang) => `${area}.entities.${entity} (${lang})`),
  )
  expect(longer).toEqual([])
})
