import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/** Keeps secrets of people at rest, under keys derived from the installation's own; each `purpose` has a key of its own. */
export class Secrets {
  #roots: readonly Buffer[]
  #keys = new Map<string, readonly Buffer[]>()

  /** `root`: the installation's secret, 32 bytes; `former` ones still open what was sealed with them, and seal nothing. */
  constructor(root: Buffer, former: readonly Buffer[] = []) {
    this.#roots = [root, ...former]
  }

  /** Encrypts a text (AES-256-GCM); only `open` with the same purpose reads it. */
  seal(purpose: string, text: string): string {
    const nonce = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', this.#key(purpose), nonce)
    const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')
  }

  /** What was sealed; throws when it was sealed with an unknown key or for another purpose, or has been changed. */
  open(purpose: string, sealed: string): string {
    const bytes = Buffer.from(sealed, 'base64url')
    let refusal: unknown
    for (const key of this.#keysOf(purpose)) {
      try {
        return opened(key, bytes)
      } catch (error) {
        refusal = error
      }
    }
    throw refusal
  }

  /** The same secret sealed with the newest key, or null when it is already. */
  reseal(purpose: string, sealed: string): string | null {
    try {
      opened(this.#key(purpose), Buffer.from(sealed, 'base64url'))
      return null
    } catch {
      return this.seal(purpose, this.open(purpose, sealed))
    }
  }

  /** A keyed digest (HMAC-SHA256, 32 bytes): the same for the same text, told by nothing but the key. */
  hmac(purpose: string, text: string): Buffer {
    return digest(this.#key(purpose), text)
  }

  /** The digests of a text under the newest and all former keys, for finding what was kept under any of them. */
  hmacs(purpose: string, text: string): Buffer[] {
    return this.#keysOf(purpose).map((key) => digest(key, text))
  }

  #key(purpose: string): Buffer {
    return this.#keysOf(purpose)[0] as Buffer
  }

  #keysOf(purpose: string): readonly Buffer[] {
    const known = this.#keys.get(purpose)
    if (known) return known
    const keys = this.#roots.map((root) => Buffer.from(hkdfSync('sha256', root, '', `vigie:${purpose}`, 32)))
    this.#keys.set(purpose, keys)
    return keys
  }
}

const digest = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest()

function opened(key: Buffer, bytes: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12), { authTagLength: 16 })
  decipher.setAuthTag(bytes.subarray(12, 28))
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
}
