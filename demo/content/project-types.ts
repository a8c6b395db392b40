interface Text {
  readonly en: string
  readonly fr: string
}

/** A security project as its people would have led it. Days from today, negative in the past. */
export interface Project {
  readonly key: string
  readonly name: Text
  readonly text: Text
  readonly perimeter: string
  readonly manager: string | null
  readonly team: readonly string[]
  readonly step: 'IDENTIFICATION' | 'CLASSIFICATION' | 'DESIGN' | 'BUILD' | 'TEST' | 'DECISION' | 'PRODUCTION' | 'CLOSE'
  /** When each step before was left. */
  readonly left: readonly number[]
  readonly live: number
  readonly criticality: 'CRITICAL' | 'HIGH' | 'MEDIUM' | 'LOW' | null
  /** Of the project and of its program, by the values of the scale. */
  readonly weather: readonly [number | null, number | null]
  /** How both were before, until which day, and why. */
  readonly weatherBefore?: readonly { readonly day: number; readonly weather: readonly [number | null, number | null]; readonly why?: Text }[]
  readonly tests?: readonly {
    readonly name: Text
    readonly kind: 'INTRUSION' | 'CONFIGURATION' | 'CODE' | 'RECOVERY'
    readonly planned: number
    readonly result: 'PASSED' | 'FAILED' | null
    readonly note?: Text
  }[]
  readonly followed?: false
  /** k€: all, spent, committed. */
  readonly budget: readonly [number, number, number] | null
  readonly decision?: { readonly go: boolean; readonly day: number; readonly comment: Text }
  readonly exemption?: {
    readonly name: Text
    readonly reason: Text
    readonly asked: number
    readonly granted: number
    readonly until: number
  }
  /** `model`: what is asked of projects that the action answers. */
  readonly actions: readonly { readonly name: Text; readonly due: number; readonly manager: string; readonly done?: number; readonly model?: string }[]
  readonly interrupted?: { readonly day: number; readonly why: Text }
}

/** What follows from how critical a project is: a policy to be evaluated against, and actions of the catalogue. */
export interface ProjectDemands {
  readonly models: readonly { readonly key: string; readonly name: Text }[]
  readonly of: Readonly<Partial<Record<NonNullable<Project['criticality']>, { readonly policy?: string; readonly models: readonly string[] }>>>
}
