/** What became of one field: values as they are read, references by name. */
export interface Change {
  /** The field; one language of a localized text by its own key, such as `name_fr`. */
  readonly field: string
  readonly before: unknown
  readonly after: unknown
  /** References that went and came without a name for the reader: out of reach. */
  readonly hidden?: { readonly before: number; readonly after: number }
  /** What became of each owned row, where the field holds such. */
  readonly children?: readonly ChildChange[]
  /** What became of what is said of files. */
  readonly comments?: readonly FileComment[]
  /** Its rows only changed places. */
  readonly moved?: boolean
}

/** What is said of one file now, and was before. */
export interface FileComment {
  /** The file's name. */
  readonly name: string
  readonly before: string | null
  readonly after: string | null
}

/** What became of one owned row, such as a task. */
export interface ChildChange {
  readonly change: 'added' | 'removed' | 'changed'
  /** What people recognise it by; null: its place in the list says it. */
  readonly name: string | null
  /** Its place in the list, from 1. */
  readonly place: number
  readonly changes: readonly Change[]
}

/** One line of an object's history. */
export interface HistoryEntry {
  readonly version: number
  readonly at: string
  readonly actor: { readonly id: number; readonly name: string } | null
  /** Who acted in the actor's name. */
  readonly impersonator: { readonly id: number; readonly name: string } | null
  /** `create`, `update`, `delete` or a transition's own name. */
  readonly action: string
  readonly changes: readonly Change[]
}
