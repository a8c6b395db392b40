/** What a file holds, whether or not it was imported before: assessable nodes are requirements, the others groups. */
export interface LibraryCounts {
  readonly policies: number
  readonly groups: number
  readonly requirements: number
  readonly solutions: number
  readonly threats: number
  readonly risk_matrices: number
  readonly questions: number
  readonly choices: number
  readonly mapping_pairs: number
}

export interface ComparedNode {
  readonly identifier: string | null
  readonly name_en: string | null
  readonly name_fr: string | null
  readonly fields: readonly string[]
}

/** At most 200 nodes are named; the totals count all. */
export interface ComparedNodes {
  readonly total: number
  readonly nodes: readonly ComparedNode[]
}

export interface ImportedPolicy {
  readonly name_en: string | null
  readonly name_fr: string | null
  /** Null in a preview of a new one. */
  readonly policy_id: number | null
  readonly outcome: 'created' | 'new_version'
  readonly difference: { readonly added: ComparedNodes; readonly changed: ComparedNodes; readonly removed: ComparedNodes } | null
}

/** What an import did, or would do. `unchanged`: this edition is already there; `older`: a newer one is, so nothing may happen. */
export interface ImportResult {
  readonly outcome: 'created' | 'upgraded' | 'unchanged' | 'older'
  readonly name_en: string | null
  readonly name_fr: string | null
  readonly version_label: string
  readonly known_version_label: string | null
  readonly policies: readonly ImportedPolicy[]
}
