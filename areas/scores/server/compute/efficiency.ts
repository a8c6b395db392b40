import type { ControlFact, DeductionFact, MeasureFact } from '#areas/scores/server/facts/facts.ts'

/** A control source that has data, with its rating between 0 and 1. */
export interface RatedSource {
  readonly fact: ControlFact
  readonly ratio: number
}

/** What an implemented measure is worth, wherever it serves. */
export interface MeasureValue {
  readonly fact: MeasureFact
  /** 0–100, after open deductions. */
  readonly efficiency: number
  /** 0–1; 1 without control data. */
  readonly factor: number
  /** 0–100 */
  readonly performance: number
  /** Rests on control data or valid evidence of the last year. */
  readonly proven: boolean
  readonly deductions: readonly DeductionFact[]
  readonly sources: readonly RatedSource[]
  /** What proves it without rating it. */
  readonly evidence: readonly ControlFact[]
}

/** Rating of one source, 0–1 and capped at 1; null when it has no data or never rates. */
export function sourceRatio(control: ControlFact): number | null {
  const { kind, numerator, denominator } = control
  if (kind === 'EVIDENCE' || numerator === null || denominator === null || denominator <= 0) return null
  return clamp(numerator / denominator, 0, 1)
}

/** Derives a measure's efficiency and performance (scores, rules 1–3); rows must come in a stable order. */
export function measureValue(fact: MeasureFact, deductions: readonly DeductionFact[], controls: readonly ControlFact[]): MeasureValue {
  const open = deductions.filter((deduction) => deduction.open)
  const efficiency = clamp(
    open.reduce((rest, { value }) => rest - value, fact.base_efficiency),
    0,
    100,
  )
  const sources: RatedSource[] = []
  let total = 0
  for (const control of controls) {
    const ratio = sourceRatio(control)
    if (ratio === null) continue
    sources.push({ fact: control, ratio })
    total += ratio
  }
  const factor = sources.length === 0 ? 1 : total / sources.length
  const evidence = controls.filter((control) => control.proven && control.kind === 'EVIDENCE')
  const proven = evidence.length > 0 || sources.some(({ fact: control }) => control.proven)
  return { fact, efficiency, factor, performance: efficiency * factor, proven, deductions: open, sources, evidence }
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value))
}
