import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { dayAfter } from '#kit/contract/day-after.ts'
import type { exemptionDecisions } from '#areas/exemptions/contract/exemption-calls.ts'
import type { exemptionDebt, exemptionDebtItems } from '#areas/exemptions/contract/exemption-debt.ts'
import type { exemption } from '#areas/exemptions/contract/exemption.ts'
import type { ListAnswer } from '#kit/contract/envelope.ts'
import type { RowOf } from '#kit/contract/entity.ts'
import type { Reference } from '#kit/contract/field.ts'
import { api } from '#kit/web/api/client.ts'
import { dayOf } from '#kit/web/i18n/format.ts'

export type Exemption = RowOf<typeof exemption>

export const useDecisions = ({ id, version }: Pick<Exemption, 'id' | 'version'>) =>
  useQuery({
    queryKey: ['exemption', id, 'decision', version],
    queryFn: ({ signal }) => api.call<typeof exemptionDecisions>('GET /exemption/{id}/decision', { params: { id }, signal }),
    staleTime: 0,
  })

/** What the page of the debt is kept to. */
export interface DebtPlace {
  readonly policy?: number | undefined
  readonly within?: number | undefined
  readonly as_of?: string | undefined
}
const omitUndefined = <Q extends object>(query: Q): Q => Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined)) as Q

export const useDebt = (place: DebtPlace) =>
  useQuery({
    queryKey: ['exemption', 'debt', place],
    queryFn: ({ signal }) => api.call<typeof exemptionDebt>('GET /exemption/debt', { query: omitUndefined(place), signal }),
    select: ({ object }) => object,
    staleTime: 0,
  })

export const useDebtItems = (perimeter: number, { policy, as_of }: DebtPlace) =>
  useQuery({
    queryKey: ['exemption', 'debt', 'items', perimeter, policy, as_of],
    queryFn: ({ signal }) => api.call<typeof exemptionDebtItems>('GET /exemption/debt/items', { query: omitUndefined({ perimeter, policy, as_of }), signal }),
    staleTime: 0,
  })

/** What a new request begins with: the default register, from today for three months. */
export function useNewExemption(): Readonly<Record<string, unknown>> {
  const { data } = useQuery({
    queryKey: ['exemption_register', 'default'],
    queryFn: ({ signal }) =>
      api.post<ListAnswer<Reference>>(
        '/exemption_register/page',
        { queryParams: { filters: [{ name: 'is_default', selected_options: [true] }], per_page: 1 } },
        { signal },
      ),
    select: (answer) => answer.objects[0],
    staleTime: 60_000,
  })
  return useMemo(() => {
    const today = dayOf()
    return { start_date: today, end_date: dayAfter(today, 90), ...(data && { register: { id: data.id, name: data.name } }) }
  }, [data])
}
