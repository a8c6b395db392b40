import type { useFormat } from '#kit/web/i18n/format.ts'
import { shownScore } from '#kit/contract/shown-score.ts'
import { isBetter } from '#kit/contract/tone.ts'

type Format = ReturnType<typeof useFormat>

/** A value in its unit, as everywhere else: percentages without decimals, money and days by their own words. */
export function amount(format: Format, value: number | null | undefined, unit: string | null): string {
  if (value === null || value === undefined) return '–'
  switch (unit) {
    case 'percent':
      return format.percent(shownScore(value))
    case 'days':
      return format.days(value)
    case 'keuro':
      return format.keuro(value)
    case null:
      return format.number(value)
    default:
      return `${format.number(value)} ${unit}`
  }
}

/** A difference of two values, as both are shown; nothing where either is not known. */
export function difference(format: Format, value: number | null, before: number | null, unit: string | null): string | null {
  if (value === null || before === null) return null
  const [now, then] = unit === 'percent' ? [shownScore(value) ?? 0, shownScore(before) ?? 0] : [value, before]
  const points = Math.round((now - then) * 100) / 100
  return points === 0 ? '=' : format.signed(points)
}

/** Whether a difference is good news, told of what is shown of both. */
export const betterAsShown = (value: number | null, before: number | null, { unit, rises }: { readonly unit: string | null; readonly rises: boolean | null }) =>
  unit === 'percent' ? isBetter(shownScore(value), shownScore(before), rises) : isBetter(value, before, rises)
