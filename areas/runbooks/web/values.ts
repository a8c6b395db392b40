import { useQuery } from '@tanstack/react-query'
import type { MetricAt } from '#areas/metrics/contract/calls.ts'
import { readNumber, wrongValue, type ValueFault } from '#areas/metrics/contract/fault.ts'
import type { ListAnswer } from '#kit/contract/envelope.ts'
import { api, type ApiError } from '#kit/web/api/client.ts'
import type { Occurrence, OccurrenceValues } from './occurrence-api.ts'

/** What somebody has typed for the metrics of an occurrence, and what of it can be sent. */
export interface Given {
  readonly typed: Readonly<Record<number, string>>
  readonly values: NonNullable<OccurrenceValues['values']>
  /** Something is no value of its metric. */
  readonly wrong: boolean
}
export const nothingGiven: Given = { typed: {}, values: [], wrong: false }

/** The metrics of an occurrence with what stands there, for a query; kept, so that they can be filled in without a network once they were seen. */
export const valuesQuery = ({ id, metrics }: Pick<Occurrence, 'id' | 'metrics'>) => ({
  queryKey: ['occurrence', 'values', id],
  queryFn: async ({ signal }: { readonly signal: AbortSignal }) => (await api.get<ListAnswer<MetricAt>>(`/occurrence/${id}/value`, { signal })).objects,
  enabled: (metrics ?? 0) > 0,
})
export const useValues = (row: Pick<Occurrence, 'id' | 'metrics'>) => useQuery(valuesQuery(row))

/** What is wrong with a text as a value of a metric; of none nothing. */
export function faultOf(metric: MetricAt, text: string): ValueFault | undefined {
  if (text.trim() === '') return undefined
  const value = readNumber(text)
  return value === undefined ? { key: 'metrics.errors.not_a_number' } : wrongValue(metric, value)
}

/** What can be sent of what was typed: numbers that differ from what stands there. */
export function given(metrics: readonly MetricAt[], typed: Given['typed']): Given {
  const texts = metrics.flatMap((metric) => (metric.may_enter && typed[metric.id]?.trim() ? [{ metric, text: typed[metric.id] ?? '' }] : []))
  return {
    typed,
    wrong: texts.some(({ metric, text }) => faultOf(metric, text) !== undefined),
    values: texts.flatMap(({ metric: { id, value: before, version }, text }) => {
      const value = readNumber(text)
      return value === undefined || value === before ? [] : [{ metric_id: id, value, version }]
    }),
  }
}

/** What a server says is wrong with values, by metric. */
export const wrongValues = ({ values }: Given, errors: ApiError['errors']): Readonly<Record<number, string>> =>
  Object.fromEntries(values.flatMap(({ metric_id }, n) => (errors[`values.${n}.value`] ? [[metric_id, errors[`values.${n}.value`]?.join('. ') ?? '']] : [])))

/** What of a refusal is said at no input of an answer. */
export const messagesOfOtherFields = (errors: ApiError['errors']): readonly string[] =>
  Object.entries(errors).flatMap(([field, messages]) => (/^(done_date|comment|evidences|values\.)/.test(field) ? [] : messages))
