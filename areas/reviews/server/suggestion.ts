import { en } from '#areas/reviews/locales/en.ts'
import { fr } from '#areas/reviews/locales/fr.ts'

/** What is suggested, in both languages: who opens a review is not who reads it. */
export const suggestion = (what: keyof typeof en.suggest, values: Readonly<Record<string, string | number>> = {}) => {
  const filled = (text: string) => text.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))
  return { description_en: filled(en.suggest[what]), description_fr: filled(fr.suggest[what]) }
}
