import { useQuery } from '@tanstack/react-query'
import { ShieldCheck, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import type { readStanding } from '#areas/evidence/contract/calls.ts'
import { evidence, type RevisionFile } from '#areas/evidence/contract/evidence.ts'
import { fileInput } from '#kit/contract/field.ts'
import { only } from '#kit/contract/figure.ts'
import { api, failureText } from '#kit/web/api/client.ts'
import { renewed } from '#kit/web/api/queries.ts'
import { saveRow } from '#kit/web/api/save-row.ts'
import { useUploads } from '#kit/web/api/use-uploads.ts'
import { rowsOf } from '#kit/web/figure-link.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { CountLink } from '#kit/web/ui/count-link.tsx'
import { OutsideLink } from '#kit/web/ui/outside-link.tsx'
import { ErrorState, Skeleton } from '#kit/web/ui/states.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import css from './evidence.module.css'
import { useEnd, validityOf, type Evidence } from './presentation.tsx'
import { Preview } from './preview.tsx'
import { Revisions } from './revisions.tsx'

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
    <div
      className={css.overview}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        const [file] = event.dataTransfer.files
        if (file && row.edit_right) add([file])
      }}
    >
      {uploads.map(({ id, name, failure }) => (
        <p key={id} role={failure === undefined ? 'status' : 'alert'} className={failure === undefined ? undefined : css.alert}>
          {kit('labelled', { label: name, value: failure ?? t('panel.add') })}
        </p>
      ))}
      {files.length > 0 ? <Preview key={row.revision} files={files} onSeal={setSeal} /> : null}
      {row.url ? (
        <p className={css.link}>
          <OutsideLink address={row.url} name={row.name} />
        </p>
      ) : null}
      <p className={css.seal}>
        {files.length === 0 || seal === 'ok' ? <ShieldCheck size={14} aria-hidden /> : null}
        {files.length === 0 ? t('panel.seal_link') : seal === 'ok' ? t('panel.seal') : seal === 'wait' ? t('panel.seal_wait') : ''}
      </p>
      <ValidityBar row={row} />
      <Standing row={row} />
      <section>
        <h3>
          {t('panel.revisions')} <span>{row.revision}</span>
        </h3>
        <Revisions row={row} />
      </section>
    </div>
  )
}

function ValidityBar({ row }: { readonly row: Evidence }) {
  const t = useWords('evidence')
  const format = useFormat()
  const said = useEnd(row)
  const { spent, tone } = validityOf(row)
  return (
    <section className={css.bar} data-tone={tone}>
      <h3>
        {t('panel.bar')} <em>{said}</em>
      </h3>
      {row.valid_until ? (
        <div role="meter" aria-label={t('panel.bar')} aria-valuemin={0} aria-valuemax={100} aria-valuenow={Math.round(spent)} aria-valuetext={said}>
          <i style={{ width: `${spent}%` }} />
        </div>
      ) : null}
      <p>
        <span>{row.effective_date ? t('panel.holds', { date: format.date(row.effective_date) }) : ''}</span>
        <span>{row.valid_until ? t('panel.until', { date: format.date(row.valid_until) }) : ''}</span>
      </p>
    </section>
  )
}

function Standing({ row }: { readonly row: Evidence }) {
  const t = useWords('evidence')
  const format = useFormat()
  const { data, error, refetch } = useQuery({
    queryKey: ['evidence', 'standing', row.id, row.version],
    queryFn: ({ signal }) => api.call<typeof readStanding>('GET /evidence/{id}/standing', { params: { id: row.id }, signal }),
    staleTime: 0,
  })
  if (error) return <ErrorState reason={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={92} />
  const { actions, measures, alone, points } = data.object
  const lost = points === null ? 0 : Math.round(points * 10) / 10
  const toActions = rowsOf('remediation', [only('evidences', row.id)])
  return (
    <section className={css.standing}>
      <h3>{t('panel.stands')}</h3>
      <dl>
        <div>
          <dd>
            {actions.count > 0 && toActions ? (
              <CountLink count={actions.count} to={toActions} label={t('panel.actions', { count: actions.count })} />
            ) : (
              actions.count
            )}
          </dd>
          <dt>{t('panel.actions', { count: actions.count })}</dt>
        </div>
        <div>
          <dd>{measures.count}</dd>
          <dt>{t('panel.measures', { count: measures.count })}</dt>
        </div>
        <div>
          <dd>{points === null ? '—' : format.number(lost, 1)}</dd>
          <dt>{t('panel.points')}</dt>
        </div>
      </dl>
      {lost > 0 ? (
        <p data-warn>
          <TriangleAlert size={14} aria-hidden /> {t('panel.at_expiry', { points: format.number(lost, 1) })}
        </p>
      ) : (
        <p>{t('panel.no_points')}</p>
      )}
      {alone > 0 ? <p>{t('panel.alone', { count: alone })}</p> : null}
      {actions.count > 0 && row.delete_right ? <p>{t('panel.removal')}</p> : null}
    </section>
  )
}
