/** What a type says of values, as far as rows are concerned: any of these. */
export type Shape = readonly Alternative[]

export type Alternative =
  | Plain
  /** One of these texts, numbers or truths. */
  | { readonly is: readonly (string | number | boolean)[] }
  | { readonly each: Shape }
  /** An object with these members; others only where `more` says what they are. */
  | { readonly has: Readonly<Record<string, Shape>>; readonly more?: Shape }

export type Plain = 'any' | 'string' | 'number' | 'boolean' | 'null' | 'undefined' | 'date' | 'bytes' | 'other'

export const anything: Shape = ['any']

/** What kind of value this is, by the word that a shape has for it. */
export function kindOf(value: unknown): Plain | 'array' | 'object' {
  if (value === null) return 'null'
  if (value instanceof Date) return 'date'
  if (value instanceof Uint8Array) return 'bytes'
  if (Array.isArray(value)) return 'array'
  const kind = typeof value
  return kind === 'bigint' || kind === 'symbol' || kind === 'function' ? 'other' : kind
}

const kindOfAlternative = (alternative: Alternative): string => {
  if (typeof alternative === 'string') return alternative
  if ('each' in alternative) return 'array'
  if ('has' in alternative) return 'object'
  return kindOf(alternative.is[0])
}

/** Whether values of a kind can be of a shape at all. */
export const mayBe = (shape: Shape, kind: string): boolean => shape.some((one) => one === 'any' || kindOfAlternative(one) === kind)

/** A shape in words, short. */
export const describeShape = (shape: Shape): string => shape.map(tell).join(' | ')

function tell(one: Alternative): string {
  if (typeof one === 'string') return { date: 'Date', bytes: 'Buffer' }[one as string] ?? one
  if ('is' in one) return one.is.map((value) => JSON.stringify(value)).join(' | ')
  if ('each' in one) return `(${describeShape(one.each)})[]`
  const names = Object.keys(one.has)
  return `{ ${names.slice(0, 6).join(', ')}${names.length > 6 ? ', …' : ''} }`
}

/** Where a value is not what a shape says: the path to it, what is claimed there and what was found. Null if it is. */
export interface Misfit {
  readonly path: string
  readonly claimed: string
  readonly found: string
}

/** How many items of an array are looked at: one that is otherwise than the first twenty is seen in another row. */
const looked = 20

/** What is wrong with a value, the deepest difference; null where the shape holds. */
export function misfit(shape: Shape, value: unknown, path = ''): Misfit | null {
  const kind = kindOf(value)
  let deepest: Misfit | null = null
  for (const one of shape) {
    if (one === 'any' || one === kind) return null
    if (kindOfAlternative(one) !== kind || typeof one === 'string') continue
    const within = misfitOf(one, value, path)
    if (within === null) return null
    deepest = within
  }
  // Of several alternatives none says better than all of them what was claimed.
  return deepest && shape.filter((one) => kindOfAlternative(one) === kind).length === 1
    ? deepest
    : { path, claimed: describeShape(shape), found: kind === 'string' || kind === 'number' ? JSON.stringify(value) : kind }
}

function misfitOf(one: Exclude<Alternative, Plain>, value: unknown, path: string): Misfit | null {
  if ('is' in one) return one.is.includes(value as string) ? null : { path, claimed: tell(one), found: JSON.stringify(value) }
  if ('each' in one) {
    for (const item of (value as unknown[]).slice(0, looked)) {
      const within = misfit(one.each, item, `${path}[]`)
      if (within) return within
    }
    return null
  }
  const object = value as Readonly<Record<string, unknown>>
  for (const [name, shape] of Object.entries(one.has)) {
    const within = name in object ? misfit(shape, object[name], `${path}.${name}`) : missing(shape, `${path}.${name}`)
    if (within) return within
  }
  // What more an object holds is not what somebody asked for by name: pieces are shared, and a row is taken whole.
  for (const name of one.more ? Object.keys(object) : []) {
    const within = name in one.has ? null : misfit(one.more ?? [], object[name], `${path}.${name}`)
    if (within) return within
  }
  return null
}

const missing = (shape: Shape, path: string): Misfit | null =>
  mayBe(shape, 'undefined') ? null : { path, claimed: describeShape(shape), found: 'nothing of that name' }
