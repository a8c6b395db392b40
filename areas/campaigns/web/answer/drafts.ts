import type { StoredAnswer } from '#areas/campaigns/contract/answer-calls.ts'
import type { AnswerValues } from './source.ts'

/** How far what was typed has come. */
export type DraftState = 'waiting' | 'saving' | 'kept' | 'failed' | 'blocked' | 'conflict'

/** An answer that the server does not have yet. */
export interface Draft {
  readonly said: AnswerValues
  /** The answer that it was written over; 0: there was none. */
  readonly version: number
  readonly state: DraftState
  /** Why it is not saved, in the reader's language. */
  readonly why?: string | undefined
  /** What stands there instead. */
  readonly theirs?: StoredAnswer | undefined
}
export type Drafts = ReadonlyMap<number, Draft>

const place = (key: string) => `vigie.evaluation.${key}`

/** What this device keeps of an evaluation, also over a reload; nothing where it keeps nothing. */
export function keptDrafts(key: string): Drafts {
  try {
    const stored = JSON.parse(localStorage.getItem(place(key)) ?? '[]') as [number, Pick<Draft, 'said' | 'version'>][]
    return new Map(stored.map(([item, { said, version }]) => [item, { said, version, state: 'kept' as const }]))
  } catch {
    return new Map()
  }
}

/** Keeps what is not saved yet; of `own` alone, since another tab may keep others. A full device keeps what it can: what is typed stays on the page. */
export function keepDrafts(key: string, drafts: Drafts, own: ReadonlySet<number>): void {
  try {
    const all = new Map([...keptDrafts(key)].filter(([item]) => !own.has(item)))
    for (const [item, draft] of drafts) all.set(item, draft)
    if (all.size === 0) localStorage.removeItem(place(key))
    else localStorage.setItem(place(key), JSON.stringify([...all].map(([item, { said, version }]) => [item, { said, version }])))
  } catch {
    // Nothing is lost while the page stands.
  }
}
