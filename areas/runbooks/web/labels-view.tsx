import { useQuery } from '@tanstack/react-query'
import type { tasksByLabel } from '#areas/runbooks/contract/calls.ts'
import { api } from '#kit/web/api/client.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Link } from '#kit/web/navigation.ts'
import type { ViewContext } from '#kit/web/resource/list-props.ts'
import { pageQuery } from '#kit/web/table/list-state.ts'
import figures from '#kit/web/ui/figures.module.css'
import { Progress } from '#kit/web/ui/marks.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { Tag } from '#kit/web/ui/status-badge.tsx'

/** The tasks of the list by label, with what is due, late and done of each (RUN-10). */
export function LabelsView({ state, rowsOf }: ViewContext) {
  const t = useWords('runbooks')
  const format = useFormat()
  const body = pageQuery({ ...state, page: 1 })
  const { data, error, refetch } = useQuery({
    queryKey: ['runtask', 'labels', body.queryParams.filters, body.queryParams.global_search],
    queryFn: ({ signal }) => api.call<typeof tasksByLabel>('POST /runtask/labels', { body, signal }),
    select: ({ objects }) => objects,
  })
  if (error) return <ErrorState reason={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows count={10} />
  if (data.length === 0) return <EmptyState title={t('entities.runtask.none')} text={t('entities.runtask.none_text')} />
  return (
    <div className={figures.scroll} tabIndex={0} role="region" aria-label={t('labels.title')}>
      <table className={figures.load}>
        <caption>
          <span>{t('labels.caption')}</span>
        </caption>
        <thead>
          <tr>
            <th scope="col">{t('labels.label')}</th>
            <th scope="col">{t('entities.runbook.fields.tasks')}</th>
            <th scope="col">{t('entities.runbook.fields.due')}</th>
            <th scope="col">{t('entities.runbook.fields.late')}</th>
            <th scope="col">{t('entities.runbook.fields.completion')}</th>
          </tr>
        </thead>
        <tbody>
          {data.map(({ label, tasks, due, late, completion }) => (
            <tr key={label?.id ?? 'none'}>
              <th scope="row">
                {label ? (
                  <Link to={rowsOf([{ name: 'labels', selected_options: [label.id] }])}>
                    <Tag color={label.color}>{label.name}</Tag>
                  </Link>
                ) : (
                  t('labels.none')
                )}
              </th>
              <td>{format.number(tasks)}</td>
              <td>{format.number(due)}</td>
              <td data-late={late > 0 || undefined}>{late > 0 ? format.number(late) : ''}</td>
              <td>{completion === null ? '' : <Progress value={completion} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
