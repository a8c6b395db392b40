import { translate } from '#kit/web/i18n/words.ts'

/** What the server would say against a target score, in its words. */
export function wrongTarget(score: number | null): string | undefined {
  if (score === null) return undefined
  if (!Number.isInteger(score)) return translate('kit.errors.integer')
  return score < 0 || score > 100 ? translate('kit.errors.between', { min: 0, max: 100 }) : undefined
}
