import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { dayAfter } from '#kit/contract/day-after.ts'
import type { ListAnswer } from '#kit/contract/envelope.ts'
import type { Reference } from '#kit/contract/field.ts'
import { api } from '#kit/web/api/client.ts'
import { dayOf } from '#kit/web/i18n/format.ts'
import type { Option } from '#kit/web/ui/option.ts'

/** Until when new work is proposed to be done: three months from now, far enough to be kept, near enough to be seen. */
export const proposedDue = () => dayAfter(dayOf(), 90)

/** The plans that new work may go into, and the one that is chosen: the default plan, which comes first, until another is. */
export function useOfferedPlans(enabled = true): {
  readonly options: readonly Option[]
  readonly chosen: string | null
  readonly choose: (plan: string | null) => void
  /** Whether they are still on their way. */
  readonly pending: boolean
} {
  const [program, choose] = useState<string | null>()
  const { data: options = [], isLoading: pending } = useQuery({
    queryKey: ['program', 'offered'],
    queryFn: ({ signal }) => api.get<ListAnswer<Reference>>('/remediation/programs', { query: { limit: 200 }, signal }),
    select: ({ objects }) => objects.map(({ id, name }) => ({ value: String(id), label: name })),
    staleTime: 60_000,
    enabled,
  })
  return { options, chosen: program === undefined ? (options[0]?.value ?? null) : program, choose, pending }
}
