import { actionsShown } from '#areas/campaigns/contract/result-calls.ts'
import { useRight } from '#kit/web/api/session.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Link } from '#kit/web/navigation.ts'
import { path } from '#kit/web/route.ts'
import { Box } from '#kit/web/ui/layout.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { StatusBadge } from '#kit/web/ui/status-badge.tsx'
import { lookOf } from '#kit/web/ui/status-looks.ts'
import { useResultActions } from './results-api.ts'
import css from './results.module.css'

interface ActionsTabProps {
  readonly campaign: number
  readonly perimeter: number | undefined
  /** Of all. */
  readonly count: number
}

/** What came of the answers: where it stands, and what called for it. */
export function ActionsTab({ campaign, perimeter, count }: ActionsTabProps) {
  const t = useWords('campaigns')
  const actions = useWords('actions')
  const format = useFormat()
  const reads = useRight('program.read')
  const { data, error, refetch } = useResultActions(campaign, perimeter)
  if (error) return <ErrorState reason={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows count={6} />
  if (data.length === 0) return <EmptyState title={t('results.actions.none')} text={t('results.actions.none_text')} />
  return (
    <div className={css.card}>
      {count > actionsShown ? <p className={css.none}>{t('results.actions.first', { shown: actionsShown, count })}</p> : null}
      <div className={css.scroll} tabIndex={0} role="region" aria-label={t('results.tabs.actions')}>
        <Box as="table" full size={13} className={css.plain}>
          <thead>
            <tr>
              <th scope="col">{actions('entities.remediation.fields.name')}</th>
              <th scope="col">{actions('entities.remediation.fields.status')}</th>
              <th scope="col">{t('results.actions.item')}</th>
              <th scope="col">{actions('entities.remediation.fields.perimeter')}</th>
              <th scope="col">{actions('entities.remediation.fields.manager')}</th>
              <th scope="col">{actions('entities.remediation.fields.target_date')}</th>
            </tr>
          </thead>
          <tbody>
            {data.map(({ id, identifier, name, status, target_date: due, late, perimeter: place, item, manager }) => (
              <tr key={id}>
                <th scope="row" className={css.named}>
                  <small>{identifier}</small> {reads ? <Link to={path('/actions/filtered', { id })}>{name}</Link> : name}
                </th>
                <td>
                  <StatusBadge {...lookOf(status, 'remediation.status')}>{actions(`entities.remediation.choices.status.${status}`)}</StatusBadge>
                </td>
                <td>{item}</td>
                <td>{place.name}</td>
                <td>{manager}</td>
                <td data-late={late || undefined}>{due ? format.date(due) : null}</td>
              </tr>
            ))}
          </tbody>
        </Box>
      </div>
    </div>
  )
}
