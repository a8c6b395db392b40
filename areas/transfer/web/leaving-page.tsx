import { useQuery } from '@tanstack/react-query'
import { LogOut } from 'lucide-react'
import { ArchiveList, underWay, WaitingMeter } from '#areas/tenancy/web/index.ts'
import type { makeLeavingArchive, readLeaving } from '#areas/transfer/contract/leaving-calls.ts'
import { api, failureText } from '#kit/web/api/client.ts'
import { queryClient } from '#kit/web/api/queries.ts'
import { useSession } from '#kit/web/api/session.ts'
import { enterCustomer } from '#kit/web/enter-customer.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { CustomerMark } from '#kit/web/ui/avatar.tsx'
import { Button, IconButton } from '#kit/web/ui/button.tsx'
import { Row, Stack } from '#kit/web/ui/layout.tsx'
import { ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import css from './leaving.module.css'

const key = ['leaving']

/** All that the global pilots of an organisation find while it waits for its deletion: until when, and its export. */
export function LeavingPage({ onSignOut }: { readonly onSignOut: () => void }) {
  const t = useWords('transfer')
  const tenancy = useWords('tenancy')
  const { customer, customers } = useSession()
  const others = customers.filter(({ id }) => id !== customer?.id)
  return (
    <Stack fill="canvas" className={css.frame}>
      <Row as="header" align="center" gap={12} padY={8} padX={16} edge="below" fill="surface">
        <Row as="span" grow align="center" gap={8} narrows weight={600}>
          <CustomerMark name={customer?.name ?? ''} color={customer?.color ?? null} logo={null} size={22} />
          <span>{customer?.name}</span>
        </Row>
        <IconButton label={t('leaving.sign_out')} size="md" onClick={onSignOut}>
          <LogOut size={16} strokeWidth={1.75} />
        </IconButton>
      </Row>
      <Stack as="main" gap={24} full className={css.page} id="main">
        <h1>{t('leaving.title')}</h1>
        <Export name={customer?.name ?? ''} title={tenancy('customer.archive')} />
        {others.length > 0 ? (
          <Stack as="section" gap={8} aria-labelledby="elsewhere">
            <Text as="h2" id="elsewhere">
              {t('leaving.elsewhere')}
            </Text>
            <Row gap={8} wrap>
              {others.map(({ id, name }) => (
                <Button key={id} onClick={() => void enterCustomer(id)}>
                  {name}
                </Button>
              ))}
            </Row>
          </Stack>
        ) : null}
      </Stack>
    </Stack>
  )
}

function Export({ name, title }: { readonly name: string; readonly title: string }) {
  const t = useWords('transfer')
  const format = useFormat()
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => (await api.call<typeof readLeaving>('GET /leaving', { signal })).object,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.archives.some(underWay) ? 1_000 : false),
  })
  const make = async () => {
    try {
      const { message = '' } = await api.call<typeof makeLeavingArchive>('POST /leaving/archive', { body: {} })
      toast.success(message)
    } catch (reason) {
      toast.error(failureText(reason))
    }
    await queryClient.invalidateQueries({ queryKey: key })
  }
  if (error) return <ErrorState reason={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows count={3} />
  return (
    <>
      <Stack gap={12}>
        <Text as="p">{t('leaving.text', { day: format.date(data.deletes_at), name })}</Text>
        <WaitingMeter from={data.asked_at} to={data.deletes_at} />
        <Text as="p" tone="quiet">
          {t('leaving.mistake')}
        </Text>
      </Stack>
      <Stack as="section" gap={12} aria-labelledby="export">
        <Text as="h2" id="export">
          {title}
        </Text>
        <Text as="p">{t('leaving.export_text')}</Text>
        <ArchiveList archives={data.archives} at={(id) => `/leaving/archive/${id}`} onMake={() => void make()} />
      </Stack>
    </>
  )
}
