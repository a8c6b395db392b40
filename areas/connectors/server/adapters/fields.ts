import { createHash } from 'node:crypto'
import type { Config, ConfigField, Found } from './adapter.ts'

/** Where the service is: its usual address, or that of a proxy, a sovereign cloud or one's own installation. */
export const baseUrl = (initial: string | undefined, hint?: ConfigField['hint']): ConfigField => ({
  name: 'base_url',
  type: 'url',
  label: { en: 'Address', fr: 'Adresse' },
  ...(hint && { hint }),
  required: true,
  ...(initial !== undefined && { initial }),
})

/** A field's text, without what stands around it; empty where nothing was typed. */
export const textOf = (config: Config, name: string): string => String(config[name] ?? '').trim()

/** Levels that vendors name, as 0 to 100; the same steps as of OCSF. */
const levels: Readonly<Record<string, number>> = {
  info: 0,
  informational: 0,
  none: 0,
  note: 25,
  low: 25,
  warning: 50,
  moderate: 50,
  medium: 50,
  error: 75,
  high: 75,
  critical: 100,
}
export const scoreOf = (level: string | null | undefined): number | null => levels[level?.toLowerCase() ?? ''] ?? null

/** Of a CVSS score, 0 to 10. */
export const scoreOfCvss = (cvss: number | null | undefined): number | null =>
  typeof cvss === 'number' && cvss >= 0 && cvss <= 10 ? Math.round(cvss * 10) : null

const cve = /^CVE-\d{4}-\d{4,19}$/
export const cvesOf = (texts: readonly (string | null | undefined)[]): string[] => [
  ...new Set(texts.flatMap((text) => text?.trim().toUpperCase() ?? []).filter((text) => cve.test(text))),
]

/** A text on one line without what no database takes, cut where it is too long. */
export function lineOf(text: string | null | undefined, max: number): string | null {
  const line = wordsOf(text, max * 2)
    ?.replaceAll(/\s+/g, ' ')
    .trim()
  if (line === undefined || line === '') return null
  return line.length > max ? `${line.slice(0, max - 1).toWellFormed()}…` : line
}

// oxlint-disable-next-line no-control-regex
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g

export function wordsOf(text: string | null | undefined, max = 20_000): string | null {
  const clean = (text ?? '').slice(0, max).replaceAll(controls, '').trim().toWellFormed()
  return clean === '' ? null : clean
}

/** HTML that a service writes its advice in, as plain words. */
export const plain = (html: string | null | undefined): string | null =>
  wordsOf(
    html
      ?.replaceAll(/<(?:br|\/p|\/li|\/div|\/h\d)\b[^>]*>/gi, '\n')
      .replaceAll(/<[^>]*>/g, '')
      .replaceAll(/&(nbsp|amp|lt|gt|quot|#39);/g, (_, name: string) => ({ nbsp: ' ', amp: '&', lt: '<', gt: '>', quot: '"' })[name] ?? '’')
      .replaceAll(/\n{3,}/g, '\n\n'),
  )

/** A thing found, with its texts in the lengths that findings have. */
export const foundOf = (one: Omit<Found, 'place'> & { readonly place?: Found['place'] }): Found => ({
  ...one,
  key: keyOf(one.key),
  name: lineOf(one.name, 500) ?? keyOf(one.key),
  description: wordsOf(one.description),
  foundBy: lineOf(one.foundBy, 255) ?? '',
  place: one.place ?? {},
})

/** What is too long is told by its digest, so that two never share a key. */
function keyOf(key: string): string {
  const line = lineOf(key, 4000) ?? ''
  return line.length <= 255 ? line : `${line.slice(0, 180).toWellFormed()}…${createHash('sha256').update(key).digest('hex')}`
}
