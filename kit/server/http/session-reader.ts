import type { FastifyRequest } from 'fastify'
import type { Who } from '#kit/server/access/who.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { SessionNeeds } from './admit.ts'

/** As much of a request as says who asks; all that is left of one that could not be read. */
export type SessionRequest = Pick<FastifyRequest, 'headers' | 'id'> & { readonly ip?: string }

/** What of the needs of work in a session is asked while its session is found. */
export type ReadNeeds = Pick<SessionNeeds, 'quiet' | 'whilePending' | 'whileLeaving'>

/** Finds who a request's cookie stands for; null when the session is unknown, over, or of another customer. */
export interface SessionReader {
  /** The customer in which the request's token is looked up; null without a well-formed cookie. */
  customerOf(request: SessionRequest): number | null
  /** Throws what a session of a suspended customer is told, unless what is asked for is open to those who take leave of it. */
  read(tx: Tx, request: SessionRequest, needs?: ReadNeeds): Promise<Who | null>
  /** The same for requests of one customer that are answered together, in their order; nothing is thrown, since each is told its own. */
  readAll?(tx: Tx, requests: readonly SessionRequest[]): Promise<(Who | null | 'SUSPENDED')[]>
  /** The session's token by the hash under which it is kept, in hex; null without a well-formed cookie. */
  hashOf?(request: FastifyRequest): string | null
}
