/** The end of an identifier as the first generation writes it. */
export const hyphened = (text: string): string => text.toLowerCase().replaceAll(' ', '-')

/** The same as the second does: without accents, and with nothing but what identifiers usually hold. A reference in another script keeps its letters: nothing of it would be left. */
export function cleaned(text: string): string {
  const plain = text
    .normalize('NFKD')
    .replaceAll(/[^\0-\u007f]/g, '')
    .toLowerCase()
    .replaceAll(' ', '-')
    .replaceAll(/[^a-z0-9_\-.[\]():]/g, '_')
  return /[a-z0-9]/.test(plain) ? plain : hyphened(text)
}

/** Entries of a cell that lists identifiers. */
export const entriesOf = (text: string | null): string[] => (text ?? '').split(/[\s,]+/).filter(Boolean)
