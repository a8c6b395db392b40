import { useMemo, type CSSProperties } from 'react'
import type { GroupsAnswer } from '#kit/contract/source.ts'
import { toneOfChange } from '#kit/contract/tone.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Link } from '#kit/web/navigation.ts'
import { Legend } from '#kit/web/charts/legend.tsx'
import { RadarsChart } from '#kit/web/charts/radars-chart.tsx'
import { EmptyState } from '#kit/web/ui/states.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import type { BlockType } from '#areas/reporting/contract/layout.ts'
import { amount, betterAsShown, difference } from './amount.ts'
import { AnswerTable } from './answer-table.tsx'
import css from './blocks.module.css'
import { useListOf } from './opened-lists.ts'
import { PieView } from './pie-view.tsx'
import { colorOf, paintOf } from './tints.ts'

interface GroupsProps {
  readonly answer: GroupsAnswer
  readonly before: GroupsAnswer | undefined
  readonly type: BlockType
  readonly title: string
  readonly opens: boolean
}

const sumOf = (values: readonly (number | null)[]): number | null =>
  values.every((value) => value === null) ? null : values.reduce<number>((sum, value) => sum + (value ?? 0), 0)

/** Groups as lying bars, a pie, a radar or a table. */
export function GroupsView({ answer, before, type, title, opens }: GroupsProps) {
  const t = useWords('reporting')
  const series = useMemo(
    () =>
      answer.series.map(({ label, tint }, at) => ({
        name: label || title,
        color: colorOf(tint, at),
        values: answer.rows.map(({ values }) => values[at] ?? null),
      })),
    [answer, title],
  )
  const categories = useMemo(() => answer.rows.map(({ label }) => label), [answer])
  if (answer.rows.length === 0) return <EmptyState title={t('view.nothing')} />
  if (type === 'TABLE') return <AnswerTable answer={answer} label={title} opens={opens} />
  if (type === 'PIE') return <PieView answer={answer} title={title} opens={opens} />
  if (type === 'RADAR' && answer.rows.length > 2) {
    return (
      <>
        {series.length > 1 ? <Legend entries={series.map(({ name, color }) => ({ label: name, color }))} /> : null}
        <RadarsChart label={title} categories={categories} series={series} height={240} />
      </>
    )
  }
  return <Bars answer={answer} before={before} opens={opens} ranked={type === 'TOP'} />
}

/** The end of the bars: a hundred of what is in percent, else the longest. */
const endOf = ({ unit, rows }: GroupsAnswer) => (unit === 'percent' ? 100 : Math.max(1, ...rows.map(({ values }) => sumOf(values) ?? 0)))

function Bars({
  answer,
  before,
  opens,
  ranked,
}: {
  readonly answer: GroupsAnswer
  readonly before: GroupsAnswer | undefined
  readonly opens: boolean
  readonly ranked: boolean
}) {
  const t = useWords('reporting')
  const format = useFormat()
  const listOf = useListOf(opens)
  const { unit, series, rows } = answer
  const side = unit === 'percent' && series.length > 1
  const end = Math.max(endOf(answer), before ? endOf(before) : 0)
  return (
    <>
      {series.length > 1 ? (
        <ul className={css.legend}>
          {series.map(({ key, label, tint }, at) => (
            <li key={key}>
              <i style={{ background: paintOf(tint, at) }} data-pattern={at} aria-hidden /> {label}
            </li>
          ))}
          {before ? <li>{t('view.tick')}</li> : null}
        </ul>
      ) : null}
      <ol className={css.bars} data-ranked={ranked || undefined}>
        {rows.map((row) => {
          const value = side ? (row.values.at(-1) ?? null) : sumOf(row.values)
          const then = before?.rows.find(({ key }) => key === row.key)
          const was = then ? (side ? (then.values.at(-1) ?? null) : sumOf(then.values)) : null
          const moved = before ? difference(format, value, was, unit) : null
          const better = betterAsShown(value, was, answer)
          const to = listOf(row.opens)
          const shown = amount(format, value, unit)
          return (
            <li key={row.key}>
              <span className={css.name} title={row.label}>
                {row.label}
              </span>
              <span className={css.track} data-side={side || undefined} aria-hidden>
                {row.values.map((one, at) => (
                  <i
                    key={series[at]?.key ?? at}
                    data-pattern={at}
                    style={
                      {
                        '--part': `${((one ?? 0) / end) * 100}%`,
                        background: paintOf(series.length > 1 ? (series[at]?.tint ?? null) : row.tint, at),
                      } as CSSProperties
                    }
                  />
                ))}
                {row.target === null ? null : <b style={{ '--at': `${(row.target / end) * 100}%` } as CSSProperties} />}
                {was === null ? null : <u style={{ '--at': `${(was / end) * 100}%` } as CSSProperties} />}
              </span>
              <span className={css.value}>
                {to ? (
                  <Link to={to} aria-label={`${row.label} ${shown}`}>
                    {shown}
                  </Link>
                ) : (
                  shown
                )}
              </span>
              {before ? (
                <Text size={12} figures tone={toneOfChange(better)} className={css.moved}>
                  {moved ?? '–'}
                </Text>
              ) : null}
            </li>
          )
        })}
      </ol>
    </>
  )
}
