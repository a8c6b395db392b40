import type { Language } from '#kit/contract/catalogue.ts'

/** A day, `YYYY-MM-DD`, as people write it in texts that the server makes (I18N-03). */
export function writtenDay(day: string, lang: Language): string {
  const [year, month, date] = day.split('-')
  return lang === 'fr' ? `${date}/${month}/${year}` : `${month}/${date}/${year}`
}
