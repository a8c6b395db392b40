import { Check, CircleAlert, TriangleAlert } from 'lucide-react'
import type { ReadinessKey, ReadinessLine } from '#areas/campaigns/contract/plan-calls.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Grid, Row } from '#kit/web/ui/layout.tsx'
import { ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import type { Campaign } from './plan-api.ts'
import { useReadiness } from './plan-api.ts'
import css from './plan.module.css'
import type { PlanStep } from './plan-details.tsx'

const icons = { DONE: Check, MISSING: CircleAlert, WARNING: TriangleAlert } as const

/** Where each line is mended: in a step of the settings, or in the list of evaluations. */
export const mendedIn: Readonly<Record<ReadinessKey, PlanStep | 'EVALUATOR' | 'VALIDATOR' | null>> = {
  content: 'general',
  scale: 'general',
  perimeters: 'scope',
  evaluators: 'EVALUATOR',
  validators: 'VALIDATOR',
  dates: 'dates',
  not_applied: null,
}

/** What is there and what is missing before a campaign starts; each line leads to where it is mended. */
export function Readiness({ row, onMend }: { readonly row: Campaign; readonly onMend: (key: ReadinessKey) => void }) {
  const t = useWords('campaigns')
  const { data, error, refetch } = useReadiness(row)
  if (error) return <ErrorState reason={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows count={3} />
  const describe = ({ key, state, count }: ReadinessLine) => t(`plan.${state === 'DONE' ? 'done' : 'missing'}.${key}`, { count })
  return (
    <Grid as="ul" gap={20} rowGap={6} padY={10} padX={16} edge="below" className={css.readiness} aria-label={t('plan.readiness')}>
      {data.lines.map((line) => {
        const Icon = icons[line.state]
        const mend = line.state !== 'DONE' && row.edit_right && mendedIn[line.key] !== null
        return (
          <Row as="li" align="start" gap={8} key={line.key} data-state={line.state}>
            <Icon size={15} aria-label={t(`plan.states.${line.state}`)} role="img" />
            {mend ? (
              <button type="button" onClick={() => onMend(line.key)}>
                {describe(line)}
              </button>
            ) : (
              <span>{describe(line)}</span>
            )}
          </Row>
        )
      })}
    </Grid>
  )
}
