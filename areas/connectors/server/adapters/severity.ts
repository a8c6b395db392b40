import type { Asked, Brought, ConfigField } from './adapter.ts'
import { daysOf, timesAsked } from './asked.ts'

/** Of which severity something is counted. */
export const severityParameter = {
  name: 'severity',
  type: 'choice',
  label: { en: 'Severity', fr: 'Gravité' },
  required: true,
  initial: 'critical',
  choices: [
    { value: 'any', label: { en: 'Any', fr: 'Toutes' } },
    { value: 'critical', label: { en: 'Critical', fr: 'Critique' } },
    { value: 'high', label: { en: 'High', fr: 'Élevée' } },
    { value: 'medium', label: { en: 'Medium', fr: 'Moyenne' } },
    { value: 'low', label: { en: 'Low', fr: 'Faible' } },
  ],
} as const satisfies ConfigField

/** Counts what is open by severity, and since when, as often as a metric is asked for. */
export class Counted {
  readonly #wanted: {
    readonly metric: string
    readonly parameters: Readonly<Record<string, string>>
    readonly severity: string
    readonly before: number | null
    value: number
  }[]

  /** `late` is counted from the days that its parameter says. */
  constructor(asked: Asked, now: Date, { open, late }: { readonly open: string; readonly late?: string }) {
    const of = (metric: string | undefined, isLate: boolean) =>
      metric === undefined
        ? []
        : timesAsked(asked, metric).map((parameters) => ({
            metric,
            parameters,
            severity: parameters['severity'] ?? severityParameter.initial,
            before: isLate ? now.getTime() - daysOf(parameters, 30) * 86_400_000 : null,
            value: 0,
          }))
    this.#wanted = [...of(open, false), ...of(late, true)]
  }

  get isAsked(): boolean {
    return this.#wanted.length > 0
  }

  add(severity: string | null | undefined, since?: string | null): void {
    const level = severity?.toLowerCase() ?? ''
    const moment = Date.parse(since ?? '')
    for (const one of this.#wanted) if ((one.severity === 'any' || one.severity === level) && (one.before === null || moment < one.before)) one.value += 1
  }

  reset(): void {
    for (const one of this.#wanted) one.value = 0
  }

  values(): Brought[] {
    return this.#wanted.map(({ metric, parameters, value }) => ({ is: 'value', metric, parameters, value }))
  }
}
