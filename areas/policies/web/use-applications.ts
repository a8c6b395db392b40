import { useQuery } from '@tanstack/react-query'
import { policyApplication } from '#areas/policies/contract/policy-application.ts'
import type { RowOf } from '#kit/contract/entity.ts'
import type { PageAnswer } from '#kit/contract/envelope.ts'
import { rowLimit } from '#kit/contract/limits.ts'
import { asOfCall } from '#kit/web/resource/list-api.ts'
import { api } from '#kit/web/api/client.ts'

type Application = RowOf<typeof policyApplication>

/** Where a policy applies, as far as the reader reaches. */
export function useApplications(policyId: number, asOf?: string): readonly Application[] {
  const { data } = useQuery({
    queryKey: [policyApplication.name, 'of', policyId, ...(asOf ? [asOf] : [])],
    queryFn: ({ signal }) =>
      api.post<PageAnswer<Application>>(
        '/policy_application/page',
        { queryParams: { filters: [{ name: 'policy', selected_options: [policyId] }], sort: [{ name: 'perimeter', order: 'asc' }], per_page: rowLimit } },
        { signal, ...asOfCall(asOf) },
      ),
  })
  return data?.objects ?? []
}
