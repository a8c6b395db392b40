import type { LevelInput, ScaleType } from '#areas/scales/contract/scale.ts'
import type { Language } from '#kit/contract/catalogue.ts'

/** What the line of a level, and what opens below it, are given. */
export interface LevelRowProps {
  readonly at: number
  readonly count: number
  readonly type: ScaleType
  readonly level: LevelInput
  readonly impactTypes: readonly string[]
  readonly language: Language
  readonly fixed: boolean
  readonly disabled: boolean
  readonly errorOf: (field: string) => string | undefined
  readonly onChange: (changes: LevelInput) => void
  readonly onMove: (by: -1 | 1) => void
  readonly onRemove: (() => void) | undefined
}
