import { useQuery } from '@tanstack/react-query'
import type { Customer } from '#areas/tenancy/contract/customer.ts'
import type { listCustomerArchives, makeCustomerArchive } from '#areas/tenancy/contract/customer-archive.ts'
import { api, failureText } from '#kit/web/api/client.ts'
import { queryClient } from '#kit/web/api/queries.ts'
import { useSession } from '#kit/web/api/session.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Stack } from '#kit/web/ui/layout.tsx'
import { ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { ArchiveList, underWay } from './archive-list.tsx'

/** Everything that an organisation in deletion has, which the provider takes for it: nobody of its own comes in. */
export function CustomerArchives({ customer }: { readonly customer: Customer }) {
  const t = useWords('tenancy')
  const may = useSession().rights.includes('customer.archive')
  const key = ['customer', 'archive', customer.id]
  const list = useQuery({
    queryKey: key,
    enabled: may,
    queryFn: async ({ signal }) => (await api.call<typeof listCustomerArchives>('GET /customer/{id}/archive', { params: { id: customer.id }, signal })).objects,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.some(underWay) ? 1_000 : false),
  })
  if (!may) return null
  const make = async () => {
    try {
      const { message = '' } = await api.call<typeof makeCustomerArchive>('POST /customer/{id}/archive', { params: { id: customer.id }, body: {} })
      toast.success(message)
    } catch (reason) {
      toast.error(failureText(reason))
    }
    await queryClient.invalidateQueries({ queryKey: key })
  }
  return (
    <Stack gap={8}>
      <Text as="h3" weight={600} size={13}>
        {t('customer.archive')}
      </Text>
      <Text as="p">{t('customer.archive_text')}</Text>
      {list.error ? (
        <ErrorState reason={list.error} onRetry={() => void list.refetch()} />
      ) : !list.data ? (
        <SkeletonRows count={1} />
      ) : (
        <ArchiveList archives={list.data} at={(id) => `/customer/${customer.id}/archive/${id}`} onMake={() => void make()} />
      )}
    </Stack>
  )
}
