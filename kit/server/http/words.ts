import { _createCache, _createIntlFormatters, createTranslator, IntlErrorCode, type IntlError } from 'use-intl/core'
import { languages, type Language } from '#kit/contract/catalogue.ts'
import type { Message } from '#kit/contract/errors.ts'
import { withMinus } from '#kit/contract/signed-number.ts'

type Messages = Readonly<Record<string, unknown>>
/** Translates a message into a language. */
export type Translate = (message: Message | string, lang: Language) => string

const intl = _createIntlFormatters(_createCache())
/** Numbers in messages are written as they are in the interface. */
const formatters: typeof intl = {
  ...intl,
  getNumberFormat: (locale, options) => {
    const format = intl.getNumberFormat(locale, options)
    return { format: (value: number) => withMinus(format.format(value)) } as Intl.NumberFormat
  },
}

/** The catalogues of the kit and of every area, by area name, as one function; an unknown key comes back as itself. */
export function translatorFor(catalogues: Readonly<Record<string, Readonly<Record<Language, Messages>>>>): Translate {
  const translators = new Map(
    languages.map((lang) => {
      const messages = Object.fromEntries(Object.entries(catalogues).map(([area, texts]) => [area, texts[lang]]))
      return [
        lang,
        createTranslator({
          locale: lang,
          messages: messages as never,
          _formatters: formatters,
          onError: (error: IntlError) => {
            if (error.code !== IntlErrorCode.MISSING_MESSAGE) throw error
          },
        }),
      ] as const
    }),
  )
  return (message, lang) => {
    const { key, values } = typeof message === 'string' ? { key: message } : message
    const one = translators.get(lang) as unknown as (key: string, values?: Message['values']) => string
    return one(key, values)
  }
}

/** The language a request without a session asks for (I18N-02): French if it is preferred, else English. */
export function preferredLanguage(acceptLanguage: string | undefined): Language {
  return /^\s*fr\b/i.test(acceptLanguage ?? '') ? 'fr' : 'en'
}
