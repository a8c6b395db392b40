import type { PerimeterScore } from '#areas/scores/contract/calls.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Row } from '#kit/web/ui/layout.tsx'
import { Sparkline, Trend } from '#kit/web/ui/marks.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import css from './year-trend.module.css'

/** How a score went over twelve months, and since when where it is not known for as long: a change without its beginning would be taken for that of a year. */
export function YearTrend({ row: { trend, change, since } }: { readonly row: Pick<PerimeterScore, 'trend' | 'change' | 'since'> }) {
  const words = useWords('scores')
  const format = useFormat()
  const values = trend.filter((value) => value !== null)
  return (
    <Row as="span" inline align="center" wrap className={css.trend}>
      {values.length > 1 ? <Sparkline values={values} /> : null}
      {change === null ? (
        <Text tone="quiet" title={words('page.no_start')}>
          —
        </Text>
      ) : (
        <Trend change={change} />
      )}
      {change !== null && since ? (
        <Text as="small" tone="quiet" size={11} oneLine>
          {words('page.since', { date: format.date(since) })}
        </Text>
      ) : null}
    </Row>
  )
}
