/** What is held of a ticket on both sides, each in its own values: states, people and priorities differ, days and titles are the same. */
export const syncedFields = ['state', 'title', 'due', 'assignee', 'priority'] as const
export type SyncedField = (typeof syncedFields)[number]
export type Value = string | null
export type Values = Readonly<Record<SyncedField, Value>>

/** What both sides held when they last agreed, or when what one of them holds was noted without telling the other. */
export type Base = Readonly<Record<SyncedField, { readonly here: Value; readonly there: Value }>>

/** What no side holds: in place of what a side had, it says that its value is to be told whatever else holds, since a person decided so or nobody has heard of it yet. */
export const unsaid = '?'

/** Where changes of a field go. What goes one way is still looked at both ways, so that nothing is overwritten that somebody has changed. */
export type Way = 'both' | 'out' | 'in' | 'none'

/** What a value of one side is on the other; undefined where it has no partner, and nothing is sent. */
export interface Mapping {
  readonly out: (value: Value) => Value | undefined
  readonly in: (value: Value) => Value | undefined
  readonly way: Way
  /** What the other side tells once that was written to it: a state that is closed without result is told as closed. */
  readonly told?: (written: Value) => Value
}
export type Table = Readonly<Record<SyncedField, Mapping>>

export interface Conflict {
  readonly field: SyncedField
  readonly here: Value
  readonly there: Value
}

export interface Reconciled {
  readonly writeHere: Readonly<Partial<Values>>
  readonly writeThere: Readonly<Partial<Values>>
  /** What stands still until a person decides. */
  readonly conflicts: readonly Conflict[]
  /** Open before, and the same on both sides by now. */
  readonly settled: readonly SyncedField[]
  /** What is agreed once both have been written; a field that stands still keeps what it had. */
  readonly base: Base
}

/**
 * Compares what both sides hold with what they last agreed on, field by field, and says what each is to be told. What was written becomes the base, so that it comes back as no change. A field
 * that both have changed to different things, or that `waiting` names, stands still on both sides, and the others go on.
 */
export function reconcile(base: Base, here: Values, there: Values, table: Table, waiting: ReadonlySet<SyncedField> = new Set()): Reconciled {
  const writeHere: Partial<Record<SyncedField, Value>> = {}
  const writeThere: Partial<Record<SyncedField, Value>> = {}
  const conflicts: Conflict[] = []
  const settled: SyncedField[] = []
  const next: Partial<Record<SyncedField, { here: Value; there: Value }>> = {}
  for (const field of syncedFields) {
    const one = reconcileField(base[field], here[field], there[field], table[field], waiting.has(field))
    if (one.here !== undefined) writeHere[field] = one.here
    if (one.there !== undefined) writeThere[field] = one.there
    if (one.conflict) conflicts.push({ field, here: here[field], there: there[field] })
    if (one.settled) settled.push(field)
    next[field] = one.base
  }
  return { writeHere, writeThere, conflicts, settled, base: { ...base, ...next } }
}

interface Outcome {
  readonly here?: Value
  readonly there?: Value
  readonly conflict?: true
  readonly settled?: true
  readonly base: { readonly here: Value; readonly there: Value }
}

function reconcileField(base: { here: Value; there: Value }, here: Value, there: Value, mapping: Mapping, waits: boolean): Outcome {
  const now = { here, there }
  if (mapping.way === 'none') return waits ? { settled: true, base: now } : { base: now }
  const [out, back] = [mapping.out(here), mapping.in(there)]
  const told = out === undefined ? undefined : toldOf(mapping, out)
  const same = told === there || back === here
  if (waits) return same ? { settled: true, base: now } : { conflict: true, base }
  const [changedHere, changedThere] = [here !== base.here, there !== base.there]
  if (!changedHere && !changedThere) return { base }
  if (changedHere && changedThere) {
    // A side that has no partner for what the other holds has nothing to be told, and nothing is lost of it.
    if (same || (out === undefined && back === undefined)) return { base: now }
    return { conflict: true, base }
  }
  if (changedHere) return out === undefined || same || mapping.way === 'in' ? { base: now } : { there: out, base: { here, there: toldOf(mapping, out) } }
  return back === undefined || same || (mapping.way === 'out' && base.there !== unsaid) ? { base: now } : { here: back, base: { here: back, there } }
}

const toldOf = ({ told }: Mapping, written: Value) => (told ? told(written) : written)

/** What follows from a person's choice in a conflict: that side's value is written to the other one, where it has a partner there, and both agree from then on. */
export function decided(conflict: Conflict, side: 'here' | 'there', mapping: Mapping): Omit<Outcome, 'conflict'> {
  const { here, there } = conflict
  if (side === 'here') {
    const out = mapping.out(here)
    if (out === undefined || toldOf(mapping, out) === there) return { settled: true, base: { here, there } }
    return { there: out, settled: true, base: { here, there: toldOf(mapping, out) } }
  }
  const back = mapping.in(there)
  return back === undefined || back === here ? { settled: true, base: { here, there } } : { here: back, settled: true, base: { here: back, there } }
}

/** Comments that one side has and the other was not told: by the numbers of those that were told, and the marks that ours carry. */
export function untold<H extends { readonly id: string }, T extends { readonly id: string; readonly mark: string | null }>(
  here: readonly H[],
  there: readonly T[],
  told: { readonly here: ReadonlySet<string>; readonly there: ReadonlySet<string> },
): { readonly send: readonly H[]; readonly take: readonly T[]; readonly found: readonly { readonly here: string; readonly there: string }[] } {
  const byMark = new Map(there.flatMap((comment) => (comment.mark === null ? [] : [[comment.mark, comment.id] as const])))
  // Sent, and cut off before it was noted: it is there by its mark.
  const found = here.flatMap(({ id }) => {
    const other = byMark.get(id)
    return other !== undefined && !told.here.has(id) ? [{ here: id, there: other }] : []
  })
  return {
    send: here.filter(({ id }) => !told.here.has(id) && !byMark.has(id)),
    take: there.filter(({ id, mark }) => mark === null && !told.there.has(id)),
    found,
  }
}
