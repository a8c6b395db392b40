interface Text {
  readonly en: string
  readonly fr: string
}

/** A scenario that is retained: what to what, how likely and how grave, and why. */
export interface ScenarioStory {
  readonly asset: string
  /** By its identifier in the shared catalogue. */
  readonly threat: string
  readonly probability: number
  readonly impact: number
  readonly reason: Text
  readonly target?: readonly [probability: number, impact: number]
}

/** A risk analysis as its people would have led it; days from today, negative in the past. */
export interface AnalysisStory {
  readonly key: string
  readonly name: Text
  readonly context: Text
  readonly perimeter: string
  readonly manager: string
  readonly day: number
  readonly values: readonly string[]
  readonly impacts: readonly (readonly [value: string, type: 'FINANCIAL' | 'OPERATIONAL' | 'LEGAL' | 'IMAGE' | 'HUMAN', impact: number, comment: Text])[]
  readonly threats: readonly string[]
  readonly retained: readonly ScenarioStory[]
  /** The step that was come to, from 1. */
  readonly step: number
  /** Where what was retained went once it was validated, and when. */
  readonly published?: { readonly day: number; readonly register: Text }
  /** When it is to be done, in days from today. */
  readonly due: number
}
