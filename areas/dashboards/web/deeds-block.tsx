import { useState } from 'react'
import type { NamedDeed } from '#areas/dashboards/contract/deeds.ts'
import { scoreText } from '#kit/contract/shown-score.ts'
import { distanceOf } from '#kit/contract/tone.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Link } from '#kit/web/navigation.ts'
import { type Address, path } from '#kit/web/route.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { lazy } from '#kit/web/ui/lazy.tsx'
import { Block } from '#kit/web/ui/page.tsx'
import { Segmented } from '#kit/web/ui/segmented.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { Suspense } from '#kit/web/ui/suspense.tsx'
import { leftOf } from './budget-left.ts'
import { recordPath, useBudget, useDeeds } from './cockpit-api.ts'
import { useDeedText } from './deed-text.ts'
import css from './deeds.module.css'

const PlanDialog = lazy(async () => ({ default: (await import('./plan-dialog.tsx')).PlanDialog }))

/** The three next deeds that lift the score, with the score that each reaches, and planning them together. */
export function DeedsBlock({ perimeter }: { readonly perimeter: number | undefined }) {
  const words = useWords('dashboards')
  const format = useFormat()
  const [by, setBy] = useState<'price' | 'points'>('price')
  const [planning, setPlanning] = useState(false)
  const answer = useDeeds(perimeter, by, true)
  const { data } = answer
  const target = data?.target ?? null
  const missing = distanceOf(data?.score ?? null, target)?.points ?? null
  const title = target === null || missing === 0 ? words('deeds.title_free') : words('deeds.title', { target: scoreText(target) })
  return (
    <Block
      title={title}
      span={4}
      {...(missing === null ? {} : { sub: missing === 0 ? words('deeds.reached') : words('deeds.to_find', { points: format.number(missing) }) })}
    >
      {answer.isPending ? <SkeletonRows count={5} /> : null}
      {answer.isError ? <ErrorState reason={answer.error} onRetry={() => void answer.refetch()} /> : null}
      {data ? (
        <>
          <Segmented
            label={words('deeds.by')}
            value={by}
            onChange={setBy}
            options={[
              { value: 'price', label: words('deeds.by_price') },
              { value: 'points', label: words('deeds.by_points') },
            ]}
          />
          {data.deeds.length === 0 ? <EmptyState title={words('deeds.empty')} /> : null}
          {data.deeds.length > 0 ? (
            <>
              <ol className={css.deeds} data-stale={answer.isPlaceholderData || undefined}>
                {data.deeds.map((deed, at) => (
                  <DeedLine key={`${deed.kind}-${deed.about.id}`} deed={deed} number={at + 1} />
                ))}
              </ol>
              {data.deeds.every(isPlanned) ? null : (
                <div className={css.foot}>
                  <Button variant="primary" disabled={answer.isPlaceholderData} onClick={() => setPlanning(true)}>
                    {words('deeds.plan', { count: data.deeds.length })}
                  </Button>
                  <OfLeft deeds={data.deeds} perimeter={perimeter} />
                </div>
              )}
            </>
          ) : null}
          {planning ? (
            <Suspense fallback={null}>
              <PlanDialog deeds={data.deeds} verb={words('deeds.plan', { count: data.deeds.length })} onClose={() => setPlanning(false)} />
            </Suspense>
          ) : null}
        </>
      ) : null}
    </Block>
  )
}

/** What the deeds cost of what is left of the year's budget; nothing where either is not known. */
function OfLeft({ deeds, perimeter }: { readonly deeds: readonly NamedDeed[]; readonly perimeter: number | undefined }) {
  const words = useWords('dashboards')
  const format = useFormat()
  const { data } = useBudget({ perimeter, on: undefined })
  const left = data && leftOf(data)
  // What is to be finished is committed already.
  const fresh = deeds.filter(({ kind }) => kind !== 'FINISH')
  const cost = fresh.reduce((sum, deed) => sum + (deed.cost ?? 0), 0)
  if (left === undefined || cost === 0) return null
  return <small>{words('deeds.of_left', { cost: format.keuro(Math.round(cost)), left: format.keuro(Math.round(Math.max(0, left))) })}</small>
}

function DeedLine({ deed, number }: { readonly deed: NamedDeed; readonly number: number }) {
  const words = useWords('dashboards')
  const format = useFormat()
  const { what, where, cost } = useDeedText()(deed)
  return (
    <li>
      <i aria-hidden>{number}</i>
      <span className={css.what}>
        <Link to={linkOf(deed)}>{what}</Link>
        <small>{where}</small>
      </span>
      <span className={css.points}>
        <b>{format.signed(deed.gain)}</b>
        <small aria-label={`${words('deeds.cost')} ${cost}`}>{cost}</small>
      </span>
      <strong aria-label={`${words('deeds.score')} ${format.number(deed.score, 1)}`}>{format.number(deed.score, 1)}</strong>
    </li>
  )
}

/** An action that somebody is to finish by a day needs no plan any more. */
const isPlanned = ({ kind, owner, target_date }: NamedDeed) => kind === 'FINISH' && owner !== null && target_date !== null

/** Where a deed is looked at before it is planned. */
function linkOf({ kind, about }: NamedDeed): Address {
  if (kind === 'LINK') return path('/org/policies/$id', { id: about.id }, { view: 'linking' })
  const entity = ({ ACCEPT: 'measure', IMPLEMENT: 'solution', FINISH: 'remediation' } as const)[kind]
  return recordPath(entity, about.id) ?? path('/home')
}
