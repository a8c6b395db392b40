import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

/** The key that a worker signs with, derived from its token; the server has it only while a request with the token lasts. */
export const signingKey = (token: string): Buffer => Buffer.from(hkdfSync('sha256', token, 'vigie', 'worker signature', 32))

/** Of a piece of a run by its place, so that none is taken for another. */
export const signatureOf = (
  key: Buffer,
  { run, what, seq }: { readonly run: number; readonly what: 'piece' | 'end'; readonly seq: number },
  body: Uint8Array,
): string =>
  createHmac('sha256', key)
    .update(`${what}\n${run}\n${seq}\n${createHash('sha256').update(body).digest('hex')}`)
    .digest('hex')

/** Of the file that a worker renews itself with. */
export const programSignature = (key: Buffer, file: Uint8Array): string =>
  createHmac('sha256', key)
    .update(`program\n${createHash('sha256').update(file).digest('hex')}`)
    .digest('hex')

export function isSigned(given: string | undefined, wanted: string): boolean {
  const [a, b] = [Buffer.from(given ?? ''), Buffer.from(wanted)]
  return a.length === b.length && timingSafeEqual(a, b)
}
