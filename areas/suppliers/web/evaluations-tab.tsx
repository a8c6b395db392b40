import { Link } from '@tanstack/react-router'
import { evaluation } from '#areas/campaigns/contract/evaluation.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { path } from '#kit/web/route.ts'
import { EmptyState, ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { StatusBadge } from '#kit/web/ui/status-badge.tsx'
import { lookOf } from '#kit/web/ui/status-looks.ts'
import type { Supplier } from './presentation.tsx'
import css from './suppliers.module.css'
import { useRows } from './use-rows.ts'

/** What the supplier was asked in campaigns, and how it answered. */
export function EvaluationsTab({ row }: { readonly row: Supplier }) {
  const t = useWords('suppliers')
  const campaigns = useWords('campaigns')
  const format = useFormat()
  const { data, error, refetch } = useRows(evaluation, [{ name: 'perimeter', selected_options: [row.perimeter?.id ?? 0] }], '-due_date')
  if (error) return <ErrorState reason={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows count={4} />
  if (data.objects.length === 0) return <EmptyState title={t('children.no_evaluations')} />
  return (
    <ul className={css.list}>
      {data.objects.map(({ id, campaign, status, due_date, score, decided_at, evaluator }) => (
        <li key={id}>
          <div className={css.main}>{campaign ? <Link to={path('/ops/campaigns', { id: campaign.id })}>{campaign.name}</Link> : null}</div>
          <div className={css.about}>
            {status ? <StatusBadge {...lookOf(status, 'evaluation.status')}>{campaigns(`entities.evaluation.choices.status.${status}`)}</StatusBadge> : null}
            {decided_at ? <span>{format.date(decided_at.slice(0, 10))}</span> : due_date ? <span>{format.date(due_date)}</span> : null}
            {evaluator ? <span>{evaluator.name}</span> : null}
            {score === null ? null : <span>{format.number(score)} %</span>}
          </div>
        </li>
      ))}
    </ul>
  )
}
