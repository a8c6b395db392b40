import { useSyncExternalStore } from 'react'
import type { Language } from '#kit/contract/catalogue.ts'
import type { AdminType, Right, Role } from '#kit/contract/right.ts'

export interface Customer {
  readonly id: number
  readonly name: string
  readonly color: string | null
}

/** Who is signed in and what they may do, as `/auth/check` answers it. */
export interface SessionUser {
  readonly email: string
  readonly name: string
  readonly initials: string
  readonly lang: Language
  /** The organisation in whose data the person works; null on the provider's own pages. */
  readonly customer: Customer | null
  /** At most twelve of the organisations the person may switch to (SHL-09). */
  readonly customers: readonly Customer[]
  readonly instance: { readonly id: number; readonly name: string }
  readonly roles: readonly Role[]
  readonly role: Role | null
  readonly admin_type: AdminType | null
  readonly member_id: number | null
  readonly rights: readonly Right[]
  readonly properties: Readonly<Record<string, unknown>>
  readonly features: readonly string[]
  readonly flags: Readonly<Record<string, boolean>>
  readonly demo: boolean
}

let user: SessionUser | null = null
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** The session of this page; the server decides, this only remembers its last answer. */
export const session = {
  get: (): SessionUser | null => user,
  set(next: SessionUser | null): void {
    user = next
    for (const listener of listeners) listener()
  },
  subscribe,
}

/** Who is signed in, or null. */
export const useOptionalSession = (): SessionUser | null => useSyncExternalStore(subscribe, session.get)

/** Who is signed in; only for pages behind the guard. */
export function useSession(): SessionUser {
  const current = useOptionalSession()
  if (!current) throw new Error('A page behind the guard was shown without a session')
  return current
}

/** Whether the person holds the right, or any of several; for menus and buttons, never instead of the server's own check. */
export function holds(who: SessionUser | null, right: Right | readonly Right[] | undefined): boolean {
  if (!who) return false
  if (right === undefined) return true
  return typeof right === 'string' ? who.rights.includes(right) : right.some((one) => who.rights.includes(one))
}

/** `holds` for the person signed in. */
export const useRight = (right: Right | readonly Right[] | undefined): boolean => holds(useOptionalSession(), right)
