import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/** Keeps secrets of people at rest, under keys derived from the installation's own; each `purpose` has a key of its own. */
export class Secrets {
  #root: Buffer
  #keys = new Map<string, Buffer>()

  /** `root`: the installation's secret, 32 bytes. */
  constructor(root: Buffer) {
    this.#root = root
  }

  /** Encrypts a text (AES-256-GCM); only `open` with the same purpose reads it. */
  seal(purpose: string, text: string): string {
    const nonce = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', this.#key(purpose), nonce)
    const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')
  }

  /** What was sealed; throws when it was sealed with another key or for another purpose, or has been changed. */
  open(purpose: string, sealed: string): string {
    const bytes = Buffer.from(sealed, 'base64url')
    const decipher = createDecipheriv('aes-256-gcm', this.#key(purpose), bytes.subarray(0, 12))
    decipher.setAuthTag(bytes.subarray(12, 28))
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
  }

  /** A keyed digest (HMAC-SHA256, 32 bytes): the same for the same text, told by nothing but the key. */
  hmac(purpose: string, text: string): Buffer {
    return createHmac('sha256', this.#key(purpose)).update(text).digest()
  }

  #key(purpose: string): Buffer {
    const known = this.#keys.get(purpose)
    if (known) return known
    const key = Buffer.from(hkdfSync('sha256', this.#root, '', `vigie:${purpose}`, 32))
    this.#keys.set(purpose, key)
    return key
  }
}
