/** A gap of the register as it stands. */
export interface Known {
  readonly id: number
  readonly external_key: string
  readonly name_en: string | null
  readonly name_fr: string | null
  readonly description: string | null
  readonly nature: string | null
  readonly cause: string | null
  readonly target_date: string | null
  readonly account: string | null
  readonly region: string | null
  readonly package: string | null
  readonly file: string | null
  readonly severity: number
  /** As the last file had it; null where none did. */
  readonly found_severity: number | null
  /** The severity is somebody's choice, as far as is known: only what a file is known to have written is not. */
  readonly by_hand: boolean
  readonly chapter_id: number | null
  readonly found_by: string | null
  readonly status: string
  readonly resolution_status: string | null
  readonly writable: boolean
}
