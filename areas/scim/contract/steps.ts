import type { Role } from '#kit/contract/right.ts'

/** What becomes of somebody, or of a group, by something that was told. */
export const stepKinds = [
  'CAME',
  'LINKED',
  'WAITS_ROLE',
  'WAITS_ADDRESS',
  'WAITS_OUTSIDE',
  'WAITS_OTHER',
  'ROLES',
  'CLOSED',
  'ARCHIVED',
  'RETURNED',
  'RENAMED',
  'ADDRESS_KEPT',
  'HAND_KEPT',
  'KEPT',
  'GROUP_CAME',
  'GROUP_NAMED',
  'GROUP_GONE',
  'ADDED',
  'REMOVED',
  'REFUSED',
] as const
export type StepKind = (typeof stepKinds)[number]

/** One of them, with what a sentence about it names. */
export interface Step {
  readonly kind: StepKind
  readonly name?: string
  readonly roles?: readonly Role[]
  readonly places?: readonly string[]
  readonly email?: string
  readonly member?: number
  readonly group?: string
  readonly count?: number
  /** Why, of what was refused. */
  readonly detail?: string
}

/** How many of an entry's steps are kept; it counts the others. */
export const stepsKept = 20
