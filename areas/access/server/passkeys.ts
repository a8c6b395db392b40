import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Api, ApiPorts } from '#kit/server/http/api.ts'
import type { assertionSchema, registrationSchema } from '#areas/access/contract/passkey.ts'

/** Read when the first key is made or used: it is the largest of all packages (docs/decisions/0034). */
const library = () => import('@simplewebauthn/server')
type Library = Awaited<ReturnType<typeof library>>

type Assertion = z.output<typeof assertionSchema>
type Registration = z.output<typeof registrationSchema>
type Purpose = 'REGISTER' | 'SIGN_IN'

/** For which site keys are made, and from which pages they are used. Where no public URL is set, the machine's own name on the port that was asked. */
function party({ publicUrl }: ApiPorts, request: FastifyRequest): { id: string; origins: string[] } {
  const url = new URL(publicUrl)
  const here = url.hostname === 'localhost' && request.hostname === 'localhost' ? [`${request.protocol}://${request.host}`] : []
  return { id: url.hostname, origins: [url.origin, ...here] }
}

const hashOf = (challenge: string) => createHash('sha256').update(challenge).digest()

const keep = (api: Api, challenge: string, purpose: Purpose, accountId: number | null) =>
  api.ports.db.alone('select keep_passkey_challenge($1, $2, $3, $4)', [hashOf(challenge), purpose, accountId, api.ports.now()])

/** The challenge that an answer repeats, if it was given for this, in time, and has not been answered before. */
async function takeChallenge(api: Api, clientData: string, purpose: Purpose, accountId: number | null): Promise<string | null> {
  const challenge = challengeIn(clientData)
  if (challenge === null) return null
  const [row] = await api.ports.db.alone<{ taken: boolean }>('select take_passkey_challenge($1, $2, $3, $4) as taken', [
    hashOf(challenge),
    purpose,
    accountId,
    api.ports.now(),
  ])
  return row?.taken ? challenge : null
}

function challengeIn(clientData: string): string | null {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(clientData, 'base64url').toString('utf8'))
    return typeof parsed === 'object' && parsed !== null && 'challenge' in parsed && typeof parsed.challenge === 'string' ? parsed.challenge : null
  } catch {
    return null
  }
}

/** What a browser needs to make a key; `known` are the ids of those the account has. */
export async function registrationOptions(api: Api, request: FastifyRequest, account: { id: number; email: string; name: string }, known: readonly string[]) {
  const { generateRegistrationOptions } = await library()
  const options = await generateRegistrationOptions({
    rpName: 'Vigie',
    rpID: party(api.ports, request).id,
    userName: account.email,
    userDisplayName: account.name,
    userID: new Uint8Array(api.ports.secrets.hmac('passkey-user', String(account.id))),
    attestationType: 'none',
    excludeCredentials: known.map((id) => ({ id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  await keep(api, options.challenge, 'REGISTER', account.id)
  return options
}

/** The new key of a right answer; null for any other. */
export async function verifiedRegistration(api: Api, request: FastifyRequest, accountId: number, response: Registration) {
  const challenge = await takeChallenge(api, response.response.clientDataJSON, 'REGISTER', accountId)
  if (challenge === null) return null
  const { id, origins } = party(api.ports, request)
  const { verifyRegistrationResponse } = await library()
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: response as Parameters<Library['verifyRegistrationResponse']>[0]['response'],
      expectedChallenge: challenge,
      expectedOrigin: origins,
      expectedRPID: id,
      requireUserVerification: true,
    })
    return verified && registrationInfo ? registrationInfo.credential : null
  } catch {
    // The library throws for whatever is wrong with an answer; which, is nobody's business.
    return null
  }
}

/** What a browser needs to sign in; names no key. */
export async function signInOptions(api: Api, request: FastifyRequest) {
  const { generateAuthenticationOptions } = await library()
  const options = await generateAuthenticationOptions({ rpID: party(api.ports, request).id, userVerification: 'required' })
  await keep(api, options.challenge, 'SIGN_IN', null)
  return options
}

/** Whose key answered, and where they sign in. */
export interface KeyHolder {
  readonly account_id: number
  readonly disabled: boolean
  readonly customer_id: number | null
  readonly member_id: number | null
}

/** The holder of the key that rightly answered a sign-in; null for any other answer. */
export async function verifiedHolder(api: Api, request: FastifyRequest, assertion: Assertion): Promise<KeyHolder | null> {
  const { db } = api.ports
  const now = api.ports.now()
  const challenge = await takeChallenge(api, assertion.response.clientDataJSON, 'SIGN_IN', null)
  const [key] = await db.alone<KeyHolder & { id: number; public_key: Buffer; counter: number }>('select * from passkey_lookup($1, $2)', [assertion.id, now])
  if (challenge === null || !key) return null
  const { id, origins } = party(api.ports, request)
  const { verifyAuthenticationResponse } = await library()
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: assertion as Parameters<Library['verifyAuthenticationResponse']>[0]['response'],
      expectedChallenge: challenge,
      expectedOrigin: origins,
      expectedRPID: id,
      requireUserVerification: true,
      credential: { id: assertion.id, publicKey: new Uint8Array(key.public_key), counter: key.counter },
    })
    if (!verified) return null
    const [noted] = await db.alone<{ done: boolean }>('select use_passkey($1, $2, $3, $4) as done', [key.id, key.counter, authenticationInfo.newCounter, now])
    return noted?.done ? key : null
  } catch {
    return null
  }
}
