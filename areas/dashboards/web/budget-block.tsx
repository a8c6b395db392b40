import { dayOf, useFormat } from '#kit/web/i18n/format.ts'
import { useRight } from '#kit/web/api/session.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { PlainLink } from '#kit/web/plain-link.tsx'
import { path } from '#kit/web/route.ts'
import { Row } from '#kit/web/ui/layout.tsx'
import { Block } from '#kit/web/ui/page.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { leftOf } from './budget-left.ts'
import { listPath, useBudget, type Place } from './cockpit-api.ts'
import css from './small-blocks.module.css'

/** What actions cost in k€, what is spent and what is committed, each with the actions behind it, beside what plans may cost this year. */
export function BudgetBlock({ place }: { readonly place: Place }) {
  const words = useWords('dashboards')
  const format = useFormat()
  const answer = useBudget(place)
  const { data } = answer
  const keuro = (amount: number) => format.keuro(Math.round(amount))
  const costs = data ? data.spent.keuro + data.committed.keuro : 0
  // Without a budget the bar is of what actions cost.
  const budget = data?.budget && data.budget.plans > 0 ? data.budget : undefined
  const left = data && leftOf(data)
  const all = Math.max(costs, budget?.keuro ?? 0)
  const shown = budget?.keuro ?? costs
  return (
    <Block
      title={words('budget.title', { year: data ? String(data.year) : (place.on ?? dayOf()).slice(0, 4) })}
      aside={shown > 0 ? <strong>{keuro(shown)}</strong> : null}
    >
      {answer.isPending ? <SkeletonRows count={3} /> : null}
      {answer.isError ? <ErrorState reason={answer.error} onRetry={() => void answer.refetch()} /> : null}
      {data && all === 0 ? <EmptyState text={words('budget.empty')} /> : null}
      {data && all > 0 ? (
        <>
          <Row above={2} below={10} overflow="clipped" corner={4} fill="active" className={css.budget} aria-hidden>
            <span style={{ width: `${(100 * data.spent.keuro) / all}%` }} />
            <i style={{ width: `${(100 * data.committed.keuro) / all}%` }} />
          </Row>
          <ul className={css.lines}>
            {(['spent', 'committed'] as const).map((name) => (
              <li key={name}>
                <PlainLink to={listPath(data[name].link, place.on)}>
                  <span data-part={name}>
                    {words(`budget.${name}`)}{' '}
                    <Text as="small" tone="quiet" size={12} line={16}>
                      {words('budget.actions', { count: data[name].actions })}
                    </Text>
                  </span>
                  <strong>{keuro(data[name].keuro)}</strong>
                </PlainLink>
              </li>
            ))}
            {budget ? (
              <li>
                <PlainLink to={listPath(budget.link, place.on)}>
                  <span data-part="left">
                    {words(left !== undefined && left < 0 ? 'budget.over' : 'budget.left')}{' '}
                    <Text as="small" tone="quiet" size={12} line={16}>
                      {words('budget.plans', { count: budget.plans })}
                    </Text>
                  </span>
                  <strong className={left !== undefined && left < 0 ? css.bad : undefined}>{keuro(Math.abs(left ?? 0))}</strong>
                </PlainLink>
              </li>
            ) : null}
          </ul>
          <Text as="p" above={8} tone="quiet" size={11} line={16}>
            {words('budget.help')}
          </Text>
          {data.budget && !budget && place.on === undefined ? <NoBudget /> : null}
        </>
      ) : null}
    </Block>
  )
}

/** Where plans are given a budget, for whoever may. */
function NoBudget() {
  const words = useWords('dashboards')
  return useRight('program.write') ? (
    <PlainLink className={css.all} to={path('/actions')}>
      {words('budget.set')}
    </PlainLink>
  ) : null
}
