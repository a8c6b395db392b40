import { translatorFor } from '#kit/server/http/words.ts'
import { en } from '#areas/reviews/locales/en.ts'
import { fr } from '#areas/reviews/locales/fr.ts'

const say = translatorFor({ suggest: { en: en.suggest, fr: fr.suggest } })

/** What is suggested, in both languages: who opens a review is not who reads it. */
export const suggestion = (what: keyof typeof en.suggest, values: Readonly<Record<string, string | number>> = {}) => {
  const message = { key: `suggest.${what}`, values: { ...values } }
  return { description_en: say(message, 'en'), description_fr: say(message, 'fr') }
}
