import { useQuery } from '@tanstack/react-query'
import type { CSSProperties } from 'react'
import type { workload } from '#areas/actions/contract/calls.ts'
import type { AnswerOf } from '#kit/contract/call.ts'
import { api } from '#kit/web/api/client.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import type { ViewContext } from '#kit/web/resource/list-props.ts'
import { pageQuery } from '#kit/web/table/list-state.ts'
import { EmptyState, ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { InCharge } from '#kit/web/work/responsible.tsx'
import css from '#kit/web/ui/figures.module.css'

type Load = AnswerOf<typeof workload>['object']['rows'][number]

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)
const totalOf = (row: Load) => row.before + sum(row.days) + row.after + row.undated
/** A month of full work, in days: the darkest cell. */
const fullMonth = 20

/** Days per person in charge and month, over the actions of the list (TBL-27). */
export function WorkloadView({ state }: ViewContext) {
  const t = useWords('actions')
  const format = useFormat()
  const body = pageQuery({ ...state, page: 1 })
  const { data, error, refetch } = useQuery({
    queryKey: ['remediation', 'workload', body.queryParams.filters, body.queryParams.global_search],
    queryFn: ({ signal }) => api.call<typeof workload>('POST /remediation/workload', { body, signal }),
    select: (answer) => answer.object,
  })
  if (error) return <ErrorState reason={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows count={10} />
  if (data.rows.length === 0) return <EmptyState text={t('workload.empty')} />
  const month = new Intl.DateTimeFormat(format.language, { month: 'short', timeZone: 'UTC' })
  const totals = data.months.map((_, index) => sum(data.rows.map((row) => row.days[index] ?? 0)))
  return (
    <div className={css.scroll} tabIndex={0} role="region" aria-label={t('workload.title')}>
      <table className={css.load}>
        <caption>{t('workload.title')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('workload.person')}</th>
            <th scope="col">{t('workload.earlier')}</th>
            {data.months.map((first) => (
              <th key={first} scope="col">
                {month.format(new Date(`${first}T00:00:00Z`))} <small>{first.slice(0, 4)}</small>
              </th>
            ))}
            <th scope="col">{t('workload.later')}</th>
            <th scope="col">{t('workload.undated')}</th>
            <th scope="col">{t('workload.total')}</th>
          </tr>
        </thead>
        <tbody>
          {data.rows.map((row) => (
            <tr key={row.manager ? `${row.is_group}${row.manager.id}` : 'none'}>
              <th scope="row">
                <Person row={row} />
              </th>
              <Days value={row.before} late />
              {row.days.map((days, index) => (
                <Days key={data.months[index]} value={days} />
              ))}
              <Days value={row.after} />
              <Days value={row.undated} plain />
              <td className={css.total}>{format.number(totalOf(row), 1)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('workload.total')}</th>
            <td>{format.number(sum(data.rows.map((row) => row.before)), 1)}</td>
            {totals.map((total, index) => (
              <td key={data.months[index]}>{format.number(total, 1)}</td>
            ))}
            <td>{format.number(sum(data.rows.map((row) => row.after)), 1)}</td>
            <td>{format.number(sum(data.rows.map((row) => row.undated)), 1)}</td>
            <td className={css.total}>{format.number(sum(data.rows.map(totalOf)), 1)}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

function Person({ row }: { readonly row: Load }) {
  const t = useWords('actions')
  if (!row.manager) return t('panel.unassigned')
  const who = { ...row.manager, name: row.manager.name ?? '' } as never
  return row.is_group ? <InCharge person={null} group={who} /> : <InCharge person={who} />
}

function Days({ value, late, plain }: { readonly value: number; readonly late?: boolean; readonly plain?: boolean }) {
  const format = useFormat()
  const share = plain || value === 0 ? 0 : Math.min(1, value / fullMonth)
  return (
    <td data-late={late && value > 0 ? true : undefined} style={{ '--share': `${Math.round(share * 45)}%` } as CSSProperties}>
      {value ? format.number(value, 1) : ''}
    </td>
  )
}
