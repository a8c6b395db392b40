import { useQuery } from '@tanstack/react-query'
import { publicPath } from '#areas/programs/contract/calls.ts'
import type { ApiDocument } from './document.ts'

/** What the public API says of itself; asked for once while the page is open, as it changes with the server alone. */
export const usePublicDocument = () =>
  useQuery({
    queryKey: ['api_key', 'document'],
    queryFn: async ({ signal }): Promise<ApiDocument> => {
      const answer = await fetch(`${publicPath}/openapi.json`, { signal, credentials: 'omit' })
      if (!answer.ok) throw new Error(answer.statusText)
      return (await answer.json()) as ApiDocument
    },
    staleTime: Infinity,
  })
