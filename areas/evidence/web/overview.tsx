import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { evidence, type RevisionFile } from '#areas/evidence/contract/evidence.ts'
import { fileInput } from '#kit/contract/field.ts'
import { failureText } from '#kit/web/api/client.ts'
import { renewed } from '#kit/web/api/queries.ts'
import { saveRow } from '#kit/web/api/save-row.ts'
import { useUploads } from '#kit/web/api/use-uploads.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { useAsOf } from '#kit/web/resource/use-as-of.ts'
import { Row, Stack } from '#kit/web/ui/layout.tsx'
import { OutsideLink } from '#kit/web/ui/outside-link.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { Text } from '#kit/web/ui/text.tsx'
import css from './evidence.module.css'
import { useEnd, validityOf, type Evidence } from './presentation.tsx'
import { Preview } from './preview.tsx'
import { Revisions } from './revisions.tsx'
import { EvidenceUsage } from './evidence-usage.tsx'

const noFiles: readonly RevisionFile[] = []

/** To judge a proof: what it shows, how long it holds, what stands on it, what it was before. */
export function Overview({ row }: { readonly row: Evidence }) {
  const t = useWords('evidence')
  const kit = useWords('kit')
  const [seal, setSeal] = useState<'ok' | 'wait' | 'unknown'>('wait')
  const files = row.revisions.find(({ number }) => number === row.revision)?.files ?? noFiles
  const { uploads, add } = useUploads((file) => {
    void saveRow<Evidence>(`/${evidence.name}/${row.id}`, row, { files: [fileInput(file)] })
      .then(({ message }) => message && toast.success(message))
      .catch((reason: unknown) => toast.error(failureText(reason)))
      .finally(() => void renewed())
  })
  return (
    <Stack
      gap={20}
      className={css.overview}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        if (!row.edit_right) return
        // Each file is a revision of its own: of several the first is taken, and the others are named.
        const [file, ...others] = event.dataTransfer.files
        if (file) add([file])
        if (others.length > 0) toast.error(kit('labelled', { label: others.map(({ name }) => name).join(', '), value: kit('errors.one_file') }))
      }}
    >
      {uploads.map(({ id, name, failure }) => (
        <p key={id} role={failure === undefined ? 'status' : 'alert'} className={failure === undefined ? undefined : css.alert}>
          {kit('labelled', { label: name, value: failure ?? t('panel.add') })}
        </p>
      ))}
      {files.length > 0 ? <Preview key={row.revision} files={files} onSeal={setSeal} /> : null}
      {row.url ? (
        <Text as="p" breaks>
          <OutsideLink address={row.url} name={row.name} />
        </Text>
      ) : null}
      <Row as="p" align="center" gap={6} tone="quiet" size={12}>
        {files.length === 0 || seal === 'ok' ? <ShieldCheck size={14} aria-hidden /> : null}
        {files.length === 0 ? t('panel.seal_link') : seal === 'ok' ? t('panel.seal') : seal === 'wait' ? t('panel.seal_wait') : ''}
      </Row>
      <ValidityBar row={row} />
      <EvidenceUsage id={row.id} version={row.version} removable={row.delete_right} />
      <section>
        <h3>
          {t('panel.revisions')} <span>{row.revision}</span>
        </h3>
        <Revisions row={row} />
      </section>
    </Stack>
  )
}

function ValidityBar({ row }: { readonly row: Evidence }) {
  const t = useWords('evidence')
  const format = useFormat()
  const endText = useEnd(row)
  const { spent, tone } = validityOf(row, useAsOf())
  return (
    <section className={css.bar} data-tone={tone}>
      <Text as="h3" spread="between">
        {t('panel.bar')}{' '}
        <Text as="em" upright weight={400} tone="soft">
          {endText}
        </Text>
      </Text>
      {row.valid_until ? (
        <div role="meter" aria-label={t('panel.bar')} aria-valuemin={0} aria-valuemax={100} aria-valuenow={Math.round(spent)} aria-valuetext={endText}>
          <i style={{ width: `${spent}%` }} />
        </div>
      ) : null}
      <Row above={6} as="p" spread="between" gap={12} tone="quiet" size={12}>
        <span>{row.effective_date ? t('panel.holds', { date: format.date(row.effective_date) }) : ''}</span>
        <span>{row.valid_until ? t('panel.until', { date: format.date(row.valid_until) }) : ''}</span>
      </Row>
    </section>
  )
}
