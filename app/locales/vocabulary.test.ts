import { describe, expect, test } from 'vitest'
import type { Language } from '#kit/contract/catalogue.ts'
import { texts } from '#app/test/words/texts.ts'
import { vocabulary, type Term } from './vocabulary.ts'

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
