import { createHash, randomInt } from 'node:crypto'
import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { z } from 'zod'
import type { Api } from '#kit/server/http/api.ts'

/** Some hundred derivations of this cost: about half a second of a browser's time. */
const cost = 2000
/** No puzzle takes fewer. */
export const least = 200
const most = 600
const minutes = 10

const short = z.string().max(500)
const payload = z.object({
  challenge: z.object({
    parameters: z.object({
      algorithm: short,
      nonce: short,
      salt: short,
      cost: z.literal(cost),
      keyLength: z.int(),
      keyPrefix: short,
      keySignature: short,
      expiresAt: z.number(),
    }),
    signature: short,
  }),
  solution: z.object({ counter: z.int(), derivedKey: short }),
})

const keysOf = ({ secrets }: Api['ports']) => ({
  hmacSignatureSecret: secrets.hmac('captcha', 'challenge').toString('hex'),
  hmacKeySignatureSecret: secrets.hmac('captcha', 'key').toString('hex'),
})

/** A new puzzle, good for ten minutes. */
export const newCaptcha = (api: Api) =>
  createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost,
    counter: randomInt(least, most),
    deriveKey,
    ...keysOf(api.ports),
    expiresAt: new Date(api.ports.now().getTime() + minutes * 60_000),
  })

/** Whether a token is the solution of one of our puzzles, in time, and was not used before; it is used up by being asked for. */
export async function spendCaptcha(api: Api, token: string): Promise<boolean> {
  const now = api.ports.now()
  const parsed = payload.safeParse(decoded(token))
  if (!parsed.success) return false
  const { challenge, solution } = parsed.data
  const expires = new Date(challenge.parameters.expiresAt * 1000)
  if (expires <= now) return false
  const { verified } = await verifySolution({ challenge, solution, deriveKey, ...keysOf(api.ports) })
  if (!verified) return false
  const [row] = await api.ports.db.alone<{ spent: boolean }>('select spend_captcha($1, $2, $3) as spent', [
    createHash('sha256').update(challenge.signature).digest(),
    expires,
    now,
  ])
  return row?.spent ?? false
}

function decoded(token: string): unknown {
  try {
    return JSON.parse(Buffer.from(token, 'base64').toString('utf8'))
  } catch {
    return null
  }
}
