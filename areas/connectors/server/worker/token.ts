import { createHash, randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

/** `worker_<organisation>_<256 random bits>`: its organisation only says where the rest is looked up. */
const form = /^bearer\s+(worker_([1-9]\d{0,14})_[A-Za-z0-9_-]{43})$/i

const hashOf = (token: string) => createHash('sha256').update(token).digest()

export function newToken(customerId: number): { readonly token: string; readonly hash: Buffer } {
  const token = `worker_${customerId}_${randomBytes(32).toString('base64url')}`
  return { token, hash: hashOf(token) }
}

export interface GivenToken {
  readonly customerId: number
  readonly hash: Buffer
  readonly token: string
}

/** The token that a request comes with, as it is looked up; null where it comes with none that could be one. */
export function tokenOf({ headers }: Pick<FastifyRequest, 'headers'>): GivenToken | null {
  const [, token, customer] = form.exec(headers.authorization ?? '') ?? []
  return token !== undefined && customer !== undefined ? { customerId: Number(customer), hash: hashOf(token), token } : null
}
