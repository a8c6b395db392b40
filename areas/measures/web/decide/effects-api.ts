import { useQuery } from '@tanstack/react-query'
import type { readEffects } from '#areas/measures/contract/effects.ts'
import { api } from '#kit/web/api/client.ts'

/** Milliseconds after which nobody waits for a dry run. */
const patience = 4000

/** Who has a measure in place, what it answers and what each choice would bring; computed anew whenever it is looked at. */
export const useEffects = (id: number) =>
  useQuery({
    queryKey: ['measure', 'effects', id],
    queryFn: ({ signal }) =>
      api.call<typeof readEffects>('GET /measure/{id}/effects', { params: { id }, signal: AbortSignal.any([signal, AbortSignal.timeout(patience)]) }),
    select: ({ object }) => object,
    staleTime: 0,
  })
