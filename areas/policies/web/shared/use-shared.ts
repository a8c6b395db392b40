import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type {
  listSharedMappings,
  listSharedModels,
  listSharedSolutions,
  ModelKind,
  SharedMapping,
  SharedModel,
  SharedSolution,
} from '#areas/catalog/contract/shared.ts'
import type { listSharedPolicies, readSharedPolicy, SharedPolicy } from '#areas/policies/contract/shared.ts'
import { api } from '#kit/web/api/client.ts'
import { useRight, useSession } from '#kit/web/api/session.ts'

export const sharedKinds = [
  'policy',
  'solution',
  'remediation_model',
  'runtask_model',
  'metric_model',
  'indicator_model',
  'threat',
  'supporting_asset_model',
  'business_value_model',
  'risk_model',
  'mapping_set',
] as const
export type SharedKind = (typeof sharedKinds)[number]
/** Without the add-on, an organisation has no pages for these. */
const ofAnalyses: readonly SharedKind[] = ['supporting_asset_model', 'business_value_model', 'risk_model']

/** The kinds that the reader has pages for; staff outside of organisations see all. */
export function useSharedKinds(): readonly SharedKind[] {
  const { customer, properties, context_type: context } = useSession()
  const all = customer === null || context === 'ASSESSMENT' || properties.risk_analysis_enable === true
  return useMemo(() => (all ? sharedKinds : sharedKinds.filter((kind) => !ofAnalyses.includes(kind))), [all])
}

/** What others share, of any kind: what its table and its panel show of it. */
export type SharedRow = (SharedPolicy | SharedSolution | SharedModel | (SharedMapping & { readonly identifier: string })) & {
  readonly view_right: true
}

const shown = (objects: readonly (SharedPolicy | SharedSolution | SharedModel | SharedMapping)[]): SharedRow[] =>
  objects.map((each) => ({ ...each, identifier: each.identifier ?? '', view_right: true }))

export function useSharedPolicies() {
  const may = useRight('shared_catalog.read')
  return useQuery({
    queryKey: ['policy', 'shared'],
    queryFn: ({ signal }) => api.call<typeof listSharedPolicies>('GET /policy/shared', { signal }),
    select: ({ objects }) => objects,
    enabled: may,
  })
}

const useModels = (entity: Exclude<ModelKind, 'solution'>) =>
  useQuery({
    queryKey: [entity, 'shared'],
    queryFn: ({ signal }) => api.call<typeof listSharedModels>('GET /shared/{entity}', { params: { entity }, signal }),
    select: ({ objects }) => shown(objects),
  })

/** What is adopted with what belongs to it. */
export const modelKindOf = (kind: SharedKind): ModelKind | undefined => (kind === 'policy' || kind === 'mapping_set' ? undefined : kind)

/** The lists of the page: some dozens of lines each, searched and sorted there. */
export function useShared() {
  const policies = useSharedPolicies()
  const solutions = useQuery({
    queryKey: ['solution', 'shared'],
    queryFn: ({ signal }) => api.call<typeof listSharedSolutions>('GET /solution/shared', { signal }),
    select: ({ objects }) => shown(objects),
  })
  const mappings = useQuery({
    queryKey: ['mapping_set', 'shared'],
    queryFn: ({ signal }) => api.call<typeof listSharedMappings>('GET /mapping_set/shared', { signal }),
    select: ({ objects }) => shown(objects),
  })
  const models = {
    remediation_model: useModels('remediation_model'),
    runtask_model: useModels('runtask_model'),
    metric_model: useModels('metric_model'),
    indicator_model: useModels('indicator_model'),
    threat: useModels('threat'),
    supporting_asset_model: useModels('supporting_asset_model'),
    business_value_model: useModels('business_value_model'),
    risk_model: useModels('risk_model'),
  }
  return {
    ...models,
    policy: { ...policies, data: policies.data && shown(policies.data) },
    solution: solutions,
    mapping_set: mappings,
  } as const
}

export const useSharedContent = (id: number) =>
  useQuery({
    queryKey: ['policy', 'shared', id],
    queryFn: ({ signal }) => api.call<typeof readSharedPolicy>('GET /policy/shared/{id}', { params: { id }, signal }),
    select: ({ object }) => object,
  })
