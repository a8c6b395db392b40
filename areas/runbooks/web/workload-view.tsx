import { useQuery } from '@tanstack/react-query'
import type { CSSProperties } from 'react'
import type { workload } from '#areas/runbooks/contract/calls.ts'
import type { AnswerOf } from '#kit/contract/call.ts'
import type { Filter } from '#kit/contract/list-query.ts'
import { api } from '#kit/web/api/client.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import figures from '#kit/web/ui/figures.module.css'
import { EmptyState, ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { InCharge } from '#kit/web/work/responsible.tsx'
import css from './workload.module.css'

type Load = AnswerOf<typeof workload>['object']['rows'][number]

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)
/** A month of full work, in days: the darkest cell. */
const fullMonth = 20

/** Planned days per person in charge over twelve months, as bars and as a table (RUN-27). */
export function WorkloadView({ filters }: { readonly filters: readonly Filter[] }) {
  const t = useWords('runbooks')
  const format = useFormat()
  const { data, error, refetch } = useQuery({
    queryKey: ['occurrence', 'workload', filters],
    queryFn: ({ signal }) => api.call<typeof workload>('POST /occurrence/workload', { body: { queryParams: { filters: [...filters] } }, signal }),
    select: ({ object }) => object,
  })
  if (error) return <ErrorState reason={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows count={10} />
  if (data.rows.length === 0) return <EmptyState title={t('workload.empty')} text={t('workload.empty_text')} />
  const month = new Intl.DateTimeFormat(format.language, { month: 'short', timeZone: 'UTC' })
  const totals = data.months.map((_, at) => sum(data.rows.map(({ days }) => days[at] ?? 0)))
  const most = Math.max(...totals, 1)
  return (
    <div className={figures.scroll} tabIndex={0} role="region" aria-label={t('workload.title')}>
      <table className={figures.load}>
        <caption>{t('workload.caption')}</caption>
        <thead>
          <tr className={css.bars} aria-hidden>
            <td colSpan={2} />
            {totals.map((total, at) => (
              <td key={data.months[at]}>
                <i style={{ '--share': `${Math.round((total / most) * 100)}%` } as CSSProperties} />
              </td>
            ))}
            <td />
          </tr>
          <tr>
            <th scope="col">{t('workload.person')}</th>
            <th scope="col">{t('workload.late')}</th>
            {data.months.map((first) => (
              <th key={first} scope="col">
                {month.format(new Date(`${first}T00:00:00Z`))} <small>{first.slice(0, 4)}</small>
              </th>
            ))}
            <th scope="col">{t('workload.total')}</th>
          </tr>
        </thead>
        <tbody>
          {data.rows.map((row) => (
            <tr key={row.manager ? `${row.is_group}${row.manager.id}` : 'none'}>
              <th scope="row">
                <Person row={row} />
              </th>
              <Days value={row.late} late />
              {row.days.map((days, at) => (
                <Days key={data.months[at]} value={days} />
              ))}
              <td className={figures.total}>{format.number(row.late + sum(row.days), 1)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('workload.total')}</th>
            <td>{format.number(sum(data.rows.map(({ late }) => late)), 1)}</td>
            {totals.map((total, at) => (
              <td key={data.months[at]}>{format.number(total, 1)}</td>
            ))}
            <td className={figures.total}>{format.number(sum(data.rows.map(({ late, days }) => late + sum(days))), 1)}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

function Person({ row: { manager, is_group: isGroup } }: { readonly row: Load }) {
  const t = useWords('runbooks')
  if (!manager) return t('workload.nobody')
  const who = { id: manager.id, name: manager.name ?? '' }
  return isGroup ? <InCharge person={null} group={who} /> : <InCharge person={who} />
}

function Days({ value, late }: { readonly value: number; readonly late?: boolean }) {
  const format = useFormat()
  return (
    <td data-late={(late && value > 0) || undefined} style={{ '--share': `${Math.round(Math.min(1, value / fullMonth) * 45)}%` } as CSSProperties}>
      {value ? format.number(value, 1) : ''}
    </td>
  )
}
