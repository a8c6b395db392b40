import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { listPrograms } from '#areas/actions/contract/calls.ts'
import { api } from '#kit/web/api/client.ts'
import type { FormValues } from '#kit/web/resource/form-values.ts'

/** The plans that take actions, the default one first. */
export const usePlans = () =>
  useQuery({
    queryKey: ['program', 'offered'],
    queryFn: ({ signal }) => api.call<typeof listPrograms>('GET /remediation/programs', { query: { limit: '200' }, signal }),
    select: (answer) => answer.objects,
    staleTime: 60_000,
  })

/** What a new action begins with: the default plan. */
export function useNewAction(): FormValues {
  const { data } = usePlans()
  const first = data?.[0]
  return useMemo(() => (first ? { program: first } : {}), [first])
}
