import { useCallback, useMemo, useState } from 'react'
import { scoreText } from '#areas/scores/contract/rounding.ts'
import type { Posture } from '#areas/scores/contract/posture.ts'
import { TargetButton, useExplanationAhead, usePosture } from '#areas/scores/web/index.ts'
import { monthNames, useFormat } from '#kit/web/i18n/format.ts'
import { useLanguage } from '#kit/web/i18n/store.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { useRight } from '#kit/web/api/session.ts'
import { Link } from '#kit/web/navigation.ts'
import { path } from '#kit/web/route.ts'
import { Chart, type Token } from '#kit/web/ui/chart.tsx'
import { Block } from '#kit/web/ui/page.tsx'
import { EmptyState, ErrorState, Skeleton } from '#kit/web/ui/states.tsx'
import { nothingThen, type Place } from './cockpit-api.ts'
import { useUnacted } from './forecast/unacted.ts'
import { monthsAhead, monthsAround, neededLine, targetIn, unactedLine } from './pace.ts'
import css from './posture.module.css'
import { DistanceText, NeededText, QuarterText } from './score-texts.tsx'

/** A year of the score with what it aims at, in steps, and where it goes if nobody acts; where no policy counts, the way to one. */
export function CurveBlock({ place }: { readonly place: Place }) {
  const words = useWords('dashboards')
  const mayApply = useRight('policy_application.write')
  const answer = usePosture(place)
  if (answer.isPending) return <Skeleton height={360} />
  if (answer.isError)
    return (
      <Block title={words('curve.title')} span={8}>
        {nothingThen(answer.error, place) ? (
          <EmptyState title={words('posture.nothing_then')} />
        ) : (
          <ErrorState reason={answer.error} onRetry={() => void answer.refetch()} />
        )}
      </Block>
    )
  if (answer.data.policies > 0) return <Curve posture={answer.data} place={place} />
  return (
    <Block title={words('curve.title')} span={8}>
      <EmptyState
        title={words('posture.none')}
        text={words('posture.none_text')}
        way={mayApply ? { label: words('posture.apply'), to: path('/org/policies') } : undefined}
      />
    </Block>
  )
}

function Curve({ posture, place }: { readonly posture: Posture; readonly place: Place }) {
  const { on } = place
  const words = useWords('dashboards')
  const format = useFormat()
  const language = useLanguage()
  const [table, setTable] = useState(false)
  const explain = useExplanationAhead({ perimeter: posture.perimeter.id, on })
  const { performance, coverage, proven_share, quarter, target, trend } = posture
  const forecast = useUnacted(place)
  const ahead = monthsAhead(posture.day, posture.target_date)
  const months = useMemo(() => monthsAround(posture.day, ahead), [posture.day, ahead])
  const names = useMemo(() => monthNames(months, language), [months, language])
  const lines = useMemo(
    () => ({
      performance: trend,
      target: targetIn(posture.targets, months),
      unacted: unactedLine(trend, forecast?.points, months),
      needed: neededLine({ day: posture.day, trend, target, until: posture.target_date }, ahead),
    }),
    [posture, trend, target, months, ahead, forecast],
  )
  const known = trend.flatMap((value, at) => (value === null ? [] : [{ exact: value, name: names[at]?.replace('\n', ' ') ?? '' }]))
  const [first, last] = [known[0], known.at(-1)]
  const label = [
    words('curve.title'),
    first && last ? words('curve.summary', { first: scoreText(first.exact), from: first.name, last: scoreText(last.exact), to: last.name }) : '',
    target === null ? '' : `${words('curve.target')} ${scoreText(target)}`,
  ]
    .filter(Boolean)
    .join(', ')
  const option = useCallback(
    (token: Token) => {
      const all = [...lines.performance, ...lines.target, ...lines.unacted, ...lines.needed].filter((value) => value !== null)
      const low = Math.max(0, Math.floor((Math.min(...all) - 5) / 10) * 10)
      const high = Math.min(100, Math.ceil((Math.max(...all) + 5) / 10) * 10)
      const mark = {
        symbol: 'circle',
        symbolSize: 8,
        label: { show: true, position: 'bottom', color: token('text'), fontWeight: 600, fontSize: 12, formatter: scoreText(last?.exact ?? null) },
      }
      const line = (name: string, data: readonly (number | null)[], more: object) => ({ name, type: 'line', data: [...data], symbol: 'none', ...more })
      return {
        grid: { left: 28, right: 12, top: 10, bottom: 34 },
        tooltip: {
          trigger: 'axis',
          renderMode: 'richText',
          // As every score is shown, whatever the line makes of it.
          valueFormatter: (value: unknown) => scoreText(typeof value === 'number' ? value : null),
          backgroundColor: token('raised'),
          borderColor: token('line'),
          borderWidth: 1,
          textStyle: { color: token('text'), fontSize: 12 },
        },
        xAxis: {
          type: 'category',
          boundaryGap: false,
          data: [...names],
          axisTick: { show: false },
          axisLine: { lineStyle: { color: token('line') } },
          axisLabel: { color: token('text-3'), fontSize: 11, lineHeight: 14, hideOverlap: true },
        },
        yAxis: {
          type: 'value',
          min: low,
          max: high,
          splitNumber: 4,
          splitLine: { lineStyle: { color: token('line-soft') } },
          axisLabel: { color: token('text-3'), fontSize: 11 },
        },
        series: [
          line(words('curve.performance'), [], {
            data: lines.performance.map((value, at) => (at === lines.performance.length - 1 ? { value, ...mark } : value)),
            lineStyle: { color: token('accent'), width: 2.5 },
            itemStyle: { color: token('accent') },
            areaStyle: { color: token('accent'), opacity: 0.08 },
          }),
          line(words('curve.target'), lines.target, {
            step: 'start',
            lineStyle: { color: token('text-3'), width: 1.5, type: [5, 4] },
            itemStyle: { color: token('text-3') },
          }),
          line(words('curve.needed'), lines.needed, {
            lineStyle: { color: token('text-3'), width: 1.5, type: [2, 3] },
            itemStyle: { color: token('text-3') },
          }),
          line(words('curve.unacted'), lines.unacted, { lineStyle: { color: token('accent'), width: 2, type: [2, 3] }, itemStyle: { color: token('accent') } }),
        ],
      }
    },
    [lines, names, last, words],
  )
  const cell = (value: number | null | undefined) => (value === null || value === undefined ? '' : scoreText(value))
  const rows = months.map((_, at) => [
    names[at]?.replace('\n', ' ') ?? '',
    cell(lines.performance[at]),
    cell(lines.target[at]),
    cell(lines.unacted[at]),
    cell(lines.needed[at]),
  ])
  const head = [words('curve.month'), words('curve.performance'), words('curve.target'), words('curve.unacted'), words('curve.needed')]
  return (
    <Block
      title={words('curve.title')}
      sub={posture.perimeter.name}
      span={8}
      aside={
        <span className={css.aside}>
          <button type="button" className={css.link} onClick={() => setTable(!table)}>
            {words(table ? 'curve.chart' : 'curve.table')}
          </button>
          <Link to={path('/org2/perimeters', { p: posture.perimeter.id, on })} onMouseEnter={explain} onFocus={explain}>
            {words('curve.explain')}
          </Link>
          {on === undefined ? <Link to={path('/org2/forecast', { p: posture.perimeter.id })}>{words('forecast.open')}</Link> : null}
          <TargetButton text={target === null} />
        </span>
      }
    >
      <p className={css.head}>
        <strong>{scoreText(performance)}</strong>
        <QuarterText quarter={quarter} moved={posture.moved} />
        <DistanceText performance={performance} target={target} />
        <NeededText posture={posture} />
        {coverage === null ? null : <span>{words('posture.coverage', { percent: format.percent(coverage) })}</span>}
        {proven_share === null ? null : <span>{words('score.proven', { percent: format.percent(proven_share * 100) })}</span>}
        {posture.hidden === 0 ? null : <span>{words('cockpit.hidden', { count: String(posture.hidden) })}</span>}
      </p>
      {table ? (
        <div className={css.scroll}>
          <table className={css.curve}>
            <thead>
              <tr>
                {head.map((name) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row, at) => (
                <tr key={months[at]}>
                  {row.map((text, column) => (
                    <td key={head[column]}>{text}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : known.length === 0 ? (
        <EmptyState text={words('curve.empty')} />
      ) : (
        <Chart label={label} height={264} table={{ head, rows }} option={option} />
      )}
    </Block>
  )
}
