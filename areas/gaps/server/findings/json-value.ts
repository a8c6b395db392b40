/** A value that somebody else's file holds: nothing is believed of it. */
export type Json = unknown

/** Own members alone: what a file calls `__proto__` is a name like any other, and nothing is inherited. */
export const member = (value: Json, name: string): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined

export const at = (value: Json, ...names: readonly string[]): Json => names.reduce(member, value)

export const list = (value: Json): readonly Json[] => (Array.isArray(value) ? value : [])

// oxlint-disable-next-line no-control-regex
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g

/** A text without what no database takes, cut where it is too long; numbers are said as they are. */
export function words(value: Json, max = 20_000): string | null {
  const text = typeof value === 'string' ? value : typeof value === 'number' && Number.isFinite(value) ? String(value) : ''
  const clean = text
    .slice(0, max * 2)
    .replaceAll(controls, '')
    .trim()
    .toWellFormed()
  return clean === '' ? null : cut(clean, max)
}

export const cut = (text: string, max: number): string => (text.length > max ? `${text.slice(0, max - 1).toWellFormed()}…` : text)

/** A name stands on one line. */
export const line = (value: Json, max: number): string | null => {
  const text = words(value)?.replaceAll(/\s+/g, ' ')
  return text === undefined ? null : cut(text, max)
}

export const number = (value: Json): number | null => {
  const read = typeof value === 'number' ? value : typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN
  return Number.isFinite(read) ? read : null
}
