import { useQuery } from '@tanstack/react-query'
import type { workload } from '#areas/actions/contract/calls.ts'
import { api } from '#kit/web/api/client.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import type { ViewContext } from '#kit/web/resource/list-props.ts'
import { pageQuery } from '#kit/web/table/list-state.ts'
import { EmptyState, ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { LoadTable } from '#kit/web/work/load-table.tsx'

/** Days per person in charge and month, over the actions of the list (TBL-27). */
export function WorkloadView({ state }: ViewContext) {
  const t = useWords('actions')
  const body = pageQuery({ ...state, page: 1 })
  const { data, error, refetch } = useQuery({
    queryKey: ['remediation', 'workload', body.queryParams.filters, body.queryParams.global_search],
    queryFn: ({ signal }) => api.call<typeof workload>('POST /remediation/workload', { body, signal }),
    select: (answer) => answer.object,
  })
  if (error) return <ErrorState reason={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows count={10} />
  if (data.rows.length === 0) return <EmptyState text={t('workload.empty')} />
  return (
    <LoadTable
      label={t('workload.title')}
      caption={t('workload.title')}
      person={t('workload.person')}
      nobody={t('panel.unassigned')}
      total={t('workload.total')}
      months={data.months}
      rows={data.rows}
      before={{ label: t('workload.earlier'), of: ({ before }) => before, look: 'late' }}
      after={[
        { label: t('workload.later'), of: ({ after }) => after },
        { label: t('workload.undated'), of: ({ undated }) => undated, look: 'plain' },
      ]}
    />
  )
}
