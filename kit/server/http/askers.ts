import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Who } from '#kit/server/access/who.ts'
import type { DatabaseAccess } from '#kit/server/data/database/database.ts'
import { admit, suspended, unauthenticated, type SessionNeeds } from './admit.ts'
import { Gathering } from './gathering.ts'
import type { SessionReader } from './session-reader.ts'

/** Who asks. */
export interface Asked {
  readonly who: Who
  /** How far the organisation's log had come, read after they had asked: what follows from what is audited is as it was while this is. */
  readonly seq: number
}

interface Ports {
  readonly db: DatabaseAccess
  readonly sessions: SessionReader
}

type Looked = Omit<Asked, 'who'> & { readonly who: Who | null | 'SUSPENDED' }

/** Looks up who asks, of all who ask in a customer at the same time together: what is answered from memory costs the database little, and is nobody's by what was known of them before. */
export class Askers {
  #ports: Ports
  #asking = new Map<number, Gathering<FastifyRequest, Looked>>()

  constructor(ports: Ports) {
    this.#ports = ports
  }

  /** Throws what a session that does not hold, or may not do this, is told. */
  async asked(request: FastifyRequest, needs: SessionNeeds): Promise<Asked> {
    const customerId = this.#ports.sessions.customerOf(request)
    if (customerId === null) throw unauthenticated()
    const { who, seq } = await this.#askingIn(customerId).ask(request)
    if (!who) throw unauthenticated()
    if (who === 'SUSPENDED') throw suspended()
    admit(request, who, needs)
    return { who, seq }
  }

  #askingIn(customerId: number): Gathering<FastifyRequest, Looked> {
    const known = this.#asking.get(customerId)
    if (known) return known
    const { db, sessions } = this.#ports
    const look = (requests: readonly FastifyRequest[]) =>
      db.transaction(customerId, async (tx) => {
        const [found, head] = await Promise.all([
          sessions.readAll?.(tx, requests) ?? Promise.all(requests.map((request) => sessions.read(tx, request))),
          tx.first(sql<{ seq: number }>`select seq from audit_head where customer_id = ${customerId}`),
        ])
        return found.map((who) => ({ who, seq: head?.seq ?? 0 }))
      })
    const made = new Gathering(look, () => void this.#asking.delete(customerId))
    this.#asking.set(customerId, made)
    return made
  }
}
