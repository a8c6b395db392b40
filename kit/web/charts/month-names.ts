import type { Language } from '#kit/contract/catalogue.ts'

/** As Intl says them, of which the first question takes a browser as long as all bars of a chart. */
const shortMonths = {
  en: 'Jan Feb Mar Apr May Jun Jul Aug Sept Oct Nov Dec',
  fr: 'janv. févr. mars avr. mai juin juil. août sept. oct. nov. déc.',
} as const

/** Months (`YYYY-MM…`) as an axis names them: each by its short name, the first and every January with its year on a second line. */
export function monthNames(months: readonly string[], language: Language): string[] {
  const names = shortMonths[language].split(' ')
  return months.map((month, at) => {
    const [year, number] = month.split('-')
    return `${names[Number(number) - 1]}${at === 0 || number === '01' ? `\n${year}` : ''}`
  })
}
