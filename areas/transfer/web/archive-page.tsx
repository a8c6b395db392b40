import { useQuery } from '@tanstack/react-query'
import { Archive as ArchiveIcon, Check, Download, Trash2 } from 'lucide-react'
import { daysKept, type Archive, type deleteArchive, type listArchives, type makeArchive } from '#areas/transfer/contract/calls.ts'
import { api, failureText } from '#kit/web/api/client.ts'
import { queryClient } from '#kit/web/api/queries.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { confirm } from '#kit/web/ui/confirm.ts'
import { Row, Stack } from '#kit/web/ui/layout.tsx'
import { Progress } from '#kit/web/ui/marks.tsx'
import { Block, Page as Sheet } from '#kit/web/ui/page.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { StatusBadge } from '#kit/web/ui/status-badge.tsx'
import type { Glyph, Tone } from '#kit/web/ui/status-looks.ts'
import { Text } from '#kit/web/ui/text.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { PartBlock } from './part-block.tsx'
import css from './transfer.module.css'

const key = ['archive']
/** Beyond this the browser fetches it by itself: through the page it would be held in memory. */
const largest = 256 * 1024 ** 2
const looks: Readonly<Record<Archive['status'], { readonly tone?: Tone; readonly glyph: Glyph }>> = {
  PENDING: { glyph: 'dashed' },
  RUNNING: { tone: 'primary', glyph: 'half' },
  MADE: { tone: 'success', glyph: 'check' },
  FAILED: { tone: 'bad', glyph: 'cross' },
}
const underWay = ({ status }: Archive) => status === 'PENDING' || status === 'RUNNING'

/** Everything that the organisation has as one file: made in the background, fetched by whoever made it. */
export function Page() {
  const t = useWords('transfer')
  const list = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => (await api.call<typeof listArchives>('GET /archive', { signal })).objects,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.some(underWay) ? 1_000 : false),
  })
  const make = async () => {
    try {
      const { message = '' } = await api.call<typeof makeArchive>('POST /archive', { body: {} })
      toast.success(message)
    } catch (reason) {
      toast.error(failureText(reason))
    }
    await queryClient.invalidateQueries({ queryKey: key })
  }
  const running = list.data?.some(underWay) ?? false
  const holds = ['data', 'sheets', 'files', 'log'] as const
  return (
    <Sheet canvas>
      <div className={css.page}>
        <Block
          title={t('holds.title')}
          aside={
            <Button variant="primary" icon={<ArchiveIcon size={14} aria-hidden />} disabled={running || !list.data} onClick={() => void make()}>
              {t('make')}
            </Button>
          }
        >
          <Stack gap={10}>
            <Text as="p" size={13}>
              {t('intro')}
            </Text>
            <ul className={css.holds}>
              {holds.map((one) => (
                <li key={one}>
                  <Check size={14} aria-hidden />
                  {t(`holds.${one}`)}
                </li>
              ))}
            </ul>
            <Text as="p" size={13} tone="quiet">
              {t('holds.left')} {t('holds.confidential')}
            </Text>
          </Stack>
        </Block>
        <PartBlock />
        <Block title={t('past')} sub={t('kept', { days: daysKept })}>
          {list.error ? (
            <ErrorState reason={list.error} onRetry={() => void list.refetch()} />
          ) : !list.data ? (
            <SkeletonRows count={3} />
          ) : list.data.length === 0 ? (
            <EmptyState title={t('none')} text={t('none_hint')} />
          ) : (
            <ul className={css.list}>
              {list.data.map((archive) => (
                <Item key={archive.id} archive={archive} />
              ))}
            </ul>
          )}
        </Block>
      </div>
    </Sheet>
  )
}

function Item({ archive }: { readonly archive: Archive }) {
  const t = useWords('transfer')
  const format = useFormat()
  const { id, status, stage, percent, rows, files, size, sha256, created_at, expires_at, by, download_right } = archive
  const moment = format.dateTime(created_at)
  const fetchIt = () => {
    if ((size ?? 0) > largest) location.assign(`/api/archive/${id}/download`)
    else void api.download(`/archive/${id}/download`).catch((reason: unknown) => toast.error(failureText(reason)))
  }
  const remove = async () => {
    if (!(await confirm({ title: t('remove_title'), message: t('remove_text'), confirm: t('remove'), danger: true }))) return
    try {
      const { message = '' } = await api.call<typeof deleteArchive>('DELETE /archive/{id}', { params: { id } })
      toast.success(message)
    } catch (reason) {
      toast.error(failureText(reason))
    }
    await queryClient.invalidateQueries({ queryKey: key })
  }
  const counted = [format.size(size ?? 0), t('rows', { count: rows }), t('files', { count: files })].join(' · ')
  return (
    <li className={css.item}>
      <Stack gap={4} narrows>
        <Row gap={8} align="center" wrap>
          <Text weight={500}>{moment}</Text>
          <StatusBadge {...looks[status]}>{t(`status.${status}`)}</StatusBadge>
          {by ? (
            <Text size={13} tone="quiet">
              {t('by', { name: by.name })}
            </Text>
          ) : (
            <Text size={13} tone="quiet">
              {t('by_provider')}
            </Text>
          )}
        </Row>
        {underWay(archive) ? (
          <Row gap={8} align="center" aria-live="polite">
            <Text size={13}>{t(`stages.${stage}`)}</Text>
            <Progress value={percent} />
          </Row>
        ) : null}
        {status === 'FAILED' ? (
          <Text as="p" size={13}>
            {t('failed')}
          </Text>
        ) : null}
        {status === 'MADE' ? (
          <>
            <Text as="p" size={13} tone="quiet">
              {counted}
              {expires_at ? ` · ${t('until', { moment: format.dateTime(expires_at) })}` : ''}
              {!download_right && by ? ` · ${t('others', { name: by.name })}` : ''}
            </Text>
            <span className={css.hash} title={sha256 ?? undefined}>
              {t('hash')} {sha256}
            </span>
          </>
        ) : null}
      </Stack>
      <Row gap={8}>
        {download_right ? (
          <Button icon={<Download size={14} aria-hidden />} aria-label={t('download_of', { moment })} onClick={fetchIt}>
            {t('download')}
          </Button>
        ) : null}
        <Button icon={<Trash2 size={14} aria-hidden />} aria-label={t('remove_of', { moment })} onClick={() => void remove()}>
          {t('remove')}
        </Button>
      </Row>
    </li>
  )
}
