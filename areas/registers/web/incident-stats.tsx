import { useQuery } from '@tanstack/react-query'
import { incidentFigures } from '#areas/registers/contract/figures.ts'
import type { incidentStats } from '#areas/registers/contract/incident-calls.ts'
import type { AnswerOf } from '#kit/contract/call.ts'
import { only } from '#kit/contract/figure.ts'
import { levelName, levelOf } from '#kit/contract/level.ts'
import { api } from '#kit/web/api/client.ts'
import { useLevels } from '#kit/web/api/levels.ts'
import { filtersOf } from '#kit/web/figure-link.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { pageQuery } from '#kit/web/table/list-state.ts'
import type { ViewContext } from '#kit/web/resource/list-props.ts'
import { CountLink } from '#kit/web/ui/count-link.tsx'
import { Block, BlockGrid, Facts } from '#kit/web/ui/page.tsx'
import { ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import css from '#kit/web/ui/figures.module.css'

type Figures = AnswerOf<typeof incidentStats>['object']

/** What counts by month: incidents that were some, and not rehearsed. */
const counted = [only('exercise', false), only('close_reason', null, 'RESOLVED')]

/** From so many on, hours are told as days. */
const hoursRead = 72

/** How many are open and how bad, and how long they took, over the incidents of the list. */
export function IncidentStats({ state, rowsOf }: ViewContext) {
  const body = pageQuery({ ...state, page: 1 })
  const { data, error, refetch } = useQuery({
    queryKey: ['incident', 'stats', body.queryParams.filters, body.queryParams.global_search],
    queryFn: ({ signal }) => api.call<typeof incidentStats>('POST /incident/stats', { body, signal }),
    select: (answer) => answer.object,
  })
  if (error) return <ErrorState reason={error} onRetry={() => void refetch()} />
  return data ? <Blocks figures={data} rowsOf={rowsOf} /> : <SkeletonRows count={10} />
}

function Blocks({ figures, rowsOf }: Pick<ViewContext, 'rowsOf'> & { readonly figures: Figures }) {
  const t = useWords('registers')
  const format = useFormat()
  const levels = useLevels('priority')
  const named = (value: number | null) => {
    const level = levelOf(levels, value)
    return level ? levelName(level, format.language) : t('stats.no_severity')
  }
  const month = (name: string) =>
    new Intl.DateTimeFormat(format.language === 'fr' ? 'fr-FR' : 'en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
      new Date(`${name}-15T00:00:00Z`),
    )
  const lasted = (value: number | null) =>
    value === null ? '—' : value < hoursRead ? t('stats.hours', { value: format.number(value, 1) }) : t('stats.days', { value: format.number(value / 24, 1) })
  const figureOf = { total: incidentFigures.all, open: incidentFigures.open, late: incidentFigures.late }
  return (
    <div className={css.scroll} tabIndex={0} role="region" aria-label={t('stats.title')}>
      <dl className={css.tiles}>
        {(['open', 'late', 'total'] as const).map((name) => (
          <div key={name} data-alarming={(name === 'late' && figures.late > 0) || undefined}>
            <dt>{t(`stats.${name}`)}</dt>
            <dd>
              <CountLink count={figures[name]} to={rowsOf(filtersOf(figureOf[name]))} label={t(`stats.${name}`)} />
            </dd>
          </div>
        ))}
      </dl>
      <BlockGrid>
        <Block title={t('stats.by_severity')} span={4}>
          <Facts
            facts={figures.by_severity.map(({ severity, open }) => [
              named(severity),
              <CountLink
                key={severity}
                count={open}
                to={rowsOf([...filtersOf(incidentFigures.open), only('severity', severity)])}
                label={`${t('stats.by_severity')}, ${named(severity)}`}
              />,
            ])}
          />
        </Block>
        <Block title={t('stats.by_month')} sub={t('stats.by_month_sub')} span={8}>
          <div className={css.wide} tabIndex={0} role="group" aria-label={t('stats.by_month')}>
            <table className={css.table}>
              <thead>
                <tr>
                  {(['month', 'contained', 'mean_contain', 'median_contain', 'closed', 'mean_close', 'median_close'] as const).map((name) => (
                    <th key={name} scope="col">
                      {t(`stats.${name}`)}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {figures.months.toReversed().map((each) => (
                  <tr key={each.month}>
                    <th scope="row">{month(each.month)}</th>
                    <td>
                      <CountLink
                        count={each.contained}
                        to={rowsOf([only('containment_at', { from: each.from, to: each.to }), ...counted])}
                        label={`${month(each.month)}, ${t('stats.contained')}`}
                      />
                    </td>
                    <td>{lasted(each.mean_contain)}</td>
                    <td>{lasted(each.median_contain)}</td>
                    <td>
                      <CountLink
                        count={each.closed}
                        to={rowsOf([only('closed_at', { from: each.from, to: each.to }), ...counted])}
                        label={`${month(each.month)}, ${t('stats.closed')}`}
                      />
                    </td>
                    <td>{lasted(each.mean_close)}</td>
                    <td>{lasted(each.median_close)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </Block>
      </BlockGrid>
    </div>
  )
}
