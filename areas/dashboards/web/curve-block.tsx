import { Ellipsis } from 'lucide-react'
import { useMemo, useState } from 'react'
import { scoreText } from '#areas/scores/contract/rounding.ts'
import type { Posture } from '#areas/scores/contract/posture.ts'
import { TargetButton, usePosture } from '#areas/scores/web/index.ts'
import { Legend } from '#kit/web/charts/legend.tsx'
import type { Line } from '#kit/web/charts/line-path.tsx'
import { LinesChart } from '#kit/web/charts/lines-chart.tsx'
import { monthNames } from '#kit/web/charts/month-names.ts'
import { useLanguage } from '#kit/web/i18n/store.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { useRight } from '#kit/web/api/session.ts'
import { PlainLink } from '#kit/web/plain-link.tsx'
import { path } from '#kit/web/route.ts'
import { IconButton } from '#kit/web/ui/button.tsx'
import { Box, Row } from '#kit/web/ui/layout.tsx'
import { Menu, MenuItem } from '#kit/web/ui/menu.tsx'
import { Block } from '#kit/web/ui/page.tsx'
import { EmptyState, ErrorState, Skeleton } from '#kit/web/ui/states.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { nothingThen, type Place } from './cockpit-api.ts'
import { useUnacted } from './forecast/unacted.ts'
import { monthsAround, targetIn, unactedLine } from './pace.ts'
import css from './posture.module.css'

/** As far as the sentence above the curve looks; of a day gone by nothing is forecast. */
const monthsAhead = 12

/** A year of the score with what it aims at, in steps, and where it goes if nobody acts; where no policy counts, the way to one. */
export function CurveBlock({ place }: { readonly place: Place }) {
  const words = useWords('dashboards')
  const mayApply = useRight('policy_application.write')
  const answer = usePosture(place)
  if (answer.isPending) return <Skeleton height={360} />
  if (answer.isError)
    return (
      <Block title={words('curve.title')}>
        {nothingThen(answer.error, place) ? (
          <EmptyState title={words('posture.nothing_then')} />
        ) : (
          <ErrorState reason={answer.error} onRetry={() => void answer.refetch()} />
        )}
      </Block>
    )
  if (answer.data.policies > 0) return <Curve posture={answer.data} place={place} />
  return (
    <Block title={words('curve.title')}>
      <EmptyState title={words('posture.none')} way={mayApply ? { label: words('posture.apply'), to: path('/org/policies') } : undefined} />
    </Block>
  )
}

function Curve({ posture, place }: { readonly posture: Posture; readonly place: Place }) {
  const { on } = place
  const words = useWords('dashboards')
  const language = useLanguage()
  const [table, setTable] = useState(false)
  const { target, trend } = posture
  const forecast = useUnacted(place)
  const ahead = on === undefined ? monthsAhead : 0
  const months = useMemo(() => monthsAround(posture.day, ahead), [posture.day, ahead])
  const names = useMemo(() => monthNames(months, language), [months, language])
  const lines = useMemo(
    () => ({
      performance: trend,
      target: targetIn(posture.targets, months),
      unacted: unactedLine(trend, forecast?.points, months),
    }),
    [posture, trend, months, forecast],
  )
  const known = trend.flatMap((value, at) => (value === null ? [] : [{ exact: value, name: names[at]?.replace('\n', ' ') ?? '' }]))
  const [first, last] = [known[0], known.at(-1)]
  const now = last?.exact ?? null
  const end = lines.unacted.at(-1) ?? null
  // Where it falls by a point, as the sentence above says it.
  const fallen = ahead > 0 && end !== null && now !== null && Number(scoreText(end)) < Number(scoreText(now)) ? end : null
  const label = [
    words('curve.title'),
    first && last ? words('curve.summary', { first: scoreText(first.exact), from: first.name, last: scoreText(last.exact), to: last.name }) : '',
    target === null ? '' : words('curve.target_at', { target: scoreText(target) }),
    fallen === null ? '' : words('curve.falls', { score: scoreText(fallen) }),
  ]
    .filter(Boolean)
    .join(', ')
  const all = [...lines.performance, ...lines.target, ...lines.unacted].filter((value) => value !== null)
  const axis = {
    min: Math.max(0, Math.floor((Math.min(...all) - 5) / 10) * 10),
    max: Math.min(100, Math.ceil((Math.max(...all) + 5) / 10) * 10),
  }
  const series: readonly Line[] = [
    {
      name: words('curve.performance'),
      color: 'accent',
      width: 2.5,
      tint: 0.08,
      values: lines.performance,
      pointAt: false,
      end: { text: words('curve.today', { score: scoreText(now) }), color: 'text', place: 'above' },
    },
    { name: words('curve.target'), color: 'text-3', width: 1.5, dash: '5 4', steps: true, values: lines.target, pointAt: false },
    {
      name: words('curve.unacted'),
      color: 'bad',
      dash: '3 3',
      values: lines.unacted,
      pointAt: false,
      ...(fallen !== null && { end: { text: words('curve.falls', { score: scoreText(fallen) }), color: 'bad-text', place: 'below' as const } }),
    },
  ]
  const cell = (value: number | null | undefined) => (value === null || value === undefined ? '' : scoreText(value))
  const rows = months.map((_, at) => [names[at]?.replace('\n', ' ') ?? '', cell(lines.performance[at]), cell(lines.target[at]), cell(lines.unacted[at])])
  const legend = [
    { label: words('curve.performance'), color: 'accent' },
    { label: words('curve.target'), color: 'text-3' },
    { label: words('curve.unacted'), color: 'bad' },
  ].slice(0, ahead === 0 ? 2 : 3)
  const head = [words('curve.month'), words('curve.performance'), words('curve.target'), words('curve.unacted')]
  return (
    <Block
      title={words('curve.title')}
      sub={posture.perimeter.name}
      aside={
        <Row as="span" wrap align="center" className={css.aside}>
          <Legend entries={legend} />
          {on === undefined ? <PlainLink to={path('/org2/forecast', { p: posture.perimeter.id })}>{words('forecast.open')}</PlainLink> : null}
          <TargetButton text={target === null} />
          <Menu
            label={words('curve.more')}
            placement="bottom-end"
            trigger={(trigger) => (
              <IconButton label={words('curve.more')} {...trigger}>
                <Ellipsis size={16} strokeWidth={1.75} />
              </IconButton>
            )}
          >
            <MenuItem onSelect={() => setTable(!table)}>{words(table ? 'curve.chart' : 'curve.table')}</MenuItem>
          </Menu>
        </Row>
      }
    >
      {table ? (
        // It scrolls, also by the keys of somebody without a pointer.
        <div className={css.scroll} tabIndex={0} role="group" aria-label={words('curve.table')}>
          <Box as="table" full size={12} figures className={css.curve}>
            <thead>
              <tr>
                {head.map((name) => (
                  <Text as="th" edge="soft-below" side="left" key={name} scope="col">
                    {name}
                  </Text>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row, at) => (
                <tr key={months[at]}>
                  {row.map((text, column) => (
                    <Text as="td" edge="soft-below" side="left" key={head[column]}>
                      {text}
                    </Text>
                  ))}
                </tr>
              ))}
            </tbody>
          </Box>
        </div>
      ) : known.length === 0 ? (
        <EmptyState text={words('curve.empty')} />
      ) : (
        <LinesChart
          label={label}
          height={264}
          table={{ head, rows }}
          categories={names}
          series={series}
          axis={axis}
          room={{ left: 28, right: 12, top: 10, bottom: 34 }}
          wide
          // As every score is shown, whatever the line makes of it.
          show={scoreText}
        />
      )}
    </Block>
  )
}
