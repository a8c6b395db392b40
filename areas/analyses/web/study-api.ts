import { useQuery } from '@tanstack/react-query'
import type { AnswerOf } from '#kit/contract/call.ts'
import type { RowOf } from '#kit/contract/entity.ts'
import type { ObjectAnswer } from '#kit/contract/envelope.ts'
import type { compareAnalyses, readGeneration, readProposal, readPublication } from '#areas/analyses/contract/calls.ts'
import type { riskAnalysis } from '#areas/analyses/contract/risk-analysis.ts'
import type { riskScenario } from '#areas/analyses/contract/risk-scenario.ts'
import { api } from '#kit/web/api/client.ts'

export type Analysis = RowOf<typeof riskAnalysis>
export type Scenario = RowOf<typeof riskScenario>

/** Milliseconds between two looks at scenarios that are being laid out. */
const eager = 700

const part = <T>(name: string, { id }: Pick<Analysis, 'id'>, more: object = {}) => ({
  queryKey: ['risk_scenario', name, id],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) => api.get<{ readonly object: T }>(`/risk_analysis/${id}/${name}`, { signal }),
  select: ({ object }: { readonly object: T }) => object,
  ...more,
})

/** What could be added at once; read again with every change of the analysis. */
export const useProposal = (row: Analysis) =>
  useQuery({ ...part<AnswerOf<typeof readProposal>['object']>('proposal', row), queryKey: ['risk_scenario', 'proposal', row.id, row.version] })

/** How far laying out is, looked at again as long as it goes on. */
export const useGeneration = (row: Analysis) =>
  useQuery({
    ...part<AnswerOf<typeof readGeneration>['object']>('generation', row),
    queryKey: ['risk_scenario', 'generation', row.id, row.version],
    refetchInterval: ({ state }) => (state.data?.object.running ? eager : false),
  })

export const usePublication = (row: Analysis) =>
  useQuery({ ...part<AnswerOf<typeof readPublication>['object']>('publication', row), queryKey: ['risk_scenario', 'publication', row.id, row.version] })

export const useComparison = (row: Analysis) =>
  useQuery({ ...part<AnswerOf<typeof compareAnalyses>['object']>('comparison', row), queryKey: ['risk_scenario', 'comparison', row.id, row.version] })

/** Does something with an analysis by one of its calls; answers what is to be told. */
export async function actOn({ id, version }: Analysis, verb: string, body: object = {}): Promise<string | undefined> {
  return (await api.post<ObjectAnswer<Analysis>>(`/risk_analysis/${id}/${verb}`, { ...body, version })).message
}
