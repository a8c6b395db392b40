import { forbidden } from '#kit/contract/errors.ts'
import type { Right } from '#kit/contract/right.ts'
import type { Who } from './who.ts'

declare const sealed: unique symbol

/** Proof that a right was checked for the one who acts; the store and the list engine take nothing else. */
export interface Grant {
  readonly who: Who
  readonly right: Right | 'session'
  readonly [sealed]: true
}

/** The only maker of a Grant; throws FORBIDDEN when the right is not held. */
export function authorize(who: Who, right: Right | 'session'): Grant {
  if (right !== 'session' && !who.rights.has(right)) throw forbidden(who.session?.withheld.has(right) ? 'kit.errors.not_subscribed' : undefined)
  return { who, right } as Grant
}

/** Whether the right is held, for showing and hiding; never instead of `authorize`. */
export const can = (who: Who, right: Right | null) => right !== null && who.rights.has(right)
