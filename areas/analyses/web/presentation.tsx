import { Microscope, Waypoints } from 'lucide-react'
import { riskAnalysis } from '#areas/analyses/contract/risk-analysis.ts'
import { riskAnalysisWork } from '#areas/analyses/contract/risk-analysis-work.ts'
import { riskScenario } from '#areas/analyses/contract/risk-scenario.ts'
import { LevelChip, PlaceName } from '#areas/risks/web/index.ts'
import { definePresentation } from '#kit/web/resource/presentation.ts'
import { workCells } from '#kit/web/work/responsible.tsx'
import { transitionsOf } from '#kit/web/work/transition.ts'
import type { Scenario } from './study-api.ts'

const now = ({ levels, impact, probability }: Scenario) => <LevelChip level={levels?.now} impact={impact} probability={probability} />
const current = ({ levels, current_impact: impact, current_probability: probability }: Scenario) => (
  <LevelChip level={levels?.current} impact={impact} probability={probability} />
)
const target = ({ levels, target_impact: impact, target_probability: probability }: Scenario) => (
  <LevelChip level={levels?.target} impact={impact} probability={probability} />
)

const impacts = ['impact', 'current_impact', 'target_impact'] as const
const probabilities = ['probability', 'current_probability', 'target_probability'] as const

definePresentation(riskAnalysis, {
  icon: Microscope,
  cells: workCells(riskAnalysisWork),
  widths: { identifier: 90, status: 110, retained: 100, published: 100 },
})
definePresentation(riskScenario, {
  icon: Waypoints,
  cells: {
    level: now,
    current_level: current,
    target_level: target,
    levels: (row) => (
      <>
        {now(row)} {current(row)} {target(row)}
      </>
    ),
    ...Object.fromEntries(impacts.map((name) => [name, (row: Scenario) => <PlaceName places={row.levels?.sides.impacts} value={row[name]} />])),
    ...Object.fromEntries(probabilities.map((name) => [name, (row: Scenario) => <PlaceName places={row.levels?.sides.probabilities} value={row[name]} />])),
  },
  sign: current,
  align: {
    level: 'start',
    current_level: 'start',
    target_level: 'start',
    ...Object.fromEntries([...impacts, ...probabilities].map((name) => [name, 'start'])),
  },
  widths: { retained: 90, probability: 130, impact: 130, level: 120, current_level: 140, target_level: 120 },
})

export const analysisTransitions = transitionsOf(riskAnalysisWork)
