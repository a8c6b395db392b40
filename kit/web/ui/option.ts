/** What a select offers. */
export interface Option {
  readonly value: string
  readonly label: string
  /** The whole of a name that the label cuts. */
  readonly title?: string
  readonly disabled?: boolean
}

/** Names in selects are cut here, in characters (PER-10, TBL-37); the whole name is on the row itself. */
const nameLimit = 40

/** A name as selects show it; never half a character. */
export function shortName(name: string): string {
  const characters = Array.from(name)
  return characters.length > nameLimit
    ? `${characters
        .slice(0, nameLimit - 1)
        .join('')
        .trimEnd()}…`
    : name
}

/** A row as an option: its name cut, the whole of it as title; `before` stands in front, such as its depth in a tree. */
export const namedOption = (id: number | string, name: string, before = ''): Option => ({
  value: String(id),
  label: `${before}${shortName(name)}`,
  title: name,
})
