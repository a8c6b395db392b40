import type { ComponentType } from 'react'
import type { RowBase } from '#kit/contract/entity.ts'
import type { WorkItem } from '#kit/contract/work-item.ts'

export type Changes = Readonly<Record<string, unknown>>

/** What asks for a need that is not just one field; loaded when it is first asked for. */
export interface PieceProps<R = never> {
  readonly row: R
  /** What it has to send along; null while something is still to be said. */
  readonly onSay: (changes: Changes | null) => void
  /** Whether something is still on its way: confirmed now, it would be left behind. */
  readonly onBusy: (busy: boolean) => void
  /** What the last refusal says of these paths, until `corrected` says that it has been written anew. */
  readonly errorOf: (name: string, ...paths: string[]) => string | undefined
  readonly corrected: (name: string) => void
}

/** What is special about the transitions of one entity. A need is a field, or has a piece of its own. */
export interface TransitionExtras<R> {
  /** Known beforehand to be needed, beside what is declared. */
  readonly needs?: (row: R, to: string) => readonly string[]
  /** What dates need that are moved. */
  readonly dateNeeds?: (row: R, dates: Changes) => readonly string[]
  /** Needs that a refusal tells by its code. */
  readonly codes?: Readonly<Record<string, string>>
  /** Needs that a refusal tells by a wrong field, where the declaration does not name it. */
  readonly fields?: Readonly<Record<string, string>>
  readonly pieces?: Readonly<Record<string, ComponentType<PieceProps<R>>>>
}

/** Why the last try was refused: in general, and what is wrong with which field, by its path. */
export interface TransitionRefusal {
  readonly text: string
  readonly fields: Readonly<Record<string, readonly string[]>>
}

export interface TransitionQuestion {
  /** The same as long as one change is talked about: what was said stays to be corrected. */
  readonly id: number
  readonly work: WorkItem
  readonly extras: TransitionExtras<never>
  readonly row: RowBase
  /** The status asked for; null when only dates move. */
  readonly to: string | null
  readonly needs: readonly string[]
  /** What is to change in any case. */
  readonly wanted: Changes
  readonly refusal?: TransitionRefusal | undefined
}

export interface PendingTransition extends TransitionQuestion {
  /** What was said is on its way. */
  readonly busy: boolean
  readonly answer: (changes: Changes | null) => void
}

let pending: PendingTransition | null = null
const listeners = new Set<() => void>()
const show = (next: PendingTransition | null) => {
  pending = next
  for (const listener of listeners) listener()
}

/** What is being asked, for the dialog alone. */
export const transitionStore = {
  get: () => pending,
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

/** Asks, and leaves the dialog open until `transitionDone`: what is refused is corrected in it. */
export function askTransition(question: TransitionQuestion): Promise<Changes | null> {
  if (pending && pending.id !== question.id) pending.answer(null)
  return new Promise((resolve) => {
    const answer = (changes: Changes | null) => {
      if (pending?.id === question.id && !pending.busy) show(changes ? { ...question, busy: true, answer } : null)
      resolve(changes)
    }
    show({ ...question, busy: false, answer })
  })
}

export const transitionDone = (id: number) => {
  if (pending?.id === id) show(null)
}
