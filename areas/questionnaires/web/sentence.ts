import { numbersOf } from '#areas/questionnaires/contract/faults.ts'
import { isClosed, questionsOf, textIn, type Condition, type Conditions, type Structure } from '#areas/questionnaires/contract/structure.ts'
import { sentence as en } from '#areas/questionnaires/locales/sentence-en.ts'
import { sentence as fr } from '#areas/questionnaires/locales/sentence-fr.ts'
import { levelName, type Level } from '#kit/contract/level.ts'

const words = { en, fr }
type Lang = keyof typeof words
const filled = (text: string, values: Readonly<Record<string, string | number>>) =>
  text.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))

/** Conditions in plain words, in either language: whoever writes both texts reads both sentences. */
export function sentenceOf(structure: Structure, conditions: Conditions, lang: Lang, levels: readonly Level[] = []): string {
  const groups = conditions.filter((group) => group.length > 0)
  if (groups.length === 0) return words[lang].always
  return filled(words[lang].when, {
    what: groups.map((group) => group.map((one) => phraseOf(structure, one, lang, levels)).join(words[lang].and)).join(words[lang].or),
  })
}

/** One condition in plain words. */
export function phraseOf(structure: Structure, one: Condition, lang: Lang, levels: readonly Level[] = []): string {
  const say = words[lang]
  const quote = (text: string) => filled(say.quote, { text })
  if (one.type === 'ACCUMULATOR') {
    const found = structure.accumulators.find(({ key }) => key === one.accumulator)
    return filled(say.accumulator[one.operator], { what: (found && textIn(found, 'name', lang)) || one.accumulator, value: one.value, to: one.to ?? one.value })
  }
  const question = questionsOf(structure).find(({ key }) => key === one.question)
  const named = one.values.map((value) => {
    if (question && isClosed(question.type)) {
      const option = question.options.find(({ key }) => key === value)
      return quote((option && textIn(option, 'label', lang)) || String(value))
    }
    const level = question?.type === 'SCALE' ? levels.find((each) => each.value === value) : undefined
    return level ? quote(levelName(level, lang)) : String(value)
  })
  const what = question ? `${numbersOf(structure).get(one.question)} ${quote(textIn(question, 'text', lang) || question.key)}` : one.question
  const values = named.length > 1 ? `${named.slice(0, -1).join(', ')}${say.or_value}${named.at(-1)}` : (named[0] ?? '…')
  return filled(say.answer[one.operator], { what, values })
}
