import { useQuery } from '@tanstack/react-query'
import type { evidenceStats } from '#areas/evidence/contract/calls.ts'
import { evidenceFigures } from '#areas/evidence/contract/figures.ts'
import type { AnswerOf } from '#kit/contract/call.ts'
import { only } from '#kit/contract/figure.ts'
import { api } from '#kit/web/api/client.ts'
import { filtersOf } from '#kit/web/figure-link.ts'
import { dayOf, dayWords, useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { asOfCall } from '#kit/web/resource/list-api.ts'
import type { ViewContext } from '#kit/web/resource/list-props.ts'
import { pageQuery } from '#kit/web/table/list-state.ts'
import { CountLink } from '#kit/web/ui/count-link.tsx'
import css from '#kit/web/ui/figures.module.css'
import { Block, BlockGrid, Facts } from '#kit/web/ui/page.tsx'
import { ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'

type Figures = AnswerOf<typeof evidenceStats>['object']

function useStats(state: ViewContext['state']) {
  const body = pageQuery({ ...state, page: 1 })
  return useQuery({
    queryKey: ['evidence', 'stats', body.queryParams.filters, body.queryParams.global_search, state.as_of],
    queryFn: ({ signal }) => api.call<typeof evidenceStats>('POST /evidence/stats', { body, signal, ...asOfCall(state.as_of) }),
    select: (answer) => answer.object,
  })
}

type Tile = readonly [name: keyof typeof evidenceFigures, count: number]

/** Figures of the list, each leading to the rows that it counts. */
function Tiles({ tiles, rowsOf }: { readonly tiles: readonly Tile[] } & Pick<ViewContext, 'rowsOf'>) {
  const t = useWords('evidence')
  return (
    <dl className={css.tiles}>
      {tiles.map(([name, count]) => (
        <div key={name} data-alarming={(name === 'expired' && count > 0) || undefined}>
          <dt>{t(`stats.${name}`)}</dt>
          <dd>
            <CountLink count={count} to={rowsOf(filtersOf(evidenceFigures[name]))} label={t(`stats.${name}`)} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** How much of the evidence of a list holds, what proves nothing, and of which kind it is. */
export function EvidenceStats({ state, rowsOf }: ViewContext) {
  const t = useWords('evidence')
  const { data, error, refetch } = useStats(state)
  if (error) return <ErrorState reason={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows count={10} />
  const tiles: readonly Tile[] = [
    ['all', data.total],
    ['valid', data.states.VALID],
    ['expiring', data.states.EXPIRING],
    ['expired', data.states.EXPIRED],
    ['no_expiry', data.states.NO_EXPIRY],
    ['behind_nothing', data.behind_nothing],
  ]
  return (
    <div className={css.scroll} tabIndex={0} role="region" aria-label={t('stats.title')}>
      <Tiles tiles={tiles} rowsOf={rowsOf} />
      <BlockGrid>
        <Block title={t('stats.by_kind')} span={4}>
          <Facts
            facts={data.kinds.map(({ kind, count }) => {
              const name = t(`entities.evidence.choices.kind.${kind}`)
              return [name, <CountLink key={kind} count={count} to={rowsOf([only('kind', kind)])} label={name} />]
            })}
          />
        </Block>
        <Block title={t('stats.by_month')} span={8}>
          <Months months={data.months} rowsOf={rowsOf} />
        </Block>
      </BlockGrid>
    </div>
  )
}

/** What is to be renewed: what has ended, what is about to, and what does in each of the months to come. */
export function Expiry({ state, rowsOf }: ViewContext) {
  const t = useWords('evidence')
  const { data, error, refetch } = useStats(state)
  if (error) return <ErrorState reason={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows count={12} />
  const tiles: readonly Tile[] = [
    ['expired', data.states.EXPIRED],
    ['expiring', data.states.EXPIRING],
  ]
  return (
    <div className={css.scroll} tabIndex={0} role="region" aria-label={t('stats.expiry')}>
      <Tiles tiles={tiles} rowsOf={rowsOf} />
      <BlockGrid>
        <Block title={t('stats.by_month')}>
          <Months months={data.months} rowsOf={rowsOf} />
        </Block>
      </BlockGrid>
    </div>
  )
}

function Months({ months, rowsOf }: Pick<Figures, 'months'> & Pick<ViewContext, 'rowsOf'>) {
  const t = useWords('evidence')
  const { language } = useFormat()
  const named = dayWords(language, { month: 'long', year: 'numeric' })
  return (
    <table className={css.table}>
      <thead>
        <tr>
          <th scope="col">{t('stats.month')}</th>
          <th scope="col">{t('stats.ends')}</th>
        </tr>
      </thead>
      <tbody>
        {months.map(({ from, to, count }) => (
          <tr key={from} aria-current={from.slice(0, 7) === dayOf().slice(0, 7) ? 'date' : undefined}>
            <th scope="row">{named(from)}</th>
            <td>
              <CountLink count={count} to={rowsOf([only('valid_until', { from, to })])} label={`${named(from)}, ${t('stats.ends')}`} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
