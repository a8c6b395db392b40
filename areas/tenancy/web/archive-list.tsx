import { Archive, Download } from 'lucide-react'
import type { CustomerArchive } from '#areas/tenancy/contract/customer-archive.ts'
import { api, failureText } from '#kit/web/api/client.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Row, Stack } from '#kit/web/ui/layout.tsx'
import { Progress } from '#kit/web/ui/marks.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { toast } from '#kit/web/ui/toast.ts'

/** Beyond this the browser fetches it by itself: through the page it would be held in memory. */
const largest = 256 * 1024 ** 2
export const underWay = ({ status }: CustomerArchive) => status === 'PENDING' || status === 'RUNNING'

type Shown = CustomerArchive & { readonly by?: string | null }

interface ArchiveListProps {
  readonly archives: readonly Shown[]
  /** Where one of them is fetched. */
  readonly at: (id: string) => string
  readonly onMake: () => void
}

/** Archives of an organisation that waits for its deletion: how far each is, the way to fetch it, and to make another. */
export function ArchiveList({ archives, at, onMake }: ArchiveListProps) {
  const t = useWords('tenancy')
  return (
    <>
      {archives.length > 0 ? (
        <Stack as="ul" gap={8} aria-live="polite">
          {archives.map((archive) => (
            <Item key={archive.id} archive={archive} at={at(archive.id)} />
          ))}
        </Stack>
      ) : null}
      {archives.some(underWay) ? null : (
        <Row>
          <Button icon={<Archive size={14} aria-hidden />} onClick={onMake}>
            {t('customer.archive_make')}
          </Button>
        </Row>
      )}
    </>
  )
}

function Item({ archive, at }: { readonly archive: Shown; readonly at: string }) {
  const t = useWords('tenancy')
  const format = useFormat()
  const { status, percent, size, expires_at, download_right, by } = archive
  const moment = format.dateTime(archive.created_at)
  const fetchIt = () => {
    if ((size ?? 0) > largest) location.assign(`/api${at}`)
    else void api.download(at).catch((reason: unknown) => toast.error(failureText(reason)))
  }
  const maker = by === undefined ? '' : ` · ${by === null ? t('customer.archive_by_provider') : t('customer.archive_by', { name: by })}`
  return (
    <Row as="li" gap={8} align="center" wrap>
      <Text>
        {moment}
        {maker}
      </Text>
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
