/** A passkey as a device would hold it, for tests: ES256, no attestation, answers what the server's options ask. */
import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'

export interface Authenticator {
  /** The answer to registration options. */
  register(options: Record<string, unknown>): object
  /** The answer to sign-in options; `counter` is what the key says it was used, by default one more each time. */
  sign(options: Record<string, unknown>, more?: { counter?: number; origin?: string; verified?: boolean }): object
}

const base64url = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64url')
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest()

/** CBOR of what attestations need: small integers, texts, bytes and maps. */
function cbor(value: unknown): Buffer {
  const head = (major: number, n: number) =>
    n < 24 ? Buffer.from([(major << 5) | n]) : n < 256 ? Buffer.from([(major << 5) | 24, n]) : Buffer.from([(major << 5) | 25, n >> 8, n & 255])
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value])
  const entries = [...(value as Map<unknown, unknown>)]
  return Buffer.concat([head(5, entries.length), ...entries.flatMap(([key, one]) => [cbor(key), cbor(one)])])
}

const present = 1
const verified = 4
const attested = 64

/** Makes a device with a key of its own for one site. */
export function authenticator({ rpId = 'localhost', origin = 'http://localhost' } = {}): Authenticator {
  const { publicKey, privateKey }: { publicKey: KeyObject; privateKey: KeyObject } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(32)
  let used = 0
  const clientData = (type: string, challenge: unknown, from: string) => Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false }))
  const authData = (flags: number, counter: number, rest = Buffer.alloc(0)) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, rest])
  }
  const answer = (response: object) => ({ id: base64url(id), rawId: base64url(id), type: 'public-key', clientExtensionResults: {}, response })

  return {
    register(options) {
      const key = cbor(
        new Map<number, unknown>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Buffer.from(x, 'base64url')],
          [-3, Buffer.from(y, 'base64url')],
        ]),
      )
      const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key])
      const attestation = cbor(
        new Map<string, unknown>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', authData(present | verified | attested, 0, credential)],
        ]),
      )
      return answer({
        clientDataJSON: base64url(clientData('webauthn.create', options.challenge, origin)),
        attestationObject: base64url(attestation),
        transports: ['internal'],
      })
    },
    sign(options, more = {}) {
      used += 1
      const data = authData(present | (more.verified === false ? 0 : verified), more.counter ?? used)
      const client = clientData('webauthn.get', options.challenge, more.origin ?? origin)
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)
      return answer({ clientDataJSON: base64url(client), authenticatorData: base64url(data), signature: base64url(signature), userHandle: null })
    },
  }
}
