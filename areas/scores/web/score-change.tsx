import { useMemo, useState } from 'react'
import type { Moved, NamedCause } from '#areas/scores/contract/calls.ts'
import { quarterBefore } from '#areas/scores/contract/quarter.ts'
import { scoreText } from '#areas/scores/contract/rounding.ts'
import { MOVEMENT_FAMILY, MOVEMENT_UNIT } from '#areas/scores/contract/score.ts'
import { WaterfallChart } from '#kit/web/charts/waterfall-chart.tsx'
import { dayOf, useFormat, type Format } from '#kit/web/i18n/format.ts'
import { useWords, type LooseWords } from '#kit/web/i18n/words.ts'
import { DateInput } from '#kit/web/ui/date-input.tsx'
import { EmptyState, ErrorState, Skeleton } from '#kit/web/ui/states.tsx'
import { Grid, Row, Stack } from '#kit/web/ui/layout.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { useMoved, type Subject, type View } from './score-api.ts'
import { waterfall, type Step } from './waterfall.ts'
import { ScoreBadge } from './score-marks.tsx'
import css from './what-moved.module.css'

const linesAtMost = 200

/** What moved a score between two days: as a waterfall, then cause by cause; the causes add up to the difference. */
export function ScoreChange({ subject, view }: { readonly subject: Subject; readonly view: View }) {
  const words = useWords('scores')
  const { on, ...place } = subject
  const [from, setFrom] = useState<string | null>(quarterBefore(on ?? dayOf()))
  const [to, setTo] = useState<string | null>(on ?? dayOf())
  const moved = useMoved({ ...place, ...view, from: from ?? quarterBefore(on ?? dayOf()), to: to ?? on, lines: linesAtMost })
  return (
    <Stack gap={12}>
      <Grid gap={12} className={css.days}>
        <DateInput label={words('page.from')} value={from} onChange={setFrom} max={to ?? dayOf()} clearable={false} strict />
        <DateInput label={words('page.to')} value={to} onChange={setTo} max={dayOf()} clearable={false} strict />
      </Grid>
      {moved.isPending ? <Skeleton height={220} /> : null}
      {moved.isError ? <ErrorState reason={moved.error} onRetry={() => void moved.refetch()} /> : null}
      {moved.data ? <Result moved={moved.data} asked={[from, to]} /> : null}
    </Stack>
  )
}

function Result({ moved, asked }: { readonly moved: Moved; readonly asked: readonly [string | null, string | null] }) {
  const words = useWords('scores')
  const format = useFormat()
  if (moved.from === null || moved.to === null) return <EmptyState title={words('movement.no_difference')} text={words('page.nothing_published')} />
  if (moved.difference === null) return <EmptyState title={words('movement.no_difference')} />
  const points = (amount: number) => format.signed(amount / MOVEMENT_UNIT)
  return (
    <>
      <Row as="p" wrap align="center" gap={8} figures className={css.sum}>
        <ScoreBadge score={moved.before} target={moved.targets.before} /> → <ScoreBadge score={moved.after} target={moved.targets.after} />
        <strong>{words('page.points', { points: points(moved.difference) })}</strong>
        <span>
          {words('movement.family.SCOPE')} {points(moved.scope)} · {words('movement.family.PERFORMANCE')} {points(moved.performance)}
        </span>
      </Row>
      {moved.from !== asked[0] || moved.to !== asked[1] ? (
        <Text as="p" size={12} tone="quiet">
          {words('movement.between', { from: format.date(moved.from), to: format.date(moved.to) })}
        </Text>
      ) : null}
      {moved.codes.length === 0 ? <EmptyState title={words('movement.nothing')} /> : <Causes moved={moved} points={points} />}
    </>
  )
}

function Causes({ moved, points }: { readonly moved: Moved; readonly points: (amount: number) => string }) {
  const words = useWords('scores' as string)
  const steps = useMemo(
    () =>
      waterfall(moved, { before: words('page.before'), after: words('page.after'), others: words('page.others') }, (code) => words(`movement.cause.${code}`)),
    [moved, words],
  )
  return (
    <>
      <Waterfall steps={steps} />
      <ul className={css.causes} aria-label={words('page.causes')}>
        {moved.causes.map((cause, at) => (
          <Row as="li" spread="between" gap={12} edge="soft-above" key={at}>
            <div>
              <Text weight={500}>{answerOf(cause, words) ?? words(`movement.cause.${cause.code}`)}</Text>
              <Text tone="quiet" size={12} className={css.family}>
                {words(`movement.family.${MOVEMENT_FAMILY[cause.code]}`)}
              </Text>
              <Text tone="quiet" size={12} line={16} breaks className={css.where}>
                {cause.hidden ? words('page.hidden_help') : whereOf(cause, words('page.requirements', { count: cause.requirements }))}
              </Text>
            </div>
            <Text as="strong" rigid size={12} weight={550} figures data-way={cause.amount > 0 ? 'up' : 'down'}>
              {words('page.points', { points: points(cause.amount) })}
            </Text>
          </Row>
        ))}
      </ul>
    </>
  )
}

/** What was said of a recurring task, where, and how often if more than once; what an indicator told before and after; undefined of any other cause. */
export function answerOf({ task, answer, perimeter, indicator, figures }: NamedCause, words: LooseWords): string | undefined {
  if (indicator) return figuresIn(indicator.name, figures, words)
  if (!task || !answer) return task?.name
  const text = words(`movement.answer.${answer.status}`, { task: task.name, perimeter: perimeter?.name ?? '' })
  return answer.count > 1 ? `${text} (${words('movement.times', { count: answer.count })})` : text
}

/** To a tenth, as indicators are shown. */
const shown = (figure: { readonly value: number } | null): number => Math.round((figure?.value ?? 0) * 10) / 10

function figuresIn(indicator: string, figures: NamedCause['figures'], words: LooseWords): string {
  const { before = null, after = null } = figures ?? {}
  const params = { indicator, before: shown(before), after: shown(after), target: (after ?? before)?.target ?? 0, former: before?.target ?? 0 }
  if (!before) return after ? words('movement.figures.new', params) : indicator
  if (!after) return words('movement.figures.gone', params)
  return words(before.target === after.target ? 'movement.figures.moved' : 'movement.figures.target', params)
}

/** Who or what, where; the requirements by name when there is one, else by their number. */
function whereOf({ action, measure, solution, requirement, policy, perimeter, requirements }: NamedCause, several: string): string {
  const named = [action ?? measure ?? solution, requirements === 1 ? requirement : null].flatMap((label) =>
    label ? [[label.identifier, label.name].filter(Boolean).join(' ')] : [],
  )
  return [...named, ...(requirements > 1 ? [several] : []), requirements === 1 ? policy?.name : null, perimeter?.name].filter(Boolean).join(' · ')
}

function Waterfall({ steps }: { readonly steps: readonly Step[] }) {
  const words = useWords('scores')
  const format = useFormat()
  return (
    <WaterfallChart
      label={words('movement.title')}
      height={240}
      head={[words('page.causes'), words('page.amount')]}
      steps={steps}
      textOf={(step) => textOf(step, format)}
    />
  )
}

const textOf = (step: Step, format: Format) => (step.total ? scoreText(step.to) : format.signed(step.to - step.from))
