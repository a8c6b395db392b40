import { Copy, KeyRound, Pause, Play } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { loadingError } from '#kit/web/api/loading-error.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { useParams } from '#kit/web/navigation.ts'
import { useRecord } from '#kit/web/resource/list-api.ts'
import { Button, IconButton } from '#kit/web/ui/button.tsx'
import { Stack, Row } from '#kit/web/ui/layout.tsx'
import { Page as Sheet, PageToolbar, Spring } from '#kit/web/ui/page.tsx'
import { ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { scimPath } from '#areas/scim/contract/calls.ts'
import { scimConnection } from '#areas/scim/contract/connection.ts'
import { lasts, pause, takeOver, type Connection } from './connection-acts.ts'
import { Log } from './log.tsx'
import { Mappings } from './mappings.tsx'
import { NewTokenDialog } from './new-connection-dialog.tsx'
import css from './scim.module.css'
import { TokenDialog, type ShownToken } from './token-dialog.tsx'
import { ConnectionState } from './connection-state.tsx'

/** One identity provider: how it comes in, what its groups give, and what came. */
export function Page() {
  const { id } = useParams<'/admin/public_api/scim/$id'>()
  const record = useRecord(scimConnection, id)
  const lost = loadingError(record)
  return (
    <Sheet canvas>
      {lost ? <ErrorState reason={lost} onRetry={() => void record.refetch()} /> : record.data ? <Whole row={record.data} /> : <SkeletonRows count={14} />}
    </Sheet>
  )
}

function Whole({ row }: { readonly row: Connection }) {
  const t = useWords('scim')
  const [rotating, setRotating] = useState(false)
  const [shown, setShown] = useState<ShownToken>()
  return (
    <>
      {lasts(row) ? (
        <PageToolbar>
          <ConnectionState state={row.state} />
          <Spring />
          <Button icon={<KeyRound size={14} aria-hidden />} onClick={() => setRotating(true)}>
            {t('connection.new_token')}
          </Button>
          <Button icon={row.paused ? <Play size={14} aria-hidden /> : <Pause size={14} aria-hidden />} onClick={() => void pause(row)}>
            {t(row.paused ? 'connection.go_on' : 'connection.pause')}
          </Button>
        </PageToolbar>
      ) : null}
      <Stack gap={16} padX={16} padY={16}>
        {row.state === 'SUSPENDED' ? (
          <Row gap={12} align="center">
            <Text as="p" tone="warn">
              {t('connection.suspended')}
            </Text>
            <Button onClick={() => void takeOver(row, t)}>{t('connection.take_over')}</Button>
          </Row>
        ) : null}
        {row.trial ? (
          <Text as="p" tone="soft">
            {t('connection.trial_text')}
          </Text>
        ) : null}
        <Head row={row} />
        {/* A new version is a new beginning: what was typed stood on the one before. */}
        <Mappings key={row.version} row={row} />
        <Log id={row.id} />
      </Stack>
      {rotating ? (
        <NewTokenDialog
          id={row.id}
          name={row.name ?? ''}
          onClose={() => setRotating(false)}
          onMade={(made) => {
            setRotating(false)
            setShown(made)
          }}
        />
      ) : null}
      {shown ? <TokenDialog shown={shown} onClose={() => setShown(undefined)} /> : null}
    </>
  )
}

/** Where the identity provider finds the product, by what, and what it has brought. */
function Head({ row }: { readonly row: Connection }) {
  const t = useWords('scim')
  const format = useFormat()
  const address = `${location.origin}${scimPath}`
  const copy = () =>
    navigator.clipboard.writeText(address).then(
      () => toast.success(t('connection.copied')),
      () => toast.warning(t('connection.not_copied')),
    )
  return (
    <section className={css.facts} aria-label={row.name ?? ''}>
      <Fact name={t('connection.address')}>
        <Row gap={4} align="center">
          <code className={css.wide}>{address}</code>
          <IconButton label={t('connection.copy_address')} onClick={() => void copy()}>
            <Copy size={14} />
          </IconButton>
        </Row>
      </Fact>
      <Fact name={t('connection.token_until', { day: format.date(row.ends_on) })}>
        <code>{`${row.prefix ?? ''}…`}</code>
      </Fact>
      <Fact name={t('connection.last')}>{row.last_at ? format.dateTime(row.last_at) : t('connection.never')}</Fact>
      <Fact name={t('connection.from_there')}>{t('connection.from_there_text', { people: row.people ?? 0, groups: row.groups ?? 0 })}</Fact>
    </section>
  )
}

const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <Stack gap={4} edge="all" corner={8} fill="surface" padX={12} padY={8}>
    <Text size={12} tone="quiet">
      {name}
    </Text>
    <span>{children}</span>
  </Stack>
)
