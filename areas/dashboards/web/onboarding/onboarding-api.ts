import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { listSharedPolicies } from '#areas/policies/contract/shared.ts'
import type { policy } from '#areas/policies/contract/policy.ts'
import type { policyApplication } from '#areas/policies/contract/policy-application.ts'
import type { perimeter } from '#areas/organisation/contract/perimeter.ts'
import type { program } from '#areas/actions/contract/program.ts'
import type { Onboarding, readOnboarding, writeOnboarding } from '#areas/dashboards/contract/onboarding.ts'
import { stepsFor, type OnboardingStep, type StepState } from '#areas/dashboards/contract/onboarding-steps.ts'
import type { RowOf } from '#kit/contract/entity.ts'
import type { ListAnswer } from '#kit/contract/envelope.ts'
import { rowLimit } from '#kit/contract/limits.ts'
import { api } from '#kit/web/api/client.ts'
import { queryClient } from '#kit/web/api/queries.ts'
import { holds, useOptionalSession, useRight } from '#kit/web/api/session.ts'

const key = ['onboarding']

/** How far the organisation is; nothing is asked for whoever does not lead it. */
export const useOnboarding = () =>
  useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api.call<typeof readOnboarding>('GET /onboarding', { signal }),
    select: (answer): Onboarding => answer.object,
    enabled: useRight('onboarding.write'),
    // Every list that was filled or emptied elsewhere may have changed whether it is offered.
    staleTime: 0,
  })

/** The steps that are this organisation's, in their order. */
export function useSteps(): readonly OnboardingStep[] {
  const user = useOptionalSession()
  return useMemo(() => stepsFor((right) => holds(user, right)), [user])
}

/** Writes an answer down; whoever reads the progress sees it at once. */
export async function tellOnboarding(body: { readonly step?: OnboardingStep; readonly state?: StepState; readonly dismissed?: boolean }): Promise<void> {
  queryClient.setQueryData(key, await api.call<typeof writeOnboarding>('PUT /onboarding', { body }))
}

export type Perimeter = RowOf<typeof perimeter>
export type Policy = RowOf<typeof policy>

const useRows = <T>(entity: string) =>
  useQuery({
    queryKey: [entity, 'first_steps'],
    queryFn: ({ signal }) => api.get<ListAnswer<T>>(`/${entity}`, { query: { limit: rowLimit }, signal }),
    select: (answer) => answer.objects,
    staleTime: 0,
  })

/** Perimeters that have security bases, archived ones left out. */
export function usePerimeters() {
  const rows = useRows<Perimeter>('perimeter')
  return { ...rows, data: rows.data?.filter((row) => row.type === 'INTERNAL' && !row.archived) }
}
export function usePolicies() {
  const rows = useRows<Policy>('policy')
  return { ...rows, data: rows.data?.filter((row) => !row.archived) }
}
/** Policies that can be had from the shared catalog, where the organisation has that; those that it copied already are among its own. */
export function useSharedPolicies() {
  const enabled = useRight('shared_catalog.read')
  return useQuery({
    queryKey: ['policy', 'shared'],
    queryFn: ({ signal }) => api.call<typeof listSharedPolicies>('GET /policy/shared', { signal }),
    select: ({ objects }) => objects.filter(({ own }) => own === null),
    enabled,
  })
}
export const useApplied = () => useRows<RowOf<typeof policyApplication>>('policy_application')
export const usePlans = () => useRows<RowOf<typeof program>>('program')
