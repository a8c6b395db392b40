import type { Language } from '#kit/contract/catalogue.ts'

type Text = Readonly<Record<Language, string>>

/** A risk and what became of it; days from today, negative in the past. */
export interface RiskStory {
  readonly key: string
  readonly name: Text
  readonly perimeter: string
  readonly manager: string | null
  /** Impact and probability, by their places. */
  readonly init: readonly [number, number]
  readonly min: readonly [number, number]
  readonly target: readonly [number, number]
  readonly measures: readonly string[]
  /** When it was entered. */
  readonly day: number
  readonly strategy: 'REDUCE' | 'ACCEPT' | 'TRANSFER'
  readonly reason?: Text
  /** When its approval was asked for. */
  readonly asked?: number
  readonly decided?: { readonly day: number; readonly as: 'APPROVED' | 'REJECTED'; readonly comment: Text }
  /** A measure that was taken off it. */
  readonly loses?: { readonly day: number; readonly measure: string }
  /** How many open actions of its perimeter treat it. */
  readonly treats?: number
}

export interface RiskRegisterStory {
  readonly key: string
  readonly name: Text
  readonly description: Text
  readonly appetite: number
  readonly people: readonly string[]
  readonly approvers: readonly string[]
  readonly day: number
  readonly risks: readonly RiskStory[]
  /** Of some risks, by key: least, likeliest and greatest times a year, then k€ each time. */
  readonly euros?: Readonly<Record<string, Partial<Readonly<Record<'BEFORE' | 'NOW' | 'AFTER', readonly [number, number, number, number, number, number]>>>>>
}
