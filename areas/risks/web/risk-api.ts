import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type {
  explainRisk,
  MatrixKind,
  riskDecisions,
  riskMatrixOf,
  riskPlanOf,
  riskProposal,
  RiskScale,
  riskTopOf,
  riskTrendOf,
  TopOrder,
} from '#areas/risks/contract/calls.ts'
import type { quantifyRegister, quantifyRisk } from '#areas/risks/contract/estimates.ts'
import type { ShownLevel, risk } from '#areas/risks/contract/risk.ts'
import type { AnswerOf } from '#kit/contract/call.ts'
import type { PageAnswer } from '#kit/contract/envelope.ts'
import type { RowOf } from '#kit/contract/entity.ts'
import type { Filter } from '#kit/contract/list-query.ts'
import { only } from '#kit/contract/figure.ts'
import { api } from '#kit/web/api/client.ts'

export type Risk = RowOf<typeof risk>
export type Matrix = AnswerOf<typeof riskMatrixOf>['object']

/** A place of the matrix; the lowest of a side is 1. */
export interface Place {
  readonly impact: number
  readonly probability: number
}

interface Asked {
  readonly filters?: readonly Filter[]
  readonly search?: string
  readonly as_of?: string | undefined
}

/** Everything that is read of risks is read again after one was written: their queries begin with the entity's name. */
export const useMatrix = (register: number | undefined, { filters = [], search = '', as_of }: Asked = {}) =>
  useQuery({
    queryKey: ['risk', 'matrix', register, filters, search, as_of],
    queryFn: ({ signal }) =>
      api.call<typeof riskMatrixOf>('POST /risk_register/{id}/matrix', {
        params: { id: register ?? 0 },
        body: { queryParams: { filters: [...filters], global_search: search } },
        query: as_of === undefined ? {} : { as_of },
        signal,
      }),
    enabled: register !== undefined,
    select: ({ object }) => object,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** How many risks of a register had which level, month by month. */
export const useTrend = (register: number) =>
  useQuery({
    queryKey: ['risk', 'trend', register],
    queryFn: ({ signal }) => api.call<typeof riskTrendOf>('GET /risk_register/{id}/trend', { params: { id: register }, signal }),
    select: ({ object }) => object,
    staleTime: 0,
  })

/** The gravest or the dearest of a register, of those that a list shows. */
export const useTop = (register: number, by: TopOrder, { filters = [], search = '' }: Asked = {}) =>
  useQuery({
    queryKey: ['risk', 'top', register, by, filters, search],
    queryFn: ({ signal }) =>
      api.call<typeof riskTopOf>('POST /risk_register/{id}/top', {
        params: { id: register },
        body: { queryParams: { filters: [...filters], global_search: search }, by },
        signal,
      }),
    select: ({ object }) => object,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** What is done about the risks of a register, of those that a list shows. */
export const usePlan = (register: number, { filters = [], search = '' }: Asked = {}) =>
  useQuery({
    queryKey: ['risk', 'plan', register, filters, search],
    queryFn: ({ signal }) =>
      api.call<typeof riskPlanOf>('POST /risk_register/{id}/plan', {
        params: { id: register },
        body: { queryParams: { filters: [...filters], global_search: search } },
        signal,
      }),
    select: ({ object }) => object,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export const useExplanation = (row: Pick<Risk, 'id' | 'version'> | undefined) =>
  useQuery({
    queryKey: ['risk', row?.id, 'explanation', row?.version],
    queryFn: ({ signal }) => api.call<typeof explainRisk>('GET /risk/{id}/explanation', { params: { id: row?.id ?? 0 }, signal }),
    enabled: row !== undefined,
    select: ({ object }) => object,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** What could help and is not linked. */
export const useProposal = ({ id, version }: Pick<Risk, 'id' | 'version'>) =>
  useQuery({
    queryKey: ['risk', id, 'proposal', version],
    queryFn: ({ signal }) => api.call<typeof riskProposal>('GET /risk/{id}/proposal', { params: { id }, signal }),
    select: ({ objects }) => objects,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export const useDecisions = ({ id, version }: Pick<Risk, 'id' | 'version'>) =>
  useQuery({
    queryKey: ['risk', id, 'decision', version],
    queryFn: ({ signal }) => api.call<typeof riskDecisions>('GET /risk/{id}/decision', { params: { id }, signal }),
    select: ({ objects }) => objects,
    staleTime: 0,
  })

/** A cell of the matrix: of which places it is, and where it lies. */
export interface Cell extends Place {
  readonly kind: MatrixKind
}

/** The rows that a cell counts. */
export const filtersOfCell = ({ kind, impact, probability }: Cell): Filter[] => [
  only('closed', false),
  only(`${kind}_impact`, { from: impact, to: impact }),
  only(`${kind}_probability`, { from: probability, to: probability }),
]

/** Risks by filters, as many as are drawn, the gravest first. */
export const useRisks = (
  filters: readonly Filter[],
  { search = '', per_page = 50, enabled = true, as_of }: Omit<Asked, 'filters'> & { readonly per_page?: number; readonly enabled?: boolean } = {},
) =>
  useQuery({
    queryKey: ['risk', 'page', 'drawn', filters, search, per_page, as_of],
    queryFn: ({ signal }) =>
      api.post<PageAnswer<Risk>>(
        '/risk/page',
        {
          queryParams: {
            filters,
            global_search: search,
            per_page,
            sort: [
              { name: 'current_level', order: 'desc' },
              { name: 'identifier', order: 'asc' },
            ],
          },
          page: 1,
        },
        { signal, ...(as_of !== undefined && { query: { as_of } }) },
      ),
    enabled,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export const levelOfCell = ({ levels, matrix }: RiskScale, impact: number, probability: number): ShownLevel | undefined => {
  const value = matrix[impact - 1]?.[probability - 1]
  return levels.find((level) => level.value === value)
}

/** What a risk costs in a year; simulated, so asked again only when the risk is another one. */
export const useRiskFigures = ({ id, version, estimates }: Pick<Risk, 'id' | 'version' | 'estimates'>) =>
  useQuery({
    queryKey: ['risk', id, 'quantification', version],
    queryFn: ({ signal }) => api.call<typeof quantifyRisk>('GET /risk/{id}/quantification', { params: { id }, signal }),
    select: ({ object }) => object,
    enabled: estimates.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })

/** The same of the risks of a register that a list shows. */
export const useRegisterFigures = (register: number, { filters = [], search = '' }: Asked = {}) =>
  useQuery({
    queryKey: ['risk', 'quantification', register, filters, search],
    queryFn: ({ signal }) =>
      api.call<typeof quantifyRegister>('POST /risk_register/{id}/quantification', {
        params: { id: register },
        body: { queryParams: { filters: [...filters], global_search: search } },
        signal,
      }),
    select: ({ object }) => object,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
