import { useQuery } from '@tanstack/react-query'
import { countedQuotas, usageAtOnce, type Customer, type CustomerUsage, type readUsage } from '#areas/tenancy/contract/customer.ts'
import { api } from '#kit/web/api/client.ts'
import { stateOf } from './quota-bar.tsx'

/** What organisations use, by their ids, counted some at a time; undefined until all are. */
export const useUsage = (customers: readonly Customer[] | undefined) =>
  useQuery({
    queryKey: ['customer', 'usage', customers?.map(({ id }) => id)],
    enabled: customers !== undefined,
    staleTime: 60_000,
    queryFn: async ({ signal }) => {
      const ids = customers?.map(({ id }) => id) ?? []
      const found = new Map<number, CustomerUsage>()
      for (let from = 0; from < ids.length; from += usageAtOnce) {
        const { objects } = await api.call<typeof readUsage>('POST /customer/usage', { body: { ids: ids.slice(from, from + usageAtOnce) }, signal })
        for (const one of objects) found.set(one.id, one)
      }
      return found
    },
  }).data

/** Whether it has little left of a quota, or nothing. */
export const isNear = ({ quotas }: Customer, usage: CustomerUsage | undefined): boolean =>
  countedQuotas.some((name) => usage && ['near', 'reached'].includes(stateOf({ used: usage.used[name], limit: quotas[name] ?? null })))
