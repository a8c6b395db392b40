import { use } from 'react'
import { createTranslator, IntlErrorCode, type IntlError } from 'use-intl/core'
import type { Language } from '#kit/contract/catalogue.ts'
import type { Message } from '#kit/contract/errors.ts'
import type { en } from '#kit/locales/en.ts'
import { formatters } from './light-intl.ts'
import { currentLanguage, knownAreas, loadWords, messagesOf, useLanguage, type Messages } from './store.ts'

/**
 * The catalogues whose keys and arguments the compiler checks. An area adds its own beside its routes:
 * `declare module '#kit/web/i18n/words.ts' { interface Catalogues { actions: typeof en } }`
 */
export interface Catalogues {
  kit: typeof en
}

type Values = Readonly<Record<string, string | number | Date>>

/** Words of an area that has not declared its catalogue, or keys that are put together at run time. */
export interface LooseWords {
  (key: string, values?: Values): string
  has(key: string): boolean
}

/** Words with checked keys and arguments. */
export type WordsOf<A extends keyof Catalogues> = ReturnType<typeof createTranslator<Catalogues[A], never>>

/** What stands at a key of nested messages; nothing where there is none. */
function at(messages: Messages, key: string): unknown {
  let found: unknown = messages
  for (const step of key.split('.')) {
    if (found === null || found === undefined) return undefined
    found = (found as Messages)[step]
  }
  return found
}

/** Signs without which a text says itself: neither an argument, nor a choice, nor something quoted. */
const spoken = /[{}'<#]/

/**
 * The translator, but that plain texts are found and said as they stand: of all that a page says before its first picture nearly everything is, and the
 * library makes half a dozen objects for each, and an error for what it has not.
 */
function light(messages: Messages, translator: LooseWords): LooseWords {
  const say = (key: string, values?: Values) => {
    const found = at(messages, key)
    return typeof found === 'string' && !spoken.test(found) ? found : translator(key, values)
  }
  return Object.assign(say, translator, { has: (key: string) => (at(messages, key) ?? undefined) !== undefined })
}

const made = new WeakMap<Messages, LooseWords>()
const numbers = { en: 'en-US', fr: 'fr-FR' } as const

function translatorOf(messages: Messages, language = currentLanguage()): LooseWords {
  const existing = made.get(messages)
  if (existing) return existing
  const translator = createTranslator<Messages>({
    locale: numbers[language],
    messages,
    _formatters: formatters,
    getMessageFallback: ({ key }) => key,
    onError: (error: IntlError) => {
      if (import.meta.env.DEV || error.code !== IntlErrorCode.MISSING_MESSAGE) globalThis.reportError?.(error)
    },
  }) as unknown as LooseWords // its key type follows the messages, which are not known here
  const words = light(messages, translator)
  made.set(messages, words)
  return words
}

const nothing: Messages = {}
/** As React marks what it need not wait for. */
const settled = Object.assign(Promise.resolve(), { status: 'fulfilled', value: undefined })

/**
 * The words of an area in the reader's language. Suspends until they are loaded, which the area's own routes have seen to;
 * the component renders again when the language changes.
 */
export function useWords<A extends keyof Catalogues>(area: A): WordsOf<A>
export function useWords(area: string): LooseWords
export function useWords(area: string): unknown {
  useLanguage()
  const messages = messagesOf(area)
  // A promise that is made anew on every render would suspend for ever: only areas that have words are waited for. React goes on from where
  // a component stopped, and takes it ill (error 467) if that does not wait there again because the words have come.
  use(messages || !knownAreas().includes(area) ? settled : loadWords(area))
  return translatorOf(messages ?? nothing)
}

/** The words of an area outside components, which must be loaded. */
export const wordsOf = (area: string): LooseWords => translatorOf(messagesOf(area) ?? nothing)

/** Says a whole key such as `kit.errors.mandatory` outside components; a key that is not loaded is said as it is. */
export function translate(key: string, values?: Values): string {
  const dot = key.indexOf('.')
  const messages = messagesOf(key.slice(0, dot))
  const rest = key.slice(dot + 1)
  return messages ? translatorOf(messages)(rest, values) : key
}

/** What a key says in a language that may not be the one shown; nothing while the words of its area are not loaded in that one. */
export function translateIn(language: Language, key: string): string | undefined {
  const dot = key.indexOf('.')
  const messages = messagesOf(key.slice(0, dot), language)
  return messages && translatorOf(messages, language)(key.slice(dot + 1))
}

/** What `translate` answers, or nothing for a key that no catalogue has. */
export function translateIfKnown(key: string): string | undefined {
  const dot = key.indexOf('.')
  const messages = messagesOf(key.slice(0, dot))
  return messages && translatorOf(messages).has(key.slice(dot + 1)) ? translate(key) : undefined
}

/** The text of a message that came as a key with its arguments; a text that is not a key is said as it is. */
export const translateMessage = ({ key, values }: Message): string => translate(key, values)

/** The same as `translate`, for components: they render again when the language changes. */
export function useTranslate(): typeof translate {
  useLanguage()
  return translate
}
