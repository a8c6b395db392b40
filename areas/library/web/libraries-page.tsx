import { Download, Upload } from 'lucide-react'
import { library } from '#areas/library/contract/library.ts'
import type { RowOf } from '#kit/contract/entity.ts'
import { api, failureText } from '#kit/web/api/client.ts'
import { useRight } from '#kit/web/api/session.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { ListPage } from '#kit/web/resource/list-page.tsx'
import type { EntityFormState } from '#kit/web/resource/use-entity-form.ts'
import { path } from '#kit/web/route.ts'
import { Button, ButtonLink } from '#kit/web/ui/button.tsx'
import { Row } from '#kit/web/ui/layout.tsx'
import { Facts } from '#kit/web/ui/page.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useCounts } from './counts.tsx'

type Library = RowOf<typeof library>

const shown = ['urn', 'version_label', 'locale', 'format', 'provider', 'packager', 'publication_date', 'copyright', 'sha256'] as const

/** Files that were imported, each in its newest edition. */
export function Page() {
  const t = useWords('library')
  const mayImport = useRight('library.import')
  const formatCounts = useCounts()
  const cells = { counts: ({ counts }: Library) => formatCounts(counts).join(' · ') }
  const panel = {
    comments: false,
    Details: ({ state }: { state: EntityFormState }) => {
      const row = state.row as Library | undefined
      return row ? (
        <>
          <Facts
            facts={[
              ...shown.map((name) => [t(`entities.library.fields.${name}`), row[name] ?? '—'] as const),
              [t('entities.library.fields.counts'), formatCounts(row.counts).join(' · ')],
            ]}
          />
          {row.format === 'library' ? (
            <Row wrap gap={8} above={12}>
              {(['xlsx', 'yaml'] as const).map((format) => (
                <Button
                  key={format}
                  icon={<Download size={14} aria-hidden />}
                  onClick={() => void api.download(`/library/${row.id}/file?format=${format}`).catch((reason: unknown) => toast.error(failureText(reason)))}
                >
                  {t(`leave.${format}`)}
                </Button>
              ))}
            </Row>
          ) : null}
        </>
      ) : null
    },
  }
  const tools = mayImport ? (
    <ButtonLink to={path('/org/policies/shelf')} variant="primary" icon={<Upload size={14} aria-hidden />}>
      {t('entities.library.new')}
    </ButtonLink>
  ) : null
  const way = mayImport ? { label: t('entities.library.new'), to: path('/org/policies/shelf') } : undefined
  return <ListPage entity={library} cells={cells} panel={panel} tools={tools} way={way} />
}
