import { createHash, createSign, generateKeyPair, randomBytes, X509Certificate } from 'node:crypto'
import { promisify } from 'node:util'

/** The certificates in a text, PEM or bare base64; null when one of them is none. */
export function certificatesIn(text: string): X509Certificate[] | null {
  const blocks = text.includes('-----BEGIN')
    ? [...text.matchAll(/-----BEGIN CERTIFICATE-----([\s\S]*?)-----END CERTIFICATE-----/g)].map(([, body]) => body ?? '')
    : [text]
  try {
    const found = blocks.map((body) => new X509Certificate(Buffer.from(body.replaceAll(/\s/g, ''), 'base64')))
    return found.length > 0 ? found : null
  } catch {
    return null
  }
}

/** The last day on which one of the certificates is good, `YYYY-MM-DD` in UTC; null without any. */
export function lastDayOf(certificates: readonly X509Certificate[]): string | null {
  const ends = certificates.map(({ validTo }) => new Date(validTo).toISOString().slice(0, 10))
  return ends.toSorted().at(-1) ?? null
}

const der = (tag: number, ...parts: readonly Buffer[]): Buffer => {
  const body = Buffer.concat(parts)
  const size = body.length
  const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 255]
  return Buffer.concat([Buffer.from([tag, ...length]), body])
}
const sequence = (...parts: readonly Buffer[]) => der(0x30, ...parts)
const generalizedTime = (at: Date) => der(0x18, Buffer.from(`${at.toISOString().slice(0, 19).replaceAll(/[-:T]/g, '')}Z`))
/** sha256WithRSAEncryption. */
const rsaSha256 = sequence(der(0x06, Buffer.from('2a864886f70d01010b', 'hex')), der(0x05))
const commonName = Buffer.from('550403', 'hex')
const years = 20

const newKeyPair = promisify(generateKeyPair)

/** A key that signs requests, with a certificate for it: nobody vouches for it but whoever copies it to their identity provider, so it lasts long. */
export async function newSigningKey(name: string, now: Date): Promise<{ key: string; certificate: string }> {
  const { privateKey, publicKey } = await newKeyPair('rsa', { modulusLength: 2048 })
  const serial = randomBytes(16)
  // Positive, and not zero.
  serial[0] = ((serial[0] ?? 0) & 0x7f) | 0x40
  const subject = sequence(der(0x31, sequence(der(0x06, commonName), der(0x0c, Buffer.from(name.slice(0, 64))))))
  const end = new Date(now)
  end.setUTCFullYear(end.getUTCFullYear() + years)
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, serial),
    rsaSha256,
    subject,
    sequence(generalizedTime(now), generalizedTime(end)),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
  )
  const signature = createSign('sha256').update(body).sign(privateKey)
  const certificate = sequence(body, rsaSha256, der(0x03, Buffer.from([0]), signature))
  return { key: String(privateKey.export({ type: 'pkcs8', format: 'pem' })), certificate: pem(certificate) }
}

const pem = (certificate: Buffer) =>
  `-----BEGIN CERTIFICATE-----\n${certificate.toString('base64').replaceAll(/.{64}/g, '$&\n').trimEnd()}\n-----END CERTIFICATE-----\n`

export const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()
