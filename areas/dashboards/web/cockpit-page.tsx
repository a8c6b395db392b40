import { useLocation, useNavigate } from '@tanstack/react-router'
import { usePerimeterScores } from '#areas/scores/web/index.ts'
import { useRight } from '#kit/web/api/session.ts'
import { dayOf, useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { namedOption } from '#kit/web/ui/option.ts'
import { Page as PageFrame, PageHeading, PageToolbar, Spring } from '#kit/web/ui/page.tsx'
import { Select } from '#kit/web/ui/select.tsx'
import { ActionsBlock } from './actions-block.tsx'
import { AttentionBlock } from './attention-block.tsx'
import css from './cockpit.module.css'
import { MovedBlock } from './moved-block.tsx'
import { FirstStepsBanner, FirstStepsLink } from './onboarding/first-steps-banner.tsx'
import { PerimetersBlock } from './perimeters-block.tsx'
import { RadarBlock } from './radar-block.tsx'
import { ScoreBlock } from './score-block.tsx'

/** Where the organisation stands and what waits for the reader; whoever may not read scores sees their actions alone. */
export function Page() {
  const words = useWords('dashboards')
  const format = useFormat()
  const scores = useRight('score.read')
  const actions = useRight('remediation.read')
  const [perimeter, choose] = usePerimeter()
  return (
    <PageFrame canvas>
      <PageToolbar>
        <PageHeading title={words('cockpit.title')} text={words('cockpit.as_of', { date: format.date(dayOf()) })} />
        <Spring />
        <FirstStepsLink />
        {scores ? <PerimeterPicker value={perimeter} onChange={choose} /> : null}
      </PageToolbar>
      <FirstStepsBanner />
      <div className={css.grid} data-alone={!scores || undefined}>
        {scores ? <ScoreBlock perimeter={perimeter} /> : null}
        {actions ? <ActionsBlock perimeter={perimeter} span={scores ? 5 : 8} /> : null}
        {scores ? <MovedBlock perimeter={perimeter} /> : null}
        {scores ? <RadarBlock perimeter={perimeter} /> : null}
        {scores ? <PerimetersBlock perimeter={perimeter} /> : null}
        {actions ? <AttentionBlock perimeter={perimeter} /> : null}
      </div>
    </PageFrame>
  )
}

/** The perimeter in the address, `?p=7`; none: all that the reader reaches. */
function usePerimeter(): [number | undefined, (id: number | undefined) => void] {
  const p = useLocation({ select: (location) => (location.search as Readonly<Record<string, unknown>>)['p'] })
  const navigate = useNavigate()
  return [
    typeof p === 'number' && Number.isInteger(p) ? p : undefined,
    (id) => void navigate({ to: '.', search: (before: object) => ({ ...before, p: id }), replace: true } as never),
  ]
}

function PerimeterPicker({ value, onChange }: { readonly value: number | undefined; readonly onChange: (id: number | undefined) => void }) {
  const words = useWords('dashboards')
  const answer = usePerimeterScores()
  const options = (answer.data?.objects ?? []).map(({ id, name }) => namedOption(id, name))
  return (
    <div className={css.picker}>
      <Select
        aria-label={words('cockpit.perimeter')}
        placeholder={words('cockpit.all_perimeters')}
        clearable
        value={value === undefined ? null : String(value)}
        options={options}
        onChange={(id) => onChange(id === null ? undefined : Number(id))}
      />
    </div>
  )
}
