import { Secret, TOTP } from 'otpauth'

/** RFC 6238 as every authenticator application reads it (ACC-88). */
const shape = { algorithm: 'SHA1', digits: 6, period: 30 }
const totp = (secret: string, email = '') => new TOTP({ ...shape, issuer: 'Vigie', label: email, secret: Secret.fromBase32(secret) })

/** 160 random bits, in base 32. */
export const newSecret = (): string => new Secret({ size: 20 }).base32

/** The `otpauth://` address that an application reads from the QR code. */
export const otpAddress = (secret: string, email: string): string => totp(secret, email).toString()

/** The time step of a right code, at most one step early or late; null for a wrong one, and for a step that is not after the last one used. */
export function stepOfCode(secret: string, code: string, now: Date, lastStep: number | null): number | null {
  const delta = totp(secret).validate({ token: code, timestamp: now.getTime(), window: 1 })
  if (delta === null) return null
  const step = Math.floor(now.getTime() / 1000 / shape.period) + delta
  return step > (lastStep ?? -1) ? step : null
}
