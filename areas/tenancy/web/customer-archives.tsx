import { useQuery } from '@tanstack/react-query'
import { Archive, Download } from 'lucide-react'
import type { Customer } from '#areas/tenancy/contract/customer.ts'
import type { CustomerArchive, listCustomerArchives, makeCustomerArchive } from '#areas/tenancy/contract/customer-archive.ts'
import { api, failureText } from '#kit/web/api/client.ts'
import { queryClient } from '#kit/web/api/queries.ts'
import { useSession } from '#kit/web/api/session.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Row, Stack } from '#kit/web/ui/layout.tsx'
import { Progress } from '#kit/web/ui/marks.tsx'
import { ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { toast } from '#kit/web/ui/toast.ts'

/** Beyond this the browser fetches it by itself: through the page it would be held in memory. */
const largest = 256 * 1024 ** 2
const underWay = ({ status }: CustomerArchive) => status === 'PENDING' || status === 'RUNNING'

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
        <>
          {list.data.length > 0 ? (
            <Stack as="ul" gap={8} aria-live="polite">
              {list.data.map((archive) => (
                <Item key={archive.id} archive={archive} customer={customer} />
              ))}
            </Stack>
          ) : null}
          {list.data.some(underWay) ? null : (
            <Row>
              <Button icon={<Archive size={14} aria-hidden />} onClick={() => void make()}>
                {t('customer.archive_make')}
              </Button>
            </Row>
          )}
        </>
      )}
    </Stack>
  )
}

function Item({ archive, customer }: { readonly archive: CustomerArchive; readonly customer: Customer }) {
  const t = useWords('tenancy')
  const format = useFormat()
  const { status, percent, size, expires_at, download_right } = archive
  const moment = format.dateTime(archive.created_at)
  const at = `/customer/${customer.id}/archive/${archive.id}`
  const fetchIt = () => {
    if ((size ?? 0) > largest) location.assign(`/api${at}`)
    else void api.download(at).catch((reason: unknown) => toast.error(failureText(reason)))
  }
  return (
    <Row as="li" gap={8} align="center" wrap>
      <Text>{moment}</Text>
      {underWay(archive) ? (
        <Progress value={percent} />
      ) : status === 'FAILED' ? (
        <Text tone="soft">{t('customer.archive_failed')}</Text>
      ) : (
        <Text tone="soft">
          {format.size(size ?? 0)}
          {expires_at ? ` · ${t('customer.archive_until', { moment: format.dateTime(expires_at) })}` : ''}
        </Text>
      )}
      {download_right ? (
        <Button size="sm" icon={<Download size={13} aria-hidden />} aria-label={t('customer.archive_download_of', { moment })} onClick={fetchIt}>
          {t('customer.archive_download')}
        </Button>
      ) : null}
    </Row>
  )
}
