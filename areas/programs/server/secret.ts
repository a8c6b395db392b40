import { createHash, randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { keyHeader } from '#areas/programs/contract/calls.ts'

/** `vg_live_<organisation>_<256 random bits>`: its organisation only says where the rest is looked up. */
const form = /^vg_live_([1-9]\d{0,14})_([A-Za-z0-9_-]{43})$/
/** How much of a secret is shown later. */
const shown = 4

export interface NewSecret {
  readonly secret: string
  readonly prefix: string
  readonly hash: Buffer
}

export function newSecret(customerId: number): NewSecret {
  const random = randomBytes(32).toString('base64url')
  const secret = `vg_live_${customerId}_${random}`
  return { secret, prefix: secret.slice(0, secret.length - random.length + shown), hash: hashOf(secret) }
}

export const hashOf = (secret: string) => createHash('sha256').update(secret).digest()

export interface GivenSecret {
  readonly customerId: number
  readonly hash: Buffer
}

const given = new WeakMap<FastifyRequest['headers'], GivenSecret | null>()

/** The secret that a request comes with, as it is looked up; null where it comes with none that could be one. */
export function secretOf({ headers }: Pick<FastifyRequest, 'headers'>): GivenSecret | null {
  const known = given.get(headers)
  if (known !== undefined) return known
  const [, bearer] = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? []
  const sent = headers[keyHeader] ?? bearer
  const [secret, customer] = (typeof sent === 'string' && form.exec(sent)) || []
  const read = secret !== undefined && customer !== undefined ? { customerId: Number(customer), hash: hashOf(secret) } : null
  given.set(headers, read)
  return read
}
