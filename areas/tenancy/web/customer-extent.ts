import { useQuery } from '@tanstack/react-query'
import type { readExtent } from '#areas/tenancy/contract/customer.ts'
import { api } from '#kit/web/api/client.ts'

/** What an organisation has, counted when it is asked. */
export const useExtent = (id: number, asked = true) =>
  useQuery({
    queryKey: ['customer', 'extent', id],
    enabled: asked,
    staleTime: 60_000,
    queryFn: async ({ signal }) => (await api.call<typeof readExtent>('GET /customer/{id}/extent', { params: { id }, signal })).object,
  })
