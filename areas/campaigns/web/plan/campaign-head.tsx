import { evaluationFigures } from '#areas/campaigns/contract/figures.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { filtersOf, rowsAt } from '#kit/web/figure-link.ts'
import { Link } from '#kit/web/navigation.ts'
import { path } from '#kit/web/route.ts'
import { isRunning } from '#areas/campaigns/contract/campaign.ts'
import type { Filter } from '#kit/contract/list-query.ts'
import { Row } from '#kit/web/ui/layout.tsx'
import { Progress } from '#kit/web/ui/marks.tsx'
import { Tag } from '#kit/web/ui/status-badge.tsx'
import type { ReactNode } from 'react'
import type { Campaign } from './plan-api.ts'
import css from './plan.module.css'

const status = (value: string): Filter[] => [{ name: 'status', selected_options: [value] }]

/** What a campaign is and how far; each count leads to exactly its evaluations. */
export function CampaignHead({ row, children }: { readonly row: Campaign; readonly children: ReactNode }) {
  const t = useWords('campaigns')
  const format = useFormat()
  const to = (filters: readonly Filter[]) => rowsAt(path('/ops/campaigns/$id', { id: row.id }), filters)
  const count = (label: string, value: number | null, filters: readonly Filter[], look?: string) =>
    value ? (
      <Link to={to(filters)} className={look}>
        {label} {format.number(value)}
      </Link>
    ) : null
  return (
    <Row as="section" wrap align="center" gap={14} rowGap={6} padY={10} padX={16} edge="below" className={css.head} aria-label={row.name ?? ''}>
      <h2>{row.name}</h2>
      <Tag>{t(`entities.campaign.choices.status.${row.status ?? 'INIT'}`)}</Tag>
      {isRunning(row.status) || row.status === 'FINISHED' ? <Progress value={row.progress ?? 0} /> : null}
      {row.date_start || row.limit_date_evaluation ? (
        <span className={row.late ? css.late : undefined}>
          {[row.date_start, row.limit_date_evaluation].map((day) => (day ? format.date(day) : '…')).join(' – ')}
        </span>
      ) : null}
      <Link to={to([])}>
        {t('entities.campaign.fields.evaluations')} {format.number(row.evaluations ?? 0)}
      </Link>
      {count(t('entities.campaign.fields.waiting'), row.waiting, status('WAITING_VALIDATION'))}
      {count(t('entities.campaign.fields.validated'), row.validated, status('VALIDATED'))}
      {count(t('entities.campaign.fields.not_submitted'), row.not_submitted, filtersOf(evaluationFigures.not_submitted), css.late)}
      <Row wrap gap={6} pushed>
        {children}
      </Row>
    </Row>
  )
}
