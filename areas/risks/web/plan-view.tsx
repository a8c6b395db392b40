import { Link } from '@tanstack/react-router'
import { only } from '#kit/contract/figure.ts'
import { narrowed } from '#kit/web/figure-link.ts'
import { pageOfEntity } from '#kit/web/entity-pages.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import type { ViewContext } from '#kit/web/resource/list-props.ts'
import { EmptyState, ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { LevelChip } from './level-chip.tsx'
import css from './plan.module.css'
import { usePlan } from './risk-api.ts'

/** As many digits as one may believe. */
const readable = (amount: number) => Number(amount.toPrecision(3))

/** What is done about the risks of a register, the gravest first: actions and measures to come with their dates and cost, and what they are expected to bring. */
export function PlanView({ register, state, onOpen }: Pick<ViewContext, 'state' | 'onOpen'> & { readonly register: number }) {
  const t = useWords('risks')
  const format = useFormat()
  const { data, error, refetch } = usePlan(register, { filters: narrowed(state.filters, [only('closed', false)]), search: state.search })
  if (error) return <ErrorState reason={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows />
  if (data.risks.length === 0) return <EmptyState title={t('plan.empty')} text={t('plan.empty_text')} />
  return (
    <div className={css.plan}>
      <p className={css.total}>{t('plan.total', { cost: format.number(data.cost), days: format.number(data.workload), count: data.actions })}</p>
      <p className={css.hint}>{t('plan.how')}</p>
      <div className={css.scrolled} role="region" aria-label={t('matrix.plan')} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('plan.risk')}</th>
              <th scope="col">{t('plan.measure')}</th>
              <th scope="col">{t('plan.due')}</th>
              <th scope="col">{t('plan.cost')}</th>
              <th scope="col">{t('plan.alone')}</th>
              <th scope="col">{t('plan.brings')}</th>
            </tr>
          </thead>
          {data.risks.map((one) => (
            <tbody key={one.id}>
              {one.deeds.map((deed, n) => (
                <tr key={`${deed.entity} ${deed.id}`}>
                  {n === 0 ? (
                    <th scope="rowgroup" rowSpan={one.deeds.length}>
                      <button type="button" onClick={() => onOpen(one.id)}>
                        <small>{one.identifier}</small> {one.name}
                      </button>
                    </th>
                  ) : null}
                  <td>
                    <DeedName {...deed} />
                  </td>
                  <td data-late={deed.late || undefined}>{format.date(deed.target_date)}</td>
                  <td>{deed.cost === null ? '' : `${format.number(deed.cost)} k€`}</td>
                  <td>
                    {deed.alone ? <LevelChip level={deed.alone.level} impact={deed.alone.impact} probability={deed.alone.probability} /> : null}
                    {deed.saves === null ? null : (
                      <small className={css.saves}>
                        {deed.per_kilo_euro === null
                          ? t('plan.saves', { saved: format.number(readable(deed.saves)) })
                          : t('plan.saves_each', { saved: format.number(readable(deed.saves)), each: format.number(readable(deed.per_kilo_euro)) })}
                      </small>
                    )}
                    {deed.alone === null && deed.saves === null ? <span title={t('plan.alone_none')}>–</span> : null}
                  </td>
                  {n === 0 ? (
                    <td rowSpan={one.deeds.length}>
                      <span className={css.brings}>
                        <LevelChip level={one.current} impact={one.current_impact} probability={one.current_probability} />
                        {' → '}
                        <LevelChip level={one.expected} impact={one.expected_impact} probability={one.expected_probability} />
                      </span>
                    </td>
                  ) : null}
                </tr>
              ))}
            </tbody>
          ))}
        </table>
      </div>
    </div>
  )
}

/** Its record, where the reader has a list of such. */
function DeedName({
  entity,
  id,
  identifier,
  name,
}: {
  readonly entity: string
  readonly id: number
  readonly identifier: string
  readonly name: string | null
}) {
  const page = pageOfEntity(entity)
  const text = `${identifier} ${name ?? ''}`
  return page ? <Link to={`${page.path}?id=${id}`}>{text}</Link> : text
}
