import { Download, ExternalLink } from 'lucide-react'
import { useState } from 'react'
import { api, failureText } from '#kit/web/api/client.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Avatar } from '#kit/web/ui/avatar.tsx'
import { Button, IconButton } from '#kit/web/ui/button.tsx'
import { Row } from '#kit/web/ui/layout.tsx'
import { lazy } from '#kit/web/ui/lazy.tsx'
import { OutsideLink } from '#kit/web/ui/outside-link.tsx'
import { Tag } from '#kit/web/ui/status-badge.tsx'
import { Suspense } from '#kit/web/ui/suspense.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import css from './evidence.module.css'
import type { Evidence, Revision } from './presentation.tsx'

const CompareDialog = lazy(async () => ({ default: (await import('./compare-dialog.tsx')).CompareDialog }))

const short = (hash: string) => `${hash.slice(0, 4)}…${hash.slice(-4)}`

/** Each content that it had, the current one first: who, when, why, and what came of it. */
export function Revisions({ row }: { readonly row: Evidence }) {
  const t = useWords('evidence')
  const [comparing, setComparing] = useState(false)
  return (
    <>
      {row.revisions.length > 1 ? (
        <Button variant="subtle" size="sm" className={css.compares} onClick={() => setComparing(true)}>
          {t('compare.title')}
        </Button>
      ) : null}
      <List row={row} />
      <Suspense>{comparing ? <CompareDialog row={row} onClose={() => setComparing(false)} /> : null}</Suspense>
    </>
  )
}

function List({ row }: { readonly row: Evidence }) {
  const t = useWords('evidence')
  return (
    <ol className={css.revisions} aria-label={t('panel.revisions')} reversed>
      {row.revisions.toReversed().map((revision) => (
        <Line key={revision.id} revision={revision} current={revision.number === row.revision} />
      ))}
    </ol>
  )
}

function Line({ revision: { number, date, author, reason, url, files }, current }: { readonly revision: Revision; readonly current: boolean }) {
  const t = useWords('evidence')
  const kit = useWords('kit')
  const format = useFormat()
  return (
    <Text as="li" padY={6} edge="soft-below">
      <div>
        <b aria-label={t('panel.revision', { n: String(number ?? '') })}>{number}</b>
        <span>{format.date(date)}</span>
        {author ? (
          <Row as="span" inline cut align="center" gap={6} narrows className={css.author}>
            <Avatar name={author.name} /> {author.name}
          </Row>
        ) : null}
        {current ? <Tag>{t('panel.current')}</Tag> : null}
      </div>
      {reason ? <p>{reason}</p> : null}
      {url ? (
        <p>
          <ExternalLink size={12} aria-hidden /> <OutsideLink address={url} name={null} />
        </p>
      ) : null}
      {(files ?? []).map((file) => (
        <p key={file.id}>
          <Row as="span" inline cut align="center" gap={6} narrows>
            {file.name}
          </Row>
          <Text as="code" pushed tone="quiet" title={file.sha256}>
            {short(file.sha256)}
          </Text>
          <IconButton
            size="sm"
            label={kit('file.download', { name: file.name })}
            onClick={() => void api.download(`/file/${file.id}/download`).catch((failed: unknown) => toast.error(failureText(failed)))}
          >
            <Download size={13} />
          </IconButton>
        </p>
      ))}
    </Text>
  )
}
