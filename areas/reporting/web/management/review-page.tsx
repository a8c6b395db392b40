import { Lock, Settings2 } from 'lucide-react'
import { failureText } from '#kit/web/api/client.ts'
import { recordAddress } from '#kit/web/figure-link.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Link, useParams } from '#kit/web/navigation.ts'
import { ReportButtons } from '#kit/web/reports/report-buttons.tsx'
import { useRecord } from '#kit/web/resource/list-api.ts'
import { path } from '#kit/web/route.ts'
import { Button, ButtonLink } from '#kit/web/ui/button.tsx'
import { Canvas } from '#kit/web/ui/canvas.tsx'
import { confirm } from '#kit/web/ui/confirm.ts'
import { ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useSubmit } from '#kit/web/ui/use-submit.ts'
import { managementReview, reviewInputs, reviewResults } from '#areas/reporting/contract/management-review.ts'
import { sectionIdOf } from '#areas/reporting/contract/reports.ts'
import { ReportView } from '#areas/reporting/web/reports/report-view.tsx'
import { close, useReviewFigures, type Review } from './management-api.ts'
import { ReviewText } from './review-text.tsx'
import css from './management.module.css'

/** A management review: each thing that is looked at with its figures and what is said of it, then what was decided. */
export function Page() {
  const { id } = useParams<'/org2/reporting/reviews/$id'>()
  const query = useRecord(managementReview, Number(id))
  if (query.isError && !query.data) return <ErrorState reason={query.error} onRetry={() => void query.refetch()} />
  return query.data ? <ReviewView review={query.data} /> : <SkeletonRows count={12} />
}

function ReviewView({ review }: { readonly review: Review }) {
  const t = useWords('reporting')
  const format = useFormat()
  const figures = useReviewFigures(review)
  const [end, busy] = useSubmit(async () => {
    if (!(await confirm({ title: t('management.close_question'), message: t('management.close_text'), confirm: t('management.close') }))) return
    try {
      toast.success(await close(review))
    } catch (reason) {
      toast.error(failureText(reason))
    }
  })
  const draft = review.status === 'DRAFT'
  const about = [
    t('management.of', { from: format.date(review.period_from ?? ''), to: format.date(review.period_to ?? '') }),
    review.perimeter?.name ?? t('management.all_places'),
    review.held_on ? t('management.held', { day: format.date(review.held_on) }) : null,
    review.chair ? t('management.chaired', { name: review.chair.name }) : null,
  ]
  return (
    <Canvas
      title={review.name ?? review.identifier}
      sub={about.filter(Boolean).join(' · ')}
      tools={
        <>
          <ReportButtons path={`/management_review/${review.id}/management_review_report`} />
          <ButtonLink to={path('/org2/reporting/reviews', { id: review.id })} icon={<Settings2 size={14} aria-hidden />}>
            {t('management.details')}
          </ButtonLink>
          {draft && review.edit_right ? (
            <Button variant="primary" icon={<Lock size={14} aria-hidden />} loading={busy} onClick={() => end()}>
              {t('management.close')}
            </Button>
          ) : null}
        </>
      }
    >
      <Text as="p" size={13} tone="quiet" role="status">
        {draft || !review.closed_at ? t('management.live') : t('management.frozen', { at: format.dateTime(review.closed_at) })}
        {review.participants.length > 0 ? ` · ${t('management.with', { names: review.participants.map(({ name }) => name).join(', ') })}` : ''}
      </Text>
      {figures.isError && !figures.data ? <ErrorState reason={figures.error} onRetry={() => void figures.refetch()} /> : null}
      {figures.data ? (
        <ReportView
          told={figures.data}
          below={(section) => {
            const name = reviewInputs.find((one) => sectionIdOf(one) === section)
            return name ? <ReviewText review={review} name={name} /> : null
          }}
        />
      ) : figures.isError ? null : (
        <SkeletonRows count={12} />
      )}
      <section className={css.results} aria-label={t('management.results')}>
        <h2>{t('management.results')}</h2>
        {reviewResults.map((name) => (
          <div key={name}>
            <h3>{t(`entities.management_review.fields.${name}`)}</h3>
            <ReviewText review={review} name={name} />
          </div>
        ))}
        <div>
          <h3>{t('entities.management_review.fields.actions')}</h3>
          <Decided review={review} />
        </div>
      </section>
    </Canvas>
  )
}

/** The actions that were decided; they are chosen in the details. */
function Decided({ review }: { readonly review: Review }) {
  const t = useWords('reporting')
  if (review.actions.length === 0) return <Text tone="quiet">{t('management.no_actions')}</Text>
  return review.actions.map(({ id, identifier, name }) => {
    const to = recordAddress('remediation', id)
    const shown = [identifier, name].filter(Boolean).join(' · ')
    return <p key={id}>{to ? <Link to={to}>{shown}</Link> : shown}</p>
  })
}
