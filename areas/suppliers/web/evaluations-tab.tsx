import { Contact } from 'lucide-react'
import { useState } from 'react'
import { LazyOutsidePeople } from '#areas/campaigns/web/index.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Link } from '#kit/web/navigation.ts'
import { path } from '#kit/web/route.ts'
import { IconButton } from '#kit/web/ui/button.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { StatusBadge } from '#kit/web/ui/status-badge.tsx'
import { lookOf } from '#kit/web/ui/status-looks.ts'
import { Suspense } from '#kit/web/ui/suspense.tsx'
import type { Supplier } from './presentation.tsx'
import css from './suppliers.module.css'
import { useAsks, useEvaluations } from './use-open-evaluations.ts'

/** What the supplier was asked in campaigns, and how it answered. */
export function EvaluationsTab({ row }: { readonly row: Supplier }) {
  const t = useWords('suppliers')
  const campaigns = useWords('campaigns')
  const format = useFormat()
  const { data, error, refetch } = useEvaluations(row)
  const asks = useAsks()
  const [guests, setGuests] = useState<number>()
  if (error) return <ErrorState reason={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows count={4} />
  if (data.objects.length === 0) return <EmptyState title={t('children.no_evaluations')} />
  return (
    <>
      <ul className={css.list}>
        {data.objects.map((one) => {
          const { id, campaign, status, due_date, score, decided_at, evaluator } = one
          return (
            <li key={id}>
              <div className={css.main}>
                {campaign ? <Link to={path('/ops/campaigns', { id: campaign.id })}>{campaign.name}</Link> : null}
                {asks(one) ? (
                  <IconButton label={t('children.outside', { campaign: campaign?.name ?? '' })} onClick={() => setGuests(id)}>
                    <Contact size={16} strokeWidth={1.75} />
                  </IconButton>
                ) : null}
              </div>
              <div className={css.about}>
                {status ? (
                  <StatusBadge {...lookOf(status, 'evaluation.status')}>{campaigns(`entities.evaluation.choices.status.${status}`)}</StatusBadge>
                ) : null}
                {decided_at ? <span>{format.date(decided_at.slice(0, 10))}</span> : due_date ? <span>{format.date(due_date)}</span> : null}
                {evaluator ? <span>{evaluator.name}</span> : null}
                {score === null ? null : <span>{format.percent(score)}</span>}
              </div>
            </li>
          )
        })}
      </ul>
      <Suspense>{guests === undefined ? null : <LazyOutsidePeople evaluation={guests} name={row.name ?? ''} onClose={() => setGuests(undefined)} />}</Suspense>
    </>
  )
}
