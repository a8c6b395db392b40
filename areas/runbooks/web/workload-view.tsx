import { useQuery } from '@tanstack/react-query'
import type { CSSProperties } from 'react'
import type { workload } from '#areas/runbooks/contract/calls.ts'
import type { Filter } from '#kit/contract/list-query.ts'
import { api } from '#kit/web/api/client.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { EmptyState, ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { LoadTable } from '#kit/web/work/load-table.tsx'
import css from './workload.module.css'

/** Planned days per person in charge over twelve months, as bars and as a table (RUN-27). */
export function WorkloadView({ filters }: { readonly filters: readonly Filter[] }) {
  const t = useWords('runbooks')
  const { data, error, refetch } = useQuery({
    queryKey: ['occurrence', 'workload', filters],
    queryFn: ({ signal }) => api.call<typeof workload>('POST /occurrence/workload', { body: { queryParams: { filters: [...filters] } }, signal }),
    select: ({ object }) => object,
  })
  if (error) return <ErrorState reason={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows count={10} />
  if (data.rows.length === 0) return <EmptyState title={t('workload.empty')} text={t('workload.empty_text')} />
  return (
    <LoadTable
      label={t('workload.title')}
      caption={t('workload.caption')}
      person={t('workload.person')}
      nobody={t('workload.nobody')}
      total={t('workload.total')}
      months={data.months}
      rows={data.rows}
      before={{ label: t('workload.late'), of: ({ late }) => late, look: 'late' }}
      head={(totals) => <Bars totals={totals} months={data.months} />}
    />
  )
}

function Bars({ totals, months }: { readonly totals: readonly number[]; readonly months: readonly string[] }) {
  const most = Math.max(...totals, 1)
  return (
    <tr className={css.bars} aria-hidden>
      <td colSpan={2} />
      {totals.map((total, at) => (
        <td key={months[at]}>
          <i style={{ '--share': `${Math.round((total / most) * 100)}%` } as CSSProperties} />
        </td>
      ))}
      <td />
    </tr>
  )
}
