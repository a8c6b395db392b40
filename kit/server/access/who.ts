import type { Language } from '#kit/contract/catalogue.ts'
import { usualOrder, type DateOrder } from '#kit/contract/date-order.ts'
import type { AdminType, Role } from '#kit/contract/right.ts'

/** What must be done before anything else may be: verify strong authentication, change an expired password, accept the terms. */
export const duties = ['MFA', 'PASSWORD', 'TERMS'] as const
export type Duty = (typeof duties)[number]

export interface SessionFacts {
  /** `KEY`: no person, but a program that comes with a key of its own. */
  readonly method: 'PASSWORD' | 'PASSKEY' | 'SAML' | 'OIDC' | 'CODE' | 'KEY'
  /** Vouched for by the identity provider of this one customer: good for nothing outside it, the account itself included. */
  readonly tied: boolean
  /** A pilot may choose to see and do what a contributor does (SHL-11); `roles` and `rights` are then a contributor's already. */
  readonly mode: 'NORMAL' | 'CONTRIBUTOR'
  readonly pending: readonly Duty[]
  /** The organisation waits for its deletion, and this is one of its global pilots, who may take what it has and nothing else. */
  readonly leaving?: true
  /** A user of the whole instance, who acts in each of its customers (GEN-17). */
  readonly instanceUser: boolean
  /** Rights of the roles held that the organisation's subscription leaves out (NAV-42). */
  readonly withheld: ReadonlySet<string>
  /** The name of who acts as somebody else (ACC-44). */
  readonly impersonator: string | null
  /** When it began. */
  readonly since: Date | null
  /** From where this request came; null where nobody knows. */
  readonly address: string | null
}

/** Who acts, in which customer, and how far they reach; loaded by one statement per request. */
export interface Who {
  readonly customerId: number
  /** The member row that authorship and assignment point to; null only for the system itself. */
  readonly memberId: number | null
  readonly roles: readonly Role[]
  /** Every right that the roles hold. */
  readonly rights: ReadonlySet<string>
  readonly groupIds: readonly number[]
  /** Perimeters a local role reaches, already expanded to descendants and to the local grouping. */
  readonly perimeterIds: readonly number[]
  readonly tagIds: readonly number[]
  readonly adminType: AdminType | null
  readonly accountId: number | null
  readonly impersonatorId: number | null
  /** Of somebody from outside: ids of the only objects that they are asked about (docs/decisions/0073); null for everybody else. */
  readonly outside: ReadonlySet<number> | null
  readonly lang: Language
  /** How days are written to them, in texts and sheets that the server makes. */
  readonly dateOrder: DateOrder
  /** IANA name; days begin and end by it. */
  readonly timeZone: string
  readonly requestId: string
  /** How the session was opened and what it is good for; null for jobs and the system. */
  readonly session: SessionFacts | null
  /** `web`, or the name of the job that acts. */
  readonly source: string
}

/** The system itself, in one customer, under the name of a job: holds every right and reaches every row. */
export function systemWho(customerId: number, source: string, requestId: string, lang: Language = 'en', timeZone = 'UTC'): Who {
  return {
    customerId,
    memberId: null,
    roles: ['global_pilote'],
    rights: everyRight,
    groupIds: [],
    perimeterIds: [],
    tagIds: [],
    adminType: null,
    accountId: null,
    impersonatorId: null,
    outside: null,
    lang,
    dateOrder: usualOrder[lang],
    timeZone,
    requestId,
    session: null,
    source,
  }
}

/** A set that holds whatever it is asked for. */
const everyRight: ReadonlySet<string> = new (class extends Set<string> {
  override has() {
    return true
  }
})()
