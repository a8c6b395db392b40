import type { DateOrder } from '#kit/contract/date-order.ts'
import { useSyncExternalStore } from 'react'
import type { Language } from '#kit/contract/catalogue.ts'
import type { Levels } from '#kit/contract/level.ts'
import type { AdminType, Right, Role } from '#kit/contract/right.ts'

export interface Customer {
  readonly id: number
  readonly name: string
  readonly color: string | null
}

/** An add-on under trial (SHL-21). */
export interface TrialOption {
  readonly id: number
  readonly type: 'RISK_ANALYSIS' | 'ISP'
  readonly status: 'ON_TRIAL' | 'EXPIRED' | 'DISMISSED'
  /** Whole days left. */
  readonly count_down: number
  readonly date_start: string
  readonly dismissed: boolean
  readonly send_reminder: boolean
}

/** Who is signed in and what they may do, as `/auth/check` answers it. */
export interface SessionUser {
  /** In which organisation, as whom and in which mode: sent back with every call (`x-vigie-context`). */
  readonly context: string
  readonly email: string
  readonly name: string
  readonly initials: string
  readonly lang: Language
  /** The organisation in whose data the person works; null on the provider's own pages. */
  readonly customer: (Customer & { readonly logo: string | null; readonly options: readonly TrialOption[] }) | null
  /** At most twelve of the organisations the person may switch to (SHL-09). */
  readonly customers: readonly Customer[]
  readonly instance: { readonly id: number; readonly name: string }
  readonly roles: readonly Role[]
  readonly role: Role | null
  readonly admin_type: AdminType | null
  readonly member_id: number | null
  readonly rights: readonly Right[]
  readonly instance_type: 'partner' | 'business' | 'education' | 'catalog'
  readonly method: 'PASSWORD' | 'PASSKEY' | 'SAML' | 'OIDC' | 'CODE'
  readonly saml: boolean
  readonly tied: boolean
  readonly mode: 'NORMAL' | 'CONTRIBUTOR'
  /** Somebody from outside, who finds nothing but what they are asked. */
  readonly outside: boolean
  /** Their organisation waits for its deletion: they find its export, and nothing else. */
  readonly leaving: boolean
  /** What must be done first; until then the server refuses everything else. */
  readonly pending: readonly ('MFA' | 'PASSWORD' | 'TERMS')[]
  /** The name of who acts as this person. */
  readonly impersonator: string | null
  readonly mfa_activated: boolean
  readonly mfa_enabled: boolean
  readonly mfa_mode: 'DISABLED' | 'USER_CHOICE' | 'ENFORCED'
  readonly cgu_accepted: boolean
  readonly password_reminder: { readonly value: number; readonly unit: 'days' | 'hours' } | null
  readonly context_type: 'ASSESSMENT' | 'STUDENT' | null
  readonly read_write: boolean
  readonly only_contributor: boolean
  readonly instance_user: boolean
  readonly theme: 'SYSTEM' | 'LIGHT' | 'DARK'
  readonly time_zone: string
  /** Null: as the language and the browser's region do. */
  readonly date_order: DateOrder | null
  readonly properties: Readonly<Record<string, unknown>>
  readonly features: readonly string[]
  readonly flags: Readonly<Record<string, boolean>>
  /** Of the organisation's default scales. */
  readonly levels: Levels
  /** The dashboard that opens in place of the cockpit; null: the cockpit does. */
  readonly home: number | null
  readonly demo: boolean
}

let user: SessionUser | null = null
let former: SessionUser | null = null
type Listener = (said?: string) => void
const listeners = new Set<Listener>()
const subscribe = (listener: Listener) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** The session of this page; the server decides, this only remembers its last answer. */
export const session = {
  get: (): SessionUser | null => user,
  /** `said`: why it ends, in words of the server's. */
  set(next: SessionUser | null, said?: string): void {
    user = next
    former = next ?? former
    for (const listener of listeners) listener(said)
  },
  /** For what this page stands, also while it is still there after its session has ended. */
  context: (): string | undefined => (user ?? former)?.context,
  /** Notes what a refusal says must be done first (`PENDING_TERMS`), which the session did not know of when it was read. */
  mustFirst(code: string): void {
    const duty = (['MFA', 'PASSWORD', 'TERMS'] as const).find((each) => code === `PENDING_${each}`)
    if (user && duty && !user.pending.includes(duty)) session.set({ ...user, pending: [...user.pending, duty] })
  },
  subscribe,
}

/** Who is signed in, or null. */
export const useOptionalSession = (): SessionUser | null => useSyncExternalStore(subscribe, session.get)

/** Who is signed in; only for pages behind the guard. When the session ends, a page stands as it was until it has been left (SEC-01). */
export function useSession(): SessionUser {
  const current = useOptionalSession() ?? former
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
