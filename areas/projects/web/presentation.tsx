import { FolderKanban } from 'lucide-react'
import { criticalities, ispProject } from '#areas/projects/contract/isp-project.ts'
import { ispProjectWork } from '#areas/projects/contract/isp-project-work.ts'
import { orderOf, type DevStep } from '#areas/projects/contract/steps.ts'
import type { RowOf } from '#kit/contract/entity.ts'
import { levelName, levelOf } from '#kit/contract/level.ts'
import { useLevels } from '#kit/web/api/levels.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useLanguage } from '#kit/web/i18n/store.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { definePresentation } from '#kit/web/resource/presentation.ts'
import { Grid, Row } from '#kit/web/ui/layout.tsx'
import { Level } from '#kit/web/ui/level.tsx'
import { StatusBadge } from '#kit/web/ui/status-badge.tsx'
import { lookOf, setLooks } from '#kit/web/ui/status-looks.ts'
import { workCells } from '#kit/web/work/responsible.tsx'
import { transitionsOf } from '#kit/web/work/transition.ts'
import { WeatherSign } from './weather.tsx'
import css from './projects.module.css'

export type Project = RowOf<typeof ispProject>

setLooks('isp_project.dev_step', {
  IDENTIFICATION: 'waiting',
  CLASSIFICATION: 'waiting',
  DESIGN: 'planned',
  BUILD: 'ongoing',
  TEST: 'ongoing',
  DECISION: 'alert',
  PRODUCTION: 'inForce',
  CLOSE: 'over',
})
setLooks('isp_project.status', { ONGOING: 'ongoing', INTERRUPTED: 'paused', CLOSED: 'over' })
setLooks('isp_project.decision', { GO: 'done', NOGO: 'failed' })

/** What a step of a project is called here. */
export function useStepName(): (row: Pick<Project, 'steps'>, step: DevStep) => string {
  const lang = useLanguage()
  const t = useWords('projects')
  return (row, step) => {
    const names = row.steps?.[orderOf(step) - 1]
    return (lang === 'fr' ? names?.name_fr : names?.name_en) ?? t(`entities.isp_project.choices.dev_step.${step}`)
  }
}

/** Where it is, as the organisation calls it. */
function StepCell({ row }: { readonly row: Project }) {
  const nameOf = useStepName()
  const step = row.dev_step ?? 'IDENTIFICATION'
  return (
    <StatusBadge {...lookOf(step, 'isp_project.dev_step')}>
      {orderOf(step)} · {nameOf(row, step)}
    </StatusBadge>
  )
}

/** Sign and word of a weather. */
export function Weather({ value }: { readonly value: number | null }) {
  const language = useLanguage()
  const level = levelOf(useLevels('weather'), value ?? -1)
  if (value === null) return null
  return (
    <Row as="span" inline gap={6} align="center">
      <WeatherSign icon={level?.icon ?? null} />
      {level ? levelName(level, language) : value}
    </Row>
  )
}

/** How a weather was at the end of the last months: a sign for each, said in words. */
export function WeatherTrail({ row, of = 'project' }: { readonly row: Pick<Project, 'weather_trail'>; readonly of?: 'project' | 'program' }) {
  const t = useWords('projects')
  const language = useLanguage()
  const format = useFormat()
  const levels = useLevels('weather')
  const points = (row.weather_trail ?? []).map((point) => ({ day: point.day, level: levelOf(levels, point[of] ?? -1) }))
  if (points.every(({ level }) => level === undefined)) return null
  const describe = ({ day, level }: (typeof points)[number]) =>
    `${format.date(day)}${t('weather.colon')} ${level ? levelName(level, language) : t('page.no_weather')}`
  return (
    <Row as="span" inline gap={4} spread="between" className={css.trail} role="img" aria-label={points.map(describe).join(', ')}>
      {points.map((point) => (
        <Grid as="i" centered tone="quiet" upright key={point.day} title={describe(point)}>
          {point.level ? <WeatherSign icon={point.level.icon ?? null} size={15} /> : '·'}
        </Grid>
      ))}
    </Row>
  )
}

/** Go or not; a no go that is live all the same stands out, and says under what. */
export function DecisionBadge({ row }: { readonly row: Project }) {
  const t = useWords('projects')
  if (!row.decision) return null
  return <StatusBadge {...lookOf(row.decision, 'isp_project.decision')}>{t(`entities.isp_project.choices.decision.${row.decision}`)}</StatusBadge>
}

/** How critical it is; `named` where nothing else says what the level is of. */
export function CriticalityBadge({ row: { criticality }, named = false }: { readonly row: Pick<Project, 'criticality'>; readonly named?: boolean }) {
  const t = useWords('projects')
  if (!criticality) return null
  return (
    <Level at={criticalities.length - criticalities.indexOf(criticality)} of={criticalities.length}>
      {named ? `${t('page.criticality')} ` : ''}
      {t(`entities.isp_project.choices.criticality.${criticality}`)}
    </Level>
  )
}

export const projectTransitions = transitionsOf(ispProjectWork, { needs: () => ['step_since'] })

definePresentation(ispProject, {
  icon: FolderKanban,
  cells: {
    ...workCells(ispProjectWork),
    dev_step: (row) => <StepCell row={row} />,
    weather_project: (row) => <Weather value={row.weather_project} />,
    weather_program: (row) => <Weather value={row.weather_program} />,
    weather_trail: (row) => <WeatherTrail row={row} />,
    decision: (row) => <DecisionBadge row={row} />,
    criticality: (row) => <CriticalityBadge row={row} />,
  },
  widths: {
    identifier: 96,
    name: 230,
    dev_step: 190,
    status: 124,
    criticality: 104,
    perimeter: 150,
    manager: 150,
    weather_project: 120,
    weather_trail: 140,
    decision: 90,
    target_date: 120,
  },
})
