import type { Debt } from '#areas/exemptions/contract/exemption-debt.ts'
import type { WordsOf } from '#kit/web/i18n/words.ts'

type Words = WordsOf<'exemptions'>

/** How long ago, as people say it: years and months, months, or days. */
export function ageText(t: Words, days: number): string {
  const months = Math.floor(days / 30.44)
  if (months === 0) return t('debt.days', { days })
  return months < 12 ? t('debt.only_months', { months }) : t('debt.years', { years: Math.floor(months / 12), months: months % 12 })
}

/** A field of a CSV file; what a spreadsheet would take for a formula is told as text. */
const field = (value: string | number | null) => {
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value ?? '')
  return `"${text.replaceAll('"', '""')}"`
}

/** The bars as a file that spreadsheets open, as they are on the page. */
export function saveDebt({ day, perimeters }: Debt, t: Words): void {
  const heads = [
    t('debt.perimeter'),
    t('debt.with'),
    t('debt.without'),
    t('debt.points'),
    t('debt.ages.young'),
    t('debt.ages.middle'),
    t('debt.ages.old'),
    t('debt.in_force'),
    t('debt.renewals'),
  ]
  const rows = perimeters.map(({ name, with: eased, without, points, by_age, in_force, renewals }) => [
    name,
    eased,
    without,
    points,
    ...by_age,
    in_force,
    renewals,
  ])
  const text = [heads, ...rows].map((row) => row.map(field).join(';')).join('\r\n')
  const address = URL.createObjectURL(new Blob([`\uFEFF${text}`], { type: 'text/csv' }))
  const link = Object.assign(document.createElement('a'), { href: address, download: `${t('pages.exemption_debt')} ${day}.csv` })
  link.click()
  URL.revokeObjectURL(address)
}
