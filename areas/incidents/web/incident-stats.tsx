import { useQuery } from '@tanstack/react-query'
import { Fragment, useMemo } from 'react'
import { incidentFigures } from '#areas/incidents/contract/figures.ts'
import type { incidentStats } from '#areas/incidents/contract/incident-calls.ts'
import type { AnswerOf } from '#kit/contract/call.ts'
import { only } from '#kit/contract/figure.ts'
import { levelName, levelOf } from '#kit/contract/level.ts'
import { api } from '#kit/web/api/client.ts'
import { useLevels } from '#kit/web/api/levels.ts'
import { filtersOf } from '#kit/web/figure-link.ts'
import { dayWords, useFormat } from '#kit/web/i18n/format.ts'
import { monthNames } from '#kit/web/charts/month-names.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { useNavigate } from '#kit/web/navigation.ts'
import { pageQuery } from '#kit/web/table/list-state.ts'
import type { ViewContext } from '#kit/web/resource/list-props.ts'
import { BarsChart } from '#kit/web/charts/bars-chart.tsx'
import { Legend } from '#kit/web/charts/legend.tsx'
import { CountLink } from '#kit/web/ui/count-link.tsx'
import { Block, BlockGrid, Facts } from '#kit/web/ui/page.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import css from '#kit/web/ui/figures.module.css'

type Figures = AnswerOf<typeof incidentStats>['object']

/** What counts by month: incidents that were some, and not rehearsed. */
const counted = [only('exercise', false), only('close_reason', null, 'RESOLVED')]

/** From so many on, hours are told as days. */
const hoursRead = 72

type Month = Figures['months'][number]

/** What is counted and timed by month: the moment that says the month, and what colour it has in every drawing. */
const stages = [
  { name: 'detect', count: 'detected', at: 'detected_at', color: 'c2' },
  { name: 'contain', count: 'contained', at: 'containment_at', color: 'c1' },
  { name: 'close', count: 'closed', at: 'closed_at', color: 'ok' },
] as const
type Stage = (typeof stages)[number]

/** The rows that a number of a month counts; those that were detected are counted where it is known when they happened. */
const rowsIn = ({ from, to }: Month, { name, at }: Stage) => [only(at, { from, to }), ...(name === 'detect' ? [only('occurred_at', { to })] : []), ...counted]

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
  const t = useWords('incidents')
  const format = useFormat()
  const figureOf = { total: incidentFigures.all, open: incidentFigures.open, late: incidentFigures.late }
  const { months } = figures
  const timed = months.some((each) => stages.some(({ count }) => each[count] > 0))
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
        <Severities figures={figures} rowsOf={rowsOf} />
        {timed ? <Drawings months={months} rowsOf={rowsOf} /> : null}
        <Block title={t('stats.by_month')} sub={t('stats.by_month_sub')}>
          {timed ? (
            <div className={css.wide} tabIndex={0} role="group" aria-label={t('stats.by_month')}>
              <table className={css.table}>
                <thead>
                  <tr>
                    {(['month', ...stages.flatMap(({ name, count }) => [count, `mean_${name}`, `median_${name}`] as const)] as const).map((name) => (
                      <th key={name} scope="col">
                        {t(`stats.${name}`)}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {months.toReversed().map((each) => (
                    <MonthRow key={each.month} month={each} language={format.language} rowsOf={rowsOf} />
                  ))}
                </tbody>
              </table>
            </div>
          ) : (
            <EmptyState title={t('stats.nothing')} text={t('stats.nothing_text')} />
          )}
        </Block>
      </BlockGrid>
    </div>
  )
}

/** How many are open of each severity, each bar and number with its rows. */
function Severities({ figures, rowsOf }: Pick<ViewContext, 'rowsOf'> & { readonly figures: Figures }) {
  const t = useWords('incidents')
  const { language } = useFormat()
  const levels = useLevels('priority')
  const navigate = useNavigate()
  const open = useMemo(() => figures.by_severity.filter((each) => each.open > 0), [figures])
  const names = useMemo(
    () =>
      open.map(({ severity }) => {
        const level = levelOf(levels, severity)
        return level ? levelName(level, language) : t('stats.no_severity')
      }),
    [open, levels, language, t],
  )
  const series = useMemo(() => [{ name: t('stats.open'), color: 'c1', values: open.map((each) => each.open) }], [open, t])
  const to = (at: number) => rowsOf([...filtersOf(incidentFigures.open), only('severity', open[at]?.severity ?? null)])
  const pick = (at: number) => void navigate({ to: to(at) })
  return (
    <Block title={t('stats.by_severity')} span={4}>
      {open.length === 0 ? (
        <EmptyState title={t('stats.none_open')} />
      ) : (
        <BarsChart label={t('stats.by_severity')} categories={names} series={series} height={150} onPick={pick} />
      )}
      <Facts
        facts={open.map((each, at) => [
          names[at] ?? '',
          <CountLink key={each.severity} count={each.open} to={to(at)} label={`${t('stats.by_severity')}, ${names[at] ?? ''}`} />,
        ])}
      />
    </Block>
  )
}

/** How many each month, and the median of the times that they took. */
function Drawings({ months, rowsOf }: Pick<ViewContext, 'rowsOf'> & { readonly months: readonly Month[] }) {
  const t = useWords('incidents')
  const { language } = useFormat()
  const navigate = useNavigate()
  const names = useMemo(
    () =>
      monthNames(
        months.map(({ month }) => month),
        language,
      ),
    [months, language],
  )
  const counts = useMemo(() => stages.map(({ count, color }) => ({ name: t(`stats.${count}`), color, values: months.map((each) => each[count]) })), [months, t])
  const medians = useMemo(() => {
    const unit = months.some((each) => stages.some(({ name }) => (each[`median_${name}`] ?? 0) >= hoursRead)) ? 24 : 1
    const shown = (value: number | null) => (value === null ? null : Math.round((value / unit) * 10) / 10)
    return {
      unit: t(unit === 1 ? 'stats.times_in.hours' : 'stats.times_in.days'),
      series: stages.map(({ name, color }) => ({ name: t(`stats.${name}`), color, values: months.map((each) => shown(each[`median_${name}`])) })),
    }
  }, [months, t])
  const pick = (at: number, series: number) => {
    const [month, stage] = [months[at], stages[series]]
    if (month && stage) void navigate({ to: rowsOf(rowsIn(month, stage)) })
  }
  const legend = (series: readonly { readonly name: string; readonly color: string }[]) => (
    <Legend entries={series.map(({ name, color }) => ({ label: name, color }))} />
  )
  return (
    <>
      <Block title={t('stats.counts')} span={8} aside={legend(counts)}>
        <BarsChart label={t('stats.counts')} categories={names} series={counts} height={230} stacked={false} onPick={pick} />
      </Block>
      <Block title={t('stats.times')} sub={medians.unit} aside={legend(medians.series)}>
        <BarsChart label={`${t('stats.times')}, ${medians.unit}`} categories={names} series={medians.series} height={230} stacked={false} onPick={pick} />
      </Block>
    </>
  )
}

function MonthRow({ month, language, rowsOf }: Pick<ViewContext, 'rowsOf'> & { readonly month: Month; readonly language: 'en' | 'fr' }) {
  const t = useWords('incidents')
  const format = useFormat()
  const name = dayWords(language, { month: 'long', year: 'numeric' })(month.month)
  const lasted = (value: number | null) =>
    value === null ? '—' : value < hoursRead ? t('stats.hours', { value: format.number(value, 1) }) : t('stats.days', { value: format.number(value / 24, 1) })
  return (
    <tr>
      <th scope="row">{name}</th>
      {stages.map((stage) => (
        <Fragment key={stage.name}>
          <td>
            <CountLink count={month[stage.count]} to={rowsOf(rowsIn(month, stage))} label={`${name}, ${t(`stats.${stage.count}`)}`} />
          </td>
          <td>{lasted(month[`mean_${stage.name}`])}</td>
          <td>{lasted(month[`median_${stage.name}`])}</td>
        </Fragment>
      ))}
    </tr>
  )
}
