import { useMemo } from 'react'
import { actionSeries, type ActionSeries } from '#areas/dashboards/contract/calls.ts'
import { monthNames } from '#kit/web/charts/month-names.ts'
import { useLanguage } from '#kit/web/i18n/store.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { PlainLink } from '#kit/web/plain-link.tsx'
import { path } from '#kit/web/route.ts'
import { BarsChart } from '#kit/web/charts/bars-chart.tsx'
import { Swatch } from '#kit/web/charts/legend.tsx'
import { Row } from '#kit/web/ui/layout.tsx'
import { Block } from '#kit/web/ui/page.tsx'
import { EmptyState, ErrorState, Skeleton } from '#kit/web/ui/states.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { listPath, useActionMonths, type Place } from './cockpit-api.ts'
import css from './cockpit.module.css'

const colors: Record<ActionSeries, string> = { finished: 'c1', ongoing: 'c1b', planned: 'line-strong', late: 'c5' }

/** Twelve months of actions; the legend counts the current month and leads to the rows it counts. */
export function ActionsBlock({ place }: { readonly place: Place }) {
  const words = useWords('dashboards')
  const language = useLanguage()
  const answer = useActionMonths(place)
  const months = useMemo(() => answer.data?.objects ?? [], [answer.data])
  const categories = useMemo(
    () =>
      monthNames(
        months.map(({ month }) => month),
        language,
      ),
    [months, language],
  )
  const series = useMemo(
    () => actionSeries.map((name) => ({ name: words(`actions.${name}`), color: colors[name], values: months.map((month) => month[name]) })),
    [months, words],
  )
  const none = months.every((month) => actionSeries.every((name) => month[name] === 0))
  const now = months.at(-1)
  const links = answer.data?.links
  const legend =
    links && now ? (
      <Row as="ul" wrap gap={14} rowGap={4} below={6} size={12} className={css.legend}>
        {actionSeries.map((name, n) => (
          <li key={name}>
            <PlainLink to={listPath(links[name], place.on)}>
              <Swatch color={colors[name]} n={n} />
              {words(`actions.${name}`)}{' '}
              <Text as="b" weight={550} figures>
                {now[name]}
              </Text>
            </PlainLink>
          </li>
        ))}
      </Row>
    ) : null
  return (
    <Block title={words('actions.title')}>
      {answer.isPending ? <Skeleton height={300} /> : null}
      {answer.isError ? <ErrorState reason={answer.error} onRetry={() => void answer.refetch()} /> : null}
      {answer.data && none ? (
        <EmptyState text={words('actions.empty')} way={{ label: words('actions.empty_action'), quiet: true, to: path('/actions/filtered') }} />
      ) : null}
      {answer.data && !none ? (
        <>
          {legend}
          <BarsChart label={words('actions.title')} categories={categories} series={series} height={262} />
          <Text as="p" above={4} tone="quiet" size={11} line={16}>
            {words('actions.help')}
          </Text>
        </>
      ) : null}
    </Block>
  )
}
