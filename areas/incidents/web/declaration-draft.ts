import type { declareIncident } from '#areas/incidents/contract/incident-calls.ts'
import type { BodyOf } from '#kit/contract/call.ts'
import type { FileReference, Reference } from '#kit/contract/field.ts'
import { newKey } from '#kit/web/api/intentions.ts'

export type Moment = 'NOW' | 'MORNING' | 'YESTERDAY' | 'OTHER'

export interface Draft {
  readonly what: string
  readonly perimeter: Reference | null
  readonly moment: Moment
  /** `YYYY-MM-DDTHH:MM`, where the moment is another. */
  readonly other: string
  readonly severity: number | null
  readonly ongoing: boolean
  readonly personal: boolean
  readonly confidential: boolean
  /** Gone up already; what they show is not kept on the device. */
  readonly files: readonly FileReference[]
}

/** What becomes other, or how it follows from what stands there by then. */
export type Change = Partial<Draft> | ((before: Draft) => Partial<Draft>)

/** What waits for a connection: under one key, however often it is sent, so that the server knows it again. */
export interface Waiting {
  readonly key: string
  readonly body: BodyOf<typeof declareIncident>
}

export interface Kept {
  readonly draft?: Draft | undefined
  readonly waiting?: Waiting | undefined
}

export const emptyDraft: Draft = {
  what: '',
  perimeter: null,
  moment: 'NOW',
  other: '',
  severity: null,
  ongoing: true,
  personal: false,
  confidential: false,
  files: [],
}

/** On this device, for this person in this organisation alone. */
const storageKey = (context: string) => `vigie.declaration.${context}`

export function readKept(context: string): Kept {
  try {
    const stored = JSON.parse(localStorage.getItem(storageKey(context)) ?? '{}') as Kept
    // One that was kept before may not have all of it.
    return stored.draft ? { ...stored, draft: { ...emptyDraft, ...stored.draft } } : stored
  } catch {
    return {}
  }
}

/** Answers whether it could be kept: a device may be full, or keep nothing. */
export function keep(context: string, state: Kept): boolean {
  try {
    if (state.draft || state.waiting) localStorage.setItem(storageKey(context), JSON.stringify(state))
    else localStorage.removeItem(storageKey(context))
    return true
  } catch {
    return false
  }
}

export const waitingFor = (body: Waiting['body']): Waiting => ({ key: newKey(), body })
