import { expect, test } from 'vitest'
import type { Language } from '#kit/contract/catalogue.ts'
import { texts } from '#app/test/words/texts.ts'

/*
 * Sentences begin with their subject, a noun of the field: not with a clause that stands for one ("What was sent stays", "Whoever manages it", "Those of a group").
 * A question may.
 */
const clauses: Readonly<Record<Language, string>> = {
  en: '(?:(?:Of|From|To|For|On|In|By|At|With|About) (?:those|whom|what|whoever)|What|Whatever|Whoever|Whom?|Whose|Those)\\b',
  fr: '(?:(?:Tout |De |À |Sur |Pour |Avec )?(?:[Cc]e (?:qui|dont|que|(?:à|sur|sans|pour|en) quoi)\\b|[Cc]e qu’)|(?:De |À |Pour |Tous |Toutes )?(?:[Cc]eux|[Cc]elles?|[Cc]elui)(?![-\\p{L}])|Quiconque|(?:Qui|(?:De|À|Pour) qui)\\b|Que\\b|(?:À|De|Pour|Avec|Sur) quoi\\b)',
}

/** Texts that the specification words so. */
const specified = ['What moved']

/** Where a sentence may begin: a text, a point of a list, a cell of a table, what a message chooses, and after the end of another. */
const begins = '(?:^|\\{|[.!?…|][*”»]*\\s+)(?:[-#|*]+\\s*)*'

const sentences = (text: string, lang: Language): string[] =>
  [...text.matchAll(new RegExp(`${begins}(${clauses[lang]}[^.?!…|]*)(.?)`, 'gu'))]
    .filter(([, , end]) => end !== '?')
    .map(([, sentence = '']) => sentence)
    .filter((sentence) => !specified.some((one) => sentence.startsWith(one)))

test.each(['en', 'fr'] as const)('every sentence begins with its subject: %s', (lang) => {
  expect(texts[lang].flatMap(([where, text]) => sentences(text, lang).map((sentence) => `${where}: ${sentence}`))).toEqual([])
})

test('each text that the specification words stands somewhere', () => {
  for (const one of specified) expect(texts.en.some(([, text]) => text.includes(one))).toBe(true)
})

test('a clause in the place of a subject is found', () => {
  for (const text of [
    'What you send stays',
    'It is kept. What you send stays',
    '- **Whoever** manages it',
    '{count, plural, one {What becomes of it} other {Those of all}}',
    '| A | Those that answer',
  ])
    expect(sentences(text, 'en'), text).not.toEqual([])
  for (const text of ['Ce qui est dit reste', 'Envoyé. Ceux du groupe', 'Tout ce que vous faites', 'Qui peut lire', 'À quoi il sert'])
    expect(sentences(text, 'fr'), text).not.toEqual([])
  for (const text of ['What happened?', 'Who sees “{name}”?', 'Nobody knows what', 'What moved']) expect(sentences(text, 'en'), text).toEqual([])
  for (const text of ['Qui voit «\u00a0{name}\u00a0»\u00a0?', 'Ceux-ci restent', 'Quitter la page', 'Celui-ci reste'])
    expect(sentences(text, 'fr'), text).toEqual([])
})
