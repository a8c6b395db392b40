import type { Language } from '#kit/contract/catalogue.ts'
import type { Translate } from '#kit/server/http/words.ts'
import { writtenDay } from '#kit/contract/date-order.ts'

/** A message whose arguments may be messages themselves, days, or lists of them: kept as it is, said in the language of whoever reads it. */
export interface StoredMessage {
  readonly key: string
  readonly values?: Readonly<Record<string, MessageValue>>
}
/** `YYYY-MM-DD`. */
export interface MessageDay {
  readonly day: string
}
/** What an organisation calls in its own words, one for each language. */
export type MessageName = Readonly<Record<Language, string>>
export type MessageValue = string | number | StoredMessage | MessageDay | MessageName | readonly MessageValue[]

/** Says a kept value; a text of earlier releases, which kept what they had said, is given back. */
export function renderMessage(translate: Translate, value: MessageValue, lang: Language): string {
  if (typeof value !== 'object') return String(value)
  if (isList(value)) return value.map((one) => renderMessage(translate, one, lang)).join(', ')
  if ('en' in value) return value[lang]
  if ('day' in value) return writtenDay(value.day, lang)
  // Numbers stay numbers: plurals are chosen by them.
  const values =
    value.values &&
    Object.fromEntries(Object.entries(value.values).map(([name, one]) => [name, typeof one === 'number' ? one : renderMessage(translate, one, lang)]))
  return translate({ key: value.key, ...(values && { values }) }, lang)
}

const isList = (value: object): value is readonly MessageValue[] => Array.isArray(value)
