import type { ForecastAnswer } from '#areas/dashboards/contract/forecast.ts'
import { dayWords, useFormat } from '#kit/web/i18n/format.ts'
import { useLanguage } from '#kit/web/i18n/store.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Text } from '#kit/web/ui/text.tsx'
import { Grid } from '#kit/web/ui/layout.tsx'
import { VisuallyHidden } from '#kit/web/ui/visually-hidden.tsx'
import css from './forecast.module.css'
import { linePath, monthTicks, scaleOf, stepPath, type Point } from './forecast-lines.ts'

interface ChartProps {
  readonly forecast: ForecastAnswer
  /** What was measured in the months before, oldest first. */
  readonly measured: readonly Point[]
  /** The fall that is looked at, in the drawing and in the table. */
  readonly active: number | null
  readonly onActive: (at: number | null) => void
}

/** What was measured, what becomes of it if nobody acts, and with the remedies that were started; each number is a line of the table. */
export function ForecastChart({ forecast, measured, active, onActive }: ChartProps) {
  const words = useWords('dashboards')
  const format = useFormat()
  const language = useLanguage()
  const { day, until, today, last, helped, target, points, helped_points, falls } = forecast
  if (today === null || last === null) return null
  const from = measured[0]?.day ?? day
  const scores = [today, ...measured, ...points, ...helped_points].map((one) => (typeof one === 'number' ? one : one.score))
  const scale = scaleOf(from, until, target === null ? scores : [...scores, target])
  const { x, y, low, high } = scale
  const start = { day, score: today }
  const down = stepPath(start, points, until, scale)
  const month = dayWords(language, { month: 'short' })
  const lines = Array.from({ length: Math.round((high - low) / 10) + 1 }, (_, at) => low + at * 10)
  const startedShown = helped !== null && helped_points.length + points.length > 0 && Math.abs(helped - last) >= 0.05
  /** Where it would lie upon the one before it, which stays above. */
  const hidesBehind = (at: number): boolean => {
    const [own, before] = [falls[at], falls[at - 1]]
    return own !== undefined && before !== undefined && x(own.day) - x(before.day) < 2.5 && !hidesBehind(at - 1)
  }
  return (
    <figure className={css.figure}>
      <div
        role="img"
        aria-label={words('forecast.summary', { today: format.number(today, 1), last: format.number(last, 1), until: format.date(until), falls: falls.length })}
        className={css.plot}
      >
        {lines.map((value) => (
          <span key={value} className={css.grid} style={{ top: `${y(value)}%` }}>
            <Text as="i" tone="quiet" size={11}>
              {value}
            </Text>
          </span>
        ))}
        {monthTicks(from, until).map((tick) => (
          <Text key={tick} tone="quiet" size={11} oneLine className={css.tick} style={{ left: `${x(tick)}%` }}>
            {month(tick)}
            {tick.slice(5, 7) === '01' ? <b>{tick.slice(0, 4)}</b> : null}
          </Text>
        ))}
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" className={css.lines}>
          <path className={css.lost} d={`${down} V${y(today)} H${x(day)} Z`} />
          {target === null ? null : <path className={css.target} d={`M0 ${y(target)} H100`} />}
          <path className={css.measured} d={linePath([...measured.filter((point) => point.day < day), start], scale)} />
          {startedShown ? <path className={css.helped} d={stepPath(start, helped_points, until, scale)} /> : null}
          <path className={css.falling} d={down} />
        </svg>
        <span className={css.today} style={{ left: `${x(day)}%` }}>
          <Text as="i" size={11} weight={600} oneLine>
            {words('forecast.today')}
          </Text>
        </span>
        {target === null ? null : (
          <Text tone="soft" size={11} oneLine className={css.targetLabel} style={{ top: `${y(target)}%` }}>
            {words('forecast.target_at', { target: format.number(target, 0) })}
          </Text>
        )}
        {falls.map((fall, at) => (
          <Grid
            key={fall.day}
            as="span"
            inline
            centered
            fill="surface"
            tone="bad"
            size={11}
            weight={600}
            className={css.marker}
            data-active={active === at || undefined}
            data-below={hidesBehind(at) || undefined}
            data-started={fall.causes.some(({ started }) => started) || undefined}
            style={{ left: `${x(fall.day)}%`, top: `${y(fall.after)}%` }}
            onMouseEnter={() => onActive(at)}
            onMouseLeave={() => onActive(null)}
          >
            {at + 1}
          </Grid>
        ))}
      </div>
      <VisuallyHidden>
        <table>
          <caption>{words('forecast.title')}</caption>
          <thead>
            <tr>
              <th scope="col">{words('forecast.date')}</th>
              <th scope="col">{words('forecast.score')}</th>
            </tr>
          </thead>
          <tbody>
            {[start, ...points].map((point) => (
              <tr key={point.day}>
                <th scope="row">{format.date(point.day)}</th>
                <td>{format.number(point.score, 1)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </figure>
  )
}
