import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Board, checkIndicatorFormula, completeFormula, explainValue, listCards, readBoard } from '#areas/indicators/contract/calls.ts'
import type { Periodicity } from '#areas/metrics/contract/period.ts'
import { api } from '#kit/web/api/client.ts'
import type { BodyOf } from '#kit/contract/call.ts'
import { pageQuery, type ListState } from '#kit/web/table/list-state.ts'

/** How often values that are being worked out are asked for, in milliseconds. */
const whileWorking = 1500

/** A board with its values by name. */
export interface ShownBoard extends Board {
  readonly cells: readonly { readonly perimeter: number; readonly period: string; readonly value: number; readonly computed: number | null }[]
}

/** The values of a board one by one, from the first period on. */
export function cellsOf({ places, periods, values, clamped }: Board): ShownBoard['cells'] {
  const beyond = new Map(clamped.map(({ perimeter, period, computed }) => [`${perimeter} ${period}`, computed]))
  return periods.flatMap(({ start }, at) =>
    places.flatMap(({ id }, n) => {
      const value = values[n]?.[at] ?? null
      return value === null ? [] : [{ perimeter: id, period: start, value, computed: beyond.get(`${id} ${start}`) ?? null }]
    }),
  )
}

const shownBoard = ({ object }: { readonly object: Board }): ShownBoard => ({ ...object, cells: cellsOf(object) })

/** The cell whose calculation is shown. */
export interface Chosen {
  readonly perimeter: number
  readonly period: string
}

export const useBoard = (id: number, range: { readonly from?: string; readonly to?: string }) =>
  useQuery({
    queryKey: ['indicator', 'board', id, range],
    queryFn: ({ signal }) => api.call<typeof readBoard>('GET /indicator/{id}/board', { params: { id }, query: { ...range }, signal }),
    select: shownBoard,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.object.recalculating ? whileWorking : false),
  })

export const useExplanation = (id: number, perimeter_id: number, period: string, stamp: unknown) =>
  useQuery({
    queryKey: ['indicator', 'explanation', id, perimeter_id, period, stamp],
    queryFn: ({ signal }) => api.call<typeof explainValue>('GET /indicator/{id}/explanation', { params: { id }, query: { perimeter_id, period }, signal }),
    select: ({ object }) => object,
    placeholderData: keepPreviousData,
  })

export const useCards = (state: ListState, most: number) => {
  const body = pageQuery({ ...state, page: 1, per_page: most })
  return useQuery({
    queryKey: ['indicator', 'stats', body.queryParams, most],
    queryFn: ({ signal }) => api.call<typeof listCards>('POST /indicator/stats', { body, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => (data?.objects.some(({ recalculating }) => recalculating) ? whileWorking : false),
  })
}

export const useFormulaCheck = (body: BodyOf<typeof checkIndicatorFormula>, asked: boolean) =>
  useQuery({
    queryKey: ['indicator', 'check', body],
    queryFn: ({ signal }) => api.call<typeof checkIndicatorFormula>('POST /validate/indicator_formula', { body, signal }),
    select: ({ object }) => object,
    placeholderData: keepPreviousData,
    enabled: asked,
  })

export const useOffered = (q: string, periodicity: Periodicity) =>
  useQuery({
    queryKey: ['indicator', 'completion', q, periodicity],
    queryFn: ({ signal }) => api.call<typeof completeFormula>('GET /indicator/completion', { query: { q, periodicity }, signal }),
    select: ({ objects }) => objects,
    placeholderData: keepPreviousData,
    enabled: q.length >= 2,
  })
