import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ReactNode } from 'react'
import type { stats } from '#areas/actions/contract/calls.ts'
import { actionFigures, statusFigures } from '#areas/actions/contract/figures.ts'
import { remediationStatuses, type RemediationStatus } from '#areas/actions/contract/lifecycle.ts'
import type { AnswerOf } from '#kit/contract/call.ts'
import { only } from '#kit/contract/figure.ts'
import { levelName, levelOf, type Level } from '#kit/contract/level.ts'
import { api } from '#kit/web/api/client.ts'
import { useLevels } from '#kit/web/api/levels.ts'
import { filtersOf } from '#kit/web/figure-link.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { monthNames } from '#kit/web/charts/month-names.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import type { ViewContext } from '#kit/web/resource/list-props.ts'
import { pageQuery } from '#kit/web/table/list-state.ts'
import { BarsChart } from '#kit/web/charts/bars-chart.tsx'
import { Legend } from '#kit/web/charts/legend.tsx'
import { CountLink } from '#kit/web/ui/count-link.tsx'
import { Block, BlockGrid, Facts } from '#kit/web/ui/page.tsx'
import { ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { StatusBadge } from '#kit/web/ui/status-badge.tsx'
import { lookOf } from '#kit/web/ui/status-looks.ts'
import { VisuallyHidden } from '#kit/web/ui/visually-hidden.tsx'
import css from '#kit/web/ui/figures.module.css'

type Figures = AnswerOf<typeof stats>['object']

/** Colours of the statuses in charts, as on the bars of plans. */
const colors: Record<RemediationStatus, string> = {
  TO_PLAN: 'line-strong',
  PLANNED: 'c1b',
  ONGOING: 'c1',
  STANDBY: 'c4',
  FINISHED: 'ok',
  CANCELLED: 'c6',
}

/** What the words of the view count. */
const figureOf = {
  total: actionFigures.all,
  late: actionFigures.late,
  soon: actionFigures.soon,
  unassigned: actionFigures.unassigned,
  finished: actionFigures.finished,
}

/** Counts over the actions of the list (TBL-27). */
export function StatsView({ state, rowsOf }: ViewContext) {
  const body = pageQuery({ ...state, page: 1 })
  const { data, error, refetch } = useQuery({
    queryKey: ['remediation', 'stats', body.queryParams.filters, body.queryParams.global_search],
    queryFn: ({ signal }) => api.call<typeof stats>('POST /remediation/stats', { body, signal }),
    select: (answer) => answer.object,
  })
  if (error) return <ErrorState reason={error} onRetry={() => void refetch()} />
  return data ? <Blocks figures={data} rowsOf={rowsOf} /> : <SkeletonRows count={10} />
}

function Blocks({ figures, rowsOf }: Pick<ViewContext, 'rowsOf'> & { readonly figures: Figures }) {
  const t = useWords('actions')
  const format = useFormat()
  const status = (value: RemediationStatus) => t(`entities.remediation.choices.status.${value}`)
  const counted = ['total', 'late', 'soon', 'unassigned'] as const
  const tiles: readonly [string, ReactNode, boolean?][] = [
    ...counted.map((name): [string, ReactNode, boolean] => [
      t(`stats.${name}`),
      <CountLink key={name} count={figures[name]} to={rowsOf(filtersOf(figureOf[name]))} label={t(`stats.${name}`)} />,
      name === 'late' && figures.late > 0,
    ]),
    [t('stats.cost'), format.keuro(figures.cost)],
    [t('stats.workload'), format.days(figures.workload)],
  ]
  const { language } = format
  const months = useMemo(
    () =>
      monthNames(
        figures.series.map(({ month }) => month),
        language,
      ),
    [figures, language],
  )
  const series = useMemo(
    () =>
      remediationStatuses.map((value) => ({
        name: t(`entities.remediation.choices.status.${value}`),
        color: colors[value],
        values: figures.series.map(({ counts }) => counts[value] ?? 0),
      })),
    [figures, t],
  )
  const levels = useLevels('priority')
  const priorities = useMemo(() => {
    const nameOf = (level: Level | undefined) => (level ? levelName(level, language) : '')
    const names = figures.by_priority.map(({ priority }) =>
      priority === null ? t('stats.no_priority') : nameOf(levelOf(levels, priority)) || String(priority),
    )
    return {
      names,
      series: [
        { name: t('stats.on_time'), color: 'c1', values: figures.by_priority.map(({ count, late }) => count - late) },
        { name: t('stats.late'), color: 'c5', values: figures.by_priority.map(({ late }) => late) },
      ],
    }
  }, [figures, levels, language, t])
  return (
    <div className={css.scroll} tabIndex={0} role="region" aria-label={t('views.stats')}>
      <VisuallyHidden>
        <h2>{t('views.stats')}</h2>
      </VisuallyHidden>
      <dl className={css.tiles}>
        {tiles.map(([name, value, alarming]) => (
          <div key={name} data-alarming={alarming || undefined}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <BlockGrid>
        <Block title={t('stats.series')} span={8} aside={<Legend entries={series.map(({ name, color }) => ({ label: name, color }))} />}>
          <BarsChart label={t('stats.series')} categories={months} series={series} height={230} />
        </Block>
        <Block title={t('stats.by_status')} span={4}>
          <Facts
            facts={remediationStatuses.map((value) => [
              status(value),
              <span key={value} className={css.count}>
                <StatusBadge {...lookOf(value, 'remediation.status')}>
                  <CountLink count={figures.by_status[value] as number} to={rowsOf(filtersOf(statusFigures[value]))} label={status(value)} />
                </StatusBadge>
              </span>,
            ])}
          />
        </Block>
        <Block title={t('stats.by_priority')} span={5} aside={<Legend entries={priorities.series.map(({ name, color }) => ({ label: name, color }))} />}>
          <BarsChart label={t('stats.by_priority')} categories={priorities.names} series={priorities.series} height={220} />
        </Block>
        <Block title={t('stats.by_perimeter')} span={7}>
          <table className={css.table}>
            <thead>
              <tr>
                <th scope="col">{t('entities.remediation.fields.perimeter')}</th>
                <th scope="col">{t('stats.total')}</th>
                <th scope="col">{t('stats.finished')}</th>
                <th scope="col">{t('stats.late')}</th>
              </tr>
            </thead>
            <tbody>
              {figures.by_perimeter.map(({ perimeter, count, finished, late }) => (
                <tr key={perimeter?.id ?? 0}>
                  <th scope="row">{perimeter?.name ?? t('stats.no_perimeter')}</th>
                  {(
                    [
                      ['total', count],
                      ['finished', finished],
                      ['late', late],
                    ] as const
                  ).map(([name, number]) => (
                    <td key={name} data-late={(name === 'late' && late > 0) || undefined}>
                      <CountLink
                        count={number}
                        to={rowsOf([...filtersOf(figureOf[name]), only('perimeter', perimeter?.id ?? null)])}
                        label={`${perimeter?.name ?? t('stats.no_perimeter')}, ${t(`stats.${name}`)}`}
                      />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </Block>
      </BlockGrid>
    </div>
  )
}
