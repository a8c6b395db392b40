interface Versioned {
  readonly number: number | null
  readonly publisher_version: string | null
}

/** A version after the word for it: what its publisher calls it, else its number here. */
export const versionName = ({ number, publisher_version }: Versioned): string => publisher_version ?? String(number ?? '')
