import type { Measure } from '#areas/measures/web/presentation.tsx'

/** What can be done with a measure where it stands; `maker` shows the one of another perimeter that serves it, `here` implements it in spite of that. */
export const verbNames = ['accept', 'implement', 'plan', 'finish', 'proof', 'maker', 'here', 'discard', 'reset'] as const
export type VerbName = (typeof verbNames)[number]

type Standing = Pick<Measure, 'edit_right' | 'situation' | 'operator'> & { readonly reset_right?: boolean | undefined }

/** The verbs of a measure, what its state asks for first; none for whoever may not decide. */
export function verbsOf({ edit_right, situation, operator, reset_right }: Standing): readonly VerbName[] {
  if (!edit_right) return []
  const offered = operator?.accepted === false
  const last: readonly VerbName[] = reset_right ? ['reset'] : []
  switch (situation) {
    case 'IMPLEMENTED':
      return ['proof', ...last]
    case 'SERVED':
      return ['maker', 'here', ...last]
    case 'PLANNED':
      return offered ? ['accept', 'finish', 'implement', 'discard', ...last] : ['finish', 'implement', 'discard', ...last]
    case 'DISCARDED':
      return offered ? ['accept', 'implement', 'plan', ...last] : ['implement', 'plan', ...last]
    default:
      return offered ? ['accept', 'implement', 'plan', 'discard'] : ['implement', 'plan', 'discard']
  }
}

/** Letters of the verbs that people take all day. */
export const verbLetters: Readonly<Partial<Record<VerbName, string>>> = { accept: 'a', implement: 'i', here: 'i', plan: 'p' }

/**
 * The next row that nobody decided about and the reader may, after this one and then from the top, in the order in which the rows `stood` when it was decided:
 * the decision may have moved it, or taken it off the list. Undefined when there is no other.
 */
export function nextUndecided<R extends Pick<Measure, 'id' | 'edit_right' | 'situation'>>(
  previousRows: readonly R[],
  rows: readonly R[],
  id: number,
): R | undefined {
  const now = new Map(rows.map((row) => [row.id, row]))
  const at = previousRows.findIndex((row) => row.id === id)
  const known = [...previousRows.slice(at + 1), ...previousRows.slice(0, Math.max(0, at))].flatMap((row) => now.get(row.id) ?? [])
  return [...known, ...rows].find((row) => row.edit_right && row.situation === 'TO_HANDLE' && row.id !== id)
}
