import { useState } from 'react'
import type { NamedNextStep } from '#areas/dashboards/contract/next-steps.ts'
import type { Posture } from '#areas/scores/contract/posture.ts'
import { scoreText } from '#kit/contract/shown-score.ts'
import { distanceOf } from '#kit/contract/tone.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { PlainLink } from '#kit/web/plain-link.tsx'
import { type Address, path } from '#kit/web/route.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Box, Grid, Row } from '#kit/web/ui/layout.tsx'
import { lazy } from '#kit/web/ui/lazy.tsx'
import { Block } from '#kit/web/ui/page.tsx'
import { Segmented } from '#kit/web/ui/segmented.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { Suspense } from '#kit/web/ui/suspense.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { leftOf } from './budget-left.ts'
import { recordPath, useBudget, useNextSteps } from './cockpit-api.ts'
import { useNextStepText } from './next-step-text.ts'
import css from './next-steps.module.css'
import { NeededText } from './score-texts.tsx'

const PlanDialog = lazy(async () => ({ default: (await import('./plan-dialog.tsx')).PlanDialog }))

interface NextStepsBlockProps {
  /** By which the sentence above leads to it. */
  readonly id: string
  readonly perimeter: number | undefined
  /** How the perimeter stands; nothing until that is known. */
  readonly posture: Posture | undefined
}

/** The three next steps that lift the score, with the score that each reaches, and planning them together. */
export function NextStepsBlock({ id, perimeter, posture }: NextStepsBlockProps) {
  const words = useWords('dashboards')
  const [by, setBy] = useState<'price' | 'points'>('price')
  const [planning, setPlanning] = useState(false)
  const answer = useNextSteps(perimeter, by, true)
  const { data } = answer
  const target = data?.target ?? null
  const missing = distanceOf(data?.score ?? null, target)?.points ?? null
  const title = target === null || missing === 0 ? words('next_steps.title_free') : words('next_steps.title', { target: scoreText(target) })
  return (
    <Block
      id={id}
      title={title}
      {...(missing === null ? {} : { sub: missing === 0 ? words('next_steps.reached') : words('next_steps.to_find', { points: missing }) })}
    >
      {answer.isPending ? <SkeletonRows count={5} /> : null}
      {answer.isError ? <ErrorState reason={answer.error} onRetry={() => void answer.refetch()} /> : null}
      {data ? (
        <>
          {data.steps.length === 0 ? (
            <EmptyState title={words('next_steps.empty')} />
          ) : (
            <Box as="ol" grow above={6} className={css.steps} data-stale={answer.isPlaceholderData || undefined}>
              {data.steps.map((step) => (
                <NextStepLine key={`${step.kind}-${step.about.id}`} step={step} />
              ))}
            </Box>
          )}
          {posture ? (
            <Text as="p" tone="quiet" size={12} line={16}>
              <NeededText posture={posture} />
            </Text>
          ) : null}
          {data.steps.length > 0 ? (
            <Row wrap align="center" spread="between" gap={8} className={css.foot}>
              <Segmented
                label={words('next_steps.by')}
                value={by}
                onChange={setBy}
                options={[
                  { value: 'price', label: words('next_steps.by_price') },
                  { value: 'points', label: words('next_steps.by_points') },
                ]}
              />
              {data.steps.every(isPlanned) ? null : (
                <>
                  <OfLeft steps={data.steps} perimeter={perimeter} />
                  <Button variant="primary" disabled={answer.isPlaceholderData} onClick={() => setPlanning(true)}>
                    {words('next_steps.plan', { count: data.steps.length })}
                  </Button>
                </>
              )}
            </Row>
          ) : null}
          {planning ? (
            <Suspense fallback={null}>
              <PlanDialog steps={data.steps} verb={words('next_steps.plan', { count: data.steps.length })} onClose={() => setPlanning(false)} />
            </Suspense>
          ) : null}
        </>
      ) : null}
    </Block>
  )
}

/** What the steps cost of what is left of the year's budget; nothing where either is not known. */
function OfLeft({ steps, perimeter }: { readonly steps: readonly NamedNextStep[]; readonly perimeter: number | undefined }) {
  const words = useWords('dashboards')
  const format = useFormat()
  const { data } = useBudget({ perimeter, on: undefined })
  const left = data && leftOf(data)
  // What is to be finished is committed already.
  const fresh = steps.filter(({ kind }) => kind !== 'FINISH')
  const cost = fresh.reduce((sum, step) => sum + (step.cost ?? 0), 0)
  if (left === undefined || cost === 0) return null
  return <small>{words('next_steps.of_left', { cost: format.keuro(Math.round(cost)), left: format.keuro(Math.round(Math.max(0, left))) })}</small>
}

function NextStepLine({ step }: { readonly step: NamedNextStep }) {
  const words = useWords('dashboards')
  const format = useFormat()
  const { what, where, cost } = useNextStepText()(step)
  return (
    <Grid as="li" align="center" gap={10}>
      <Text narrows className={css.what}>
        <PlainLink to={linkOf(step)}>{what}</PlainLink>
        <Text as="small" tone="quiet" size={12} line={16}>
          {where}
        </Text>
      </Text>
      <Text side="right" oneLine className={css.points}>
        <Text as="b" weight={550} figures>
          {format.signed(step.gain)}
        </Text>
        <Text as="small" tone="quiet" size={12} line={16} aria-label={`${words('next_steps.cost')} ${cost}`}>
          {cost}
        </Text>
      </Text>
      <Text as="strong" side="right" weight={600} figures aria-label={`${words('next_steps.score')} ${format.number(step.score, 1)}`}>
        {format.number(step.score, 1)}
      </Text>
    </Grid>
  )
}

/** An action that somebody is to finish by a day needs no plan any more. */
const isPlanned = ({ kind, owner, target_date }: NamedNextStep) => kind === 'FINISH' && owner !== null && target_date !== null

/** Where a step is looked at before it is planned. */
function linkOf({ kind, about }: NamedNextStep): Address {
  if (kind === 'LINK') return path('/org/policies/$id', { id: about.id }, { view: 'linking' })
  const entity = ({ ACCEPT: 'measure', IMPLEMENT: 'solution', FINISH: 'remediation' } as const)[kind]
  return recordPath(entity, about.id) ?? path('/home')
}
