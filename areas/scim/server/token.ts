import { createHash, randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

/** `scim_<organisation>_<256 random bits>`: its organisation only says where the rest is looked up. */
const form = /^bearer\s+(scim_([1-9]\d{0,14})_[A-Za-z0-9_-]{43})$/i
/** How much of a token is shown later. */
const shown = 4

export interface NewToken {
  readonly token: string
  readonly prefix: string
  readonly hash: Buffer
}

const hashOf = (token: string) => createHash('sha256').update(token).digest()

export function newToken(customerId: number): NewToken {
  const random = randomBytes(32).toString('base64url')
  const token = `scim_${customerId}_${random}`
  return { token, prefix: token.slice(0, token.length - random.length + shown), hash: hashOf(token) }
}

/** The token that a request comes with, as it is looked up; null where it comes with none that could be one. */
export function tokenOf({ headers }: Pick<FastifyRequest, 'headers'>): { readonly customerId: number; readonly hash: Buffer } | null {
  const [, token, customer] = form.exec(headers.authorization ?? '') ?? []
  return token !== undefined && customer !== undefined ? { customerId: Number(customer), hash: hashOf(token) } : null
}
