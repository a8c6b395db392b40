import type { AssetType, RiskStep, threatSources } from '#areas/catalog/contract/risk-words.ts'
import type { ProductMetric } from '#areas/catalog/contract/product-metrics.ts'

/** A name and what it means, in one language. */
export type Text = readonly [name: string, description: string]

interface Bilingual {
  /** Its identifier, and the end of its URN: never given to another. */
  readonly ref: string
  readonly en: Text
  readonly fr: Text
}

export interface TaskModel extends Bilingual {
  readonly kind: 'OPERATION' | 'CONTROL'
  readonly rhythm: 'WEEKLY' | 'MONTHLY' | 'QUARTERLY' | 'SEMESTERLY' | 'YEARLY'
  /** Days each time. */
  readonly charge: number
  readonly proof?: 'REQUIRED'
  readonly approval?: true
  /** Models of measures that it keeps in place. */
  readonly of: readonly string[]
}

export interface MetricModel extends Bilingual {
  readonly unit?: readonly [en: string, fr: string]
  /** Vigie itself counts it; such a share has a decimal. */
  readonly counted?: ProductMetric
  readonly rhythm: 'MONTHLY' | 'QUARTERLY'
  /** How places become one; over time the latest value counts, unless it says SUM. */
  readonly places: 'SUM' | 'AVERAGE'
  readonly adds?: true
}

export interface IndicatorModel extends Bilingual {
  readonly nature: 'PERFORMANCE' | 'ACTIVITY'
  readonly unit?: readonly [en: string, fr: string]
  readonly formula: string
  readonly metrics: readonly string[]
  readonly target?: number
  readonly rhythm: 'MONTHLY' | 'QUARTERLY'
  readonly of: readonly string[]
}

export interface ActionModel extends Bilingual {
  readonly type: 'BUILD' | 'UPGRADE' | 'SIMPLE'
  readonly priority: number
  readonly days: number
  /** k€. */
  readonly cost: number
  readonly solution?: string
}

/** What a threat says beside its name. */
export interface ThreatFacts {
  readonly ref: string
  readonly source: (typeof threatSources)[number]
  readonly types: readonly AssetType[]
  readonly probability: RiskStep
  /** Models of measures that help against it. */
  readonly solutions: readonly string[]
}

export interface ThreatModel extends Bilingual, ThreatFacts {}

export interface AssetModel extends Bilingual {
  readonly type: AssetType
}

export interface ValueModel extends Bilingual {
  readonly type: 'PROCESS' | 'INFORMATION'
  /** Of availability, integrity, confidentiality and traceability; 4 is the highest. */
  readonly needs: readonly [number, number, number, number]
}

/** By references of what it names. */
export interface TypicalRisk extends Bilingual {
  readonly impact: RiskStep
  readonly probability: RiskStep
  readonly threats: readonly string[]
  readonly assets: readonly string[]
  readonly values: readonly string[]
  readonly solutions: readonly string[]
}
