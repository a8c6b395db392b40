import type { ForecastAnswer, ForecastCause } from '#areas/dashboards/contract/forecast.ts'
import type { WordsOf } from '#kit/web/i18n/words.ts'

/** A field of a CSV file; what a spreadsheet would take for a formula is told as text. */
const field = (value: string | number | null) => {
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value ?? '')
  return `"${text.replaceAll('"', '""')}"`
}

/** The dates as a file that spreadsheets open, one line for each cause, as they are on the page. */
export function saveForecast({ day, falls, others }: ForecastAnswer, words: WordsOf<'dashboards'>, textOf: (cause: ForecastCause) => string): void {
  const heads = ['date', 'score', 'falls_by', 'why'] as const
  const rows = falls.flatMap(({ day: on, after, causes }) =>
    causes.map((cause) => [on, after, cause.points, textOf(cause), cause.perimeter?.name ?? '', cause.owner?.name ?? '']),
  )
  const rest = others.days === 0 ? [] : [['', '', others.points, words('forecast.others', { days: others.days }), '', '']]
  const all = [[...heads.map((name) => words(`forecast.${name}`)), words('cockpit.perimeter'), words('forecast.owner')], ...rows, ...rest]
  const address = URL.createObjectURL(new Blob([`\uFEFF${all.map((row) => row.map(field).join(';')).join('\r\n')}`], { type: 'text/csv' }))
  Object.assign(document.createElement('a'), { href: address, download: `${words('pages.forecast')} ${day}.csv` }).click()
  // Nothing tells when the browser has taken it over, which a busy one does late.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
