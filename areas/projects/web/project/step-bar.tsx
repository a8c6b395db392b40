import { Check } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import { devSteps, leftFields, orderOf, type DevStep } from '#areas/projects/contract/steps.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { useStepName, type Project } from '#areas/projects/web/presentation.tsx'
import { Grid } from '#kit/web/ui/layout.tsx'
import css from './project.module.css'

/** The eight steps with the day on which each was left; one beside the present one opens the change to it. */
export function StepBar({
  row,
  mayMove,
  onMove,
}: {
  readonly row: Project
  readonly mayMove: (to: DevStep) => boolean
  readonly onMove: (to: DevStep) => void
}) {
  const t = useWords('projects')
  const format = useFormat()
  const nameOf = useStepName()
  const at = orderOf(row.dev_step ?? 'IDENTIFICATION')
  const dayOf = (n: number) => {
    const field = leftFields[n - 1]
    return field === undefined ? null : row[field]
  }
  const stands = (n: number) => (n < at ? 'done' : n === at ? (row.status === 'CLOSED' ? 'done' : 'now') : 'next')
  const below = (step: DevStep, n: number) => {
    const left = dayOf(n)
    if (n < at) return left ? format.date(left) : '–'
    if (n === at) return row.step_since ? t('steps.since', { date: format.date(row.step_since) }) : ''
    if (step !== 'PRODUCTION' || row.decision === 'GO' || row.exempted) return ''
    return t(row.decision === null ? 'steps.needs_decision' : 'steps.needs_exemption')
  }
  const bar = useRef<HTMLOListElement>(null)
  // On a narrow screen the step that stands is what is seen first, with the one before it.
  useLayoutEffect(() => {
    const steps = bar.current
    const before = steps?.children[Math.max(0, at - 2)]
    if (steps && before instanceof HTMLElement) steps.scrollLeft = before.offsetLeft - steps.offsetLeft
  }, [at])
  return (
    <Grid ref={bar} as="ol" above={12} below={12} padY={2} padX={2} overflow="scrolled-across" className={css.steps} aria-label={t('steps.label')} tabIndex={0}>
      {devSteps.map((step, index) => {
        const n = index + 1
        const name = nameOf(row, step)
        const sign = <i aria-hidden>{stands(n) === 'done' ? <Check size={13} strokeWidth={3} /> : n}</i>
        return (
          <li
            key={step}
            data-stands={stands(n)}
            data-bad={(step === 'PRODUCTION' && n === at && row.decision === 'NOGO') || undefined}
            aria-current={n === at ? 'step' : undefined}
          >
            {mayMove(step) ? (
              <button type="button" onClick={() => onMove(step)} title={t('move.to', { step: name })}>
                {sign}
                <b>{name}</b>
              </button>
            ) : (
              <span>
                {sign}
                <b>{name}</b>
              </span>
            )}
            <small>{below(step, n)}</small>
          </li>
        )
      })}
    </Grid>
  )
}
