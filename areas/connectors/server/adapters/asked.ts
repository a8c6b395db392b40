import type { Asked, BroughtMetric, Reach } from './adapter.ts'
import { Forbidden } from './http.ts'
import { say } from './lines.ts'

/** The parameters with which each metric is asked for; none where it is not. */
export const timesAsked = (asked: Asked, key: string): readonly Readonly<Record<string, string>>[] =>
  asked.metrics.filter((one) => one.key === key).map(({ parameters }) => parameters)

export const isAsked = (asked: Asked, ...keys: readonly string[]): boolean => asked.metrics.some(({ key }) => keys.includes(key))

/** Days that a parameter says, from 1 to 3650. */
export const daysOf = (parameters: Readonly<Record<string, string>>, usual: number): number => {
  const days = Number(parameters['days'] ?? usual)
  return Number.isFinite(days) ? Math.min(Math.max(Math.round(days), 1), 3650) : usual
}

/**
 * Does a part of a run whose right may be missing: then its metrics stay empty, are named, and all else goes on. Answers whether it was done.
 */
export async function ifAllowed(work: () => Promise<void>, metrics: readonly BroughtMetric[], reach: Reach): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    if (!(error instanceof Forbidden)) throw error
    const unlicensed = /licen[sc]e|premium/i.test(error.told ?? '')
    for (const { key, right } of metrics)
      if (unlicensed) say(reach, 'warning', 'not_licensed', { metric: key })
      else say(reach, 'warning', 'missing_right', { metric: key, right: right ?? '' })
    return false
  }
}
