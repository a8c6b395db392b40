import { defineFigures, only } from '#kit/contract/figure.ts'
import { statusFigures, workFilters } from '#kit/contract/work-item.ts'
import { riskAnalysis } from './risk-analysis.ts'
import { riskAnalysisWork } from './risk-analysis-work.ts'
import { riskScenario } from './risk-scenario.ts'

/** What the words that are shown with a number of analyses and scenarios mean (docs/FIGURES.md). */
export const analysisFigures = defineFigures(riskAnalysis, workFilters(riskAnalysisWork))
export const scenarioFigures = defineFigures(riskScenario, { retained: [only('retained', true)] })
export const analysisStatusFigures = statusFigures(riskAnalysisWork)
