import { useLanguage } from '#kit/web/i18n/store.ts'

interface Named {
  readonly name_en: string | null
  readonly name_fr: string | null
}

/** A name in the reader's language where there is one. */
export function useName(): (named: Named) => string {
  const language = useLanguage()
  return ({ name_en, name_fr }) => (language === 'fr' ? (name_fr ?? name_en) : (name_en ?? name_fr)) ?? '—'
}

/** The reader's language first, then English, then as they stand. */
export function useLanguageOrder(): (languages: readonly string[]) => string[] {
  const own = useLanguage()
  const rank = (language: string) => (language === own ? 0 : language === 'en' ? 1 : 2)
  return (languages) => languages.toSorted((a, b) => rank(a) - rank(b))
}

/** What to show of texts by language: in the chosen one, else in any. */
export const textIn = (texts: Readonly<Record<string, string>>, language: string): string => texts[language] ?? texts['en'] ?? Object.values(texts)[0] ?? ''
