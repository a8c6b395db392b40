import { sql } from 'kysely'
import type { Language } from '#kit/contract/catalogue.ts'
import { usualOrder } from '#kit/contract/date-order.ts'
import { AppError } from '#kit/contract/errors.ts'
import type { Role } from '#kit/contract/right.ts'
import { memberReach } from '#kit/server/access/member-reach.ts'
import type { Who } from '#kit/server/access/who.ts'
import { Remembered } from '#kit/server/data/remembered.ts'
import type { Resources } from '#kit/server/data/resources/resource.ts'
import { rowRef } from '#kit/server/data/sql/columns.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { SessionReader, SessionRequest } from '#kit/server/http/session-reader.ts'
import type { Scopes } from '#areas/programs/contract/api-key.ts'
import { rightsOfScopes, type ExposedType, type Lent } from './exposed.ts'
import { makerComesIn, makerPlaces, openHere, placesOf, roleOf, type Answered } from './reach.ts'
import { secretOf } from './secret.ts'

interface Found extends Answered {
  readonly agent_id: number
  readonly scopes: Scopes
  readonly made_at: Date
  readonly time_zone: string
  readonly features: readonly string[]
  readonly lang: Language
}

/** What a key is told that does not let in, whatever is wrong with it. */
export const refusedKey = () => new AppError('UNAUTHENTICATED', 'programs.errors.key')

/**
 * Finds who a request's key stands for: itself, with what its scopes leave of the rights that whoever answers for it holds at this moment, where both of them reach. Read in the transaction
 * of each request, so that a key that is revoked, or whose maker has just lost a role, is so for the very next one on every server.
 */
export class KeyReader implements SessionReader {
  #types: ReadonlyMap<string, ExposedType>
  #resources: Resources
  #now: () => Date
  #lent: Lent
  /** One set for all that come to the same, since texts of statements are kept by it. */
  #rights = new Remembered<ReadonlySet<string>>(500)

  constructor(types: ReadonlyMap<string, ExposedType>, resources: Resources, now: () => Date, lent: Lent = new Map()) {
    this.#lent = lent
    this.#types = types
    this.#resources = resources
    this.#now = now
  }

  customerOf(request: SessionRequest): number | null {
    return secretOf(request)?.customerId ?? null
  }

  async read(tx: Tx, request: SessionRequest): Promise<Who | null> {
    const secret = secretOf(request)
    if (secret?.customerId !== tx.customerId) throw refusedKey()
    const { customerId } = tx
    const now = this.#now()
    const own = memberReach(rowRef('m'), customerId)
    const found = await tx.first(sql<Found>`select k.agent_id, k.everywhere, k.scopes, s.made_at, c.time_zone, c.features, m.lang, w.roles as maker_roles,
        ${own.perimeterIds} as places, ${makerPlaces(customerId)} as maker_places
      from api_key_secret s join api_key k on k.customer_id = s.customer_id and k.id = s.key_id join customer c on c.id = k.customer_id
        join member m on m.customer_id = k.customer_id and m.id = k.agent_id and m.kind = 'KEY'
        join member w on w.customer_id = k.customer_id and w.id = k.maker_id and ${makerComesIn(now)}
      where s.customer_id = ${customerId} and s.hash = ${secret.hash} and (s.until is null or s.until > ${now}) and k.revoked_at is null and k.ends_on >= day_in(${now}, c.time_zone)
        and ${openHere}`)
    if (!found) throw refusedKey()
    const role = roleOf(found)
    if (role === null) throw new AppError('FORBIDDEN', 'programs.errors.suspended', { code: 'KEY_SUSPENDED' })
    return {
      customerId,
      memberId: found.agent_id,
      roles: [role],
      rights: this.#rightsOf(tx, role, found),
      groupIds: [],
      perimeterIds: placesOf(found),
      tagIds: [],
      adminType: null,
      accountId: null,
      impersonatorId: null,
      outside: null,
      lang: found.lang,
      dateOrder: usualOrder[found.lang],
      timeZone: found.time_zone,
      requestId: request.id,
      session: {
        method: 'KEY',
        tied: true,
        mode: 'NORMAL',
        pending: [],
        withheld: new Set(),
        instanceUser: false,
        impersonator: null,
        since: found.made_at,
        address: request.ip ?? null,
      },
      source: 'api',
    }
  }

  /** What both the key's role and its maker's hold, as far as its scopes go. */
  #rightsOf(tx: Tx, role: Role, { scopes, features, maker_roles: makers }: Found): ReadonlySet<string> {
    const name = JSON.stringify([role, scopes, features, makers])
    const known = this.#rights.get(name)
    if (known) return known
    const held = tx.rightsOf([role], features)
    const makersRights = tx.rightsOf(makers, features)
    const scoped = rightsOfScopes(scopes, this.#types, this.#resources, held, this.#lent)
    return this.#rights.keep(name, new Set([...scoped].filter((right) => held.has(right) && makersRights.has(right))))
  }
}
