import { Microscope, Waypoints } from 'lucide-react'
import { riskAnalysis } from '#areas/analyses/contract/risk-analysis.ts'
import { riskAnalysisWork } from '#areas/analyses/contract/risk-analysis-work.ts'
import { riskScenario } from '#areas/analyses/contract/risk-scenario.ts'
import type { ShownLevel } from '#areas/risks/contract/risk.ts'
import { levelName } from '#kit/contract/level.ts'
import { useLanguage } from '#kit/web/i18n/store.ts'
import { definePresentation } from '#kit/web/resource/presentation.ts'
import { LevelBadge } from '#kit/web/ui/level-badge.tsx'
import { workCells } from '#kit/web/work/responsible.tsx'
import { transitionsOf } from '#kit/web/work/transition.ts'

/** A level of risk in words, its colour only repeats it. */
export function RiskLevel({ level }: { readonly level: ShownLevel | null | undefined }) {
  const language = useLanguage()
  return level ? <LevelBadge color={level.color}>{levelName(level, language)}</LevelBadge> : null
}

definePresentation(riskAnalysis, {
  icon: Microscope,
  cells: workCells(riskAnalysisWork),
  widths: { identifier: 90, status: 110, retained: 100, published: 100 },
})
definePresentation(riskScenario, {
  icon: Waypoints,
  cells: {
    level: ({ levels }) => <RiskLevel level={levels?.now} />,
    current_level: ({ levels }) => <RiskLevel level={levels?.current} />,
    target_level: ({ levels }) => <RiskLevel level={levels?.target} />,
    levels: ({ levels }) => (
      <>
        <RiskLevel level={levels?.now} /> <RiskLevel level={levels?.current} /> <RiskLevel level={levels?.target} />
      </>
    ),
  },
  sign: ({ levels }) => <RiskLevel level={levels?.current} />,
  align: { level: 'start', current_level: 'start', target_level: 'start' },
  widths: { retained: 90, probability: 110, impact: 90, level: 120, current_level: 140, target_level: 120 },
})

export const analysisTransitions = transitionsOf(riskAnalysisWork)
