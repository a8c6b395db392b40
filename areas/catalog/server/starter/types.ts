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
  readonly unit: readonly [en: string, fr: string]
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
