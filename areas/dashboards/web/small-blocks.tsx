import { Link } from '@tanstack/react-router'
import type { PolicyTile } from '#areas/scores/contract/posture.ts'
import { dayOf, daysBetween, useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { path } from '#kit/web/route.ts'
import { Block } from '#kit/web/ui/page.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { VisuallyHidden } from '#kit/web/ui/visually-hidden.tsx'
import { listPath, recordPath, useBudget, useLate } from './cockpit-api.ts'
import css from './small-blocks.module.css'

/** The actions that are due longest, of all that the reader leads. */
export function LateBlock({ perimeter }: { readonly perimeter: number | undefined }) {
  const words = useWords('dashboards')
  const answer = useLate(perimeter)
  const { data } = answer
  return (
    <Block
      title={words('late.title')}
      sub={words('late.sub')}
      span={3}
      aside={data && data.total > 0 ? <strong className={css.bad}>{data.total}</strong> : null}
    >
      {answer.isPending ? <SkeletonRows count={6} /> : null}
      {answer.isError ? <ErrorState reason={answer.error} onRetry={() => void answer.refetch()} /> : null}
      {data && data.total === 0 ? <EmptyState title={words('late.empty')} /> : null}
      {data && data.total > 0 ? (
        <>
          <ul className={css.rows}>
            {data.first.map((row) => {
              const days = daysBetween(row.target_date, dayOf())
              return (
                <li key={row.id}>
                  <Link to={recordPath('remediation', row.id) ?? listPath(data.link)}>
                    <span>
                      <b>{row.name}</b>
                      <small>{[row.identifier, row.owner ?? row.perimeter].filter(Boolean).join(' · ')}</small>
                    </span>
                    <strong className={css.bad}>
                      <span aria-hidden>{words('late.days', { days })}</span>
                      <VisuallyHidden>{words('late.late_by', { days })}</VisuallyHidden>
                    </strong>
                  </Link>
                </li>
              )
            })}
          </ul>
          <Link className={css.all} to={listPath(data.link)}>
            {words('late.all', { count: data.total })}
          </Link>
        </>
      ) : null}
    </Block>
  )
}

/** Requirements that no model answers, policy by policy; each line opens them. */
export function UnlinkedBlock({ tiles }: { readonly tiles: readonly PolicyTile[] }) {
  const words = useWords('dashboards')
  const format = useFormat()
  const open = tiles.filter(({ unlinked }) => unlinked > 0).toSorted((a, b) => b.unlinked - a.unlinked)
  const total = open.reduce((sum, { unlinked }) => sum + unlinked, 0)
  const [first] = open
  return (
    <Block title={words('unlinked.title')} span={3} aside={<strong>{format.number(total)}</strong>}>
      {first ? (
        <>
          <ul className={css.lines}>
            {open.slice(0, 5).map(({ policy, unlinked }) => (
              <li key={policy.id}>
                <Link to={path('/org/policies/$id', { id: policy.id }, { view: 'linking' })}>
                  <span>{policy.name}</span>
                  <strong>{format.number(unlinked)}</strong>
                </Link>
              </li>
            ))}
          </ul>
          <Link className={css.all} to={path('/org/policies/$id', { id: first.policy.id }, { view: 'linking' })}>
            {words('unlinked.link')}
          </Link>
        </>
      ) : (
        <EmptyState title={words('unlinked.none')} />
      )}
    </Block>
  )
}

/** What actions cost in k€: what is spent and what is committed, each with the actions behind it. */
export function BudgetBlock({ perimeter }: { readonly perimeter: number | undefined }) {
  const words = useWords('dashboards')
  const format = useFormat()
  const answer = useBudget(perimeter)
  const { data } = answer
  const total = data ? data.spent.keuro + data.committed.keuro : 0
  return (
    <Block
      title={words('budget.title', { year: data ? String(data.year) : dayOf().slice(0, 4) })}
      span={3}
      aside={data && total > 0 ? <strong>{format.keuro(Math.round(total))}</strong> : null}
    >
      {answer.isPending ? <SkeletonRows count={3} /> : null}
      {answer.isError ? <ErrorState reason={answer.error} onRetry={() => void answer.refetch()} /> : null}
      {data && total === 0 ? <EmptyState text={words('budget.empty')} /> : null}
      {data && total > 0 ? (
        <>
          <div className={css.budget} aria-hidden>
            <span style={{ width: `${(100 * data.spent.keuro) / total}%` }} />
            <i style={{ width: `${(100 * data.committed.keuro) / total}%` }} />
          </div>
          <ul className={css.lines}>
            {(['spent', 'committed'] as const).map((name) => (
              <li key={name}>
                <Link to={listPath(data[name].link)}>
                  <span data-part={name}>
                    {words(`budget.${name}`)} <small>{words('budget.actions', { count: data[name].actions })}</small>
                  </span>
                  <strong>{format.keuro(Math.round(data[name].keuro))}</strong>
                </Link>
              </li>
            ))}
          </ul>
          <p className={css.note}>{words('budget.help')}</p>
        </>
      ) : null}
    </Block>
  )
}
