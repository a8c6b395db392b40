/** A name and what it means, in one language. */
export type Text = readonly [name: string, description: string]

interface Bilingual {
  readonly en: Text
  readonly fr: Text
}

export type FamilyKey = 'governance' | 'people' | 'assets' | 'identity' | 'devices' | 'network' | 'data' | 'detection' | 'suppliers'

export interface Model extends Bilingual {
  /** Its identifier, and the end of its URN: never given to another. */
  readonly ref: string
  readonly family: FamilyKey
  readonly nature: 'policy' | 'process' | 'technical' | 'physical' | 'procedure'
  readonly csf: 'govern' | 'identify' | 'protect' | 'detect' | 'respond' | 'recover'
  /** Days to put it in place, days a year to run it, k€ a year. */
  readonly effort: readonly [build: number, run: number, cost: number]
}

export interface Risk extends Bilingual {
  readonly ref: string
}

export interface Requirement extends Bilingual {
  readonly ref: string
  /** 1 essential, 2 recommended, 3 next. */
  readonly level: 1 | 2 | 3
  /** Models that answer it, with the share of it that each covers where it is not all. */
  readonly models: Readonly<Record<string, number>>
  readonly threats: readonly string[]
}

export interface Chapter extends Bilingual {
  readonly ref: string
  readonly requirements: readonly Requirement[]
}
