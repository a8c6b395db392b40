/** A text in both languages, as everywhere in the content. */
interface Text {
  readonly en: string
  readonly fr: string
}

/** What the register says of a provider's perimeter. */
export interface Supplier {
  readonly perimeter: string
  readonly manager: string | null
  readonly company: Readonly<Record<string, string>>
  /** What was answered to classify it, one option for each question; else its criticality is said by hand, or not at all. */
  readonly answers: Readonly<Record<string, string>> | null
  readonly criticality?: 'CRITICAL' | 'HIGH' | 'MEDIUM' | 'LOW'
  /** Days from today, here and below. */
  readonly evaluated: number | null
  readonly contacts: readonly { readonly name: string | Text; readonly role: string; readonly email: string; readonly phone: string | null }[]
  readonly services: readonly {
    readonly key: string
    readonly name: Text
    readonly fields: Readonly<Record<string, string | number | boolean | readonly string[] | Text>>
    readonly exitPlan?: number
  }[]
  readonly contracts: readonly {
    readonly name: Text
    readonly covers: readonly string[]
    readonly start: number
    readonly end: number | null
    readonly fields: Readonly<Record<string, string | number | Text>>
  }[]
  readonly certificates: readonly { readonly kind: string; readonly name: Text; readonly until: number; readonly scope: string | null }[]
  /** Who works for it, by their perimeters. */
  readonly subcontractors: readonly { readonly of: string; readonly service?: string; readonly task: Text }[]
}
