import { invalid } from './errors.ts'

/** The filters of RFC 7644 § 3.4.2.2, and the paths of § 3.5.2: read by a parser of our own, bounded in length, depth and number of terms. */

export interface Path {
  /** The schema that it names; undefined for what its type has itself. */
  readonly schema: string | undefined
  /** Empty for a schema as a whole. */
  readonly name: string
  readonly sub: string | undefined
}

export const comparisons = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'] as const
export type Comparison = (typeof comparisons)[number]
export type Literal = string | number | boolean | null

export type Filter =
  | { readonly op: 'and' | 'or'; readonly of: readonly [Filter, Filter] }
  | { readonly op: 'not'; readonly of: Filter }
  | { readonly op: 'pr'; readonly path: Path }
  | { readonly op: Comparison; readonly path: Path; readonly value: Literal }
  /** A value of several, all of which is asked of the same one. */
  | { readonly op: 'has'; readonly path: Path; readonly of: Filter }

/** What a change is about. */
export interface Target {
  readonly path: Path
  readonly filter: Filter | undefined
  /** What of each value that the filter finds. */
  readonly sub: string | undefined
}

export const longestFilter = 8000
const deepest = 24
const mostTerms = 120

const token = /\s+|"(?:[^"\\]|\\.)*"|[()[\]]|[^\s()[\]"]+/y

function tokens(text: string): string[] {
  if (text.length > longestFilter) throw invalid('invalidFilter', `A filter has at most ${longestFilter} characters`)
  const found: string[] = []
  token.lastIndex = 0
  while (token.lastIndex < text.length) {
    const [one] = token.exec(text) ?? []
    if (one === undefined) throw invalid('invalidFilter', 'The filter cannot be read')
    if (one.trim() !== '') found.push(one)
  }
  return found
}

const attribute = /^[A-Za-z][\w-]*$/
const subAttribute = /^(?:[A-Za-z][\w-]*|\$ref)$/

/** Reads `urn:…:User:name.sub`; a sub-attribute may stand behind a bracket instead. */
export function readPath(text: string, complaint: 'invalidFilter' | 'invalidPath' = 'invalidPath'): Path {
  const bad = () => invalid(complaint, `${text.slice(0, 100)} is no attribute`)
  let schema: string | undefined
  let rest = text
  if (/^urn:/i.test(text)) {
    const cut = text.lastIndexOf(':')
    schema = text.slice(0, cut)
    rest = text.slice(cut + 1)
    // `…:2.0:User` names a schema as a whole.
    if (/:\d+\.\d+$/.test(schema)) return { schema: text, name: '', sub: undefined }
  }
  const [name = '', sub, ...more] = rest.split('.')
  if (!attribute.test(name) || more.length > 0 || (sub !== undefined && !subAttribute.test(sub))) throw bad()
  return { schema, name, sub }
}

class Reader {
  #tokens: readonly string[]
  #at = 0
  #terms = 0

  constructor(all: readonly string[]) {
    this.#tokens = all
  }

  get next(): string | undefined {
    return this.#tokens[this.#at]
  }

  take(): string {
    const one = this.#tokens[this.#at]
    if (one === undefined) throw invalid('invalidFilter', 'The filter ends too early')
    this.#at += 1
    return one
  }

  expect(wanted: string): void {
    if (this.take() !== wanted) throw invalid('invalidFilter', `${wanted} is missing in the filter`)
  }

  word(wanted: string): boolean {
    if (this.next?.toLowerCase() !== wanted) return false
    this.#at += 1
    return true
  }

  or(depth: number, inside: boolean): Filter {
    let left = this.and(depth, inside)
    while (this.word('or')) left = { op: 'or', of: [left, this.and(depth, inside)] }
    return left
  }

  and(depth: number, inside: boolean): Filter {
    let left = this.term(depth, inside)
    while (this.word('and')) left = { op: 'and', of: [left, this.term(depth, inside)] }
    return left
  }

  term(depth: number, inside: boolean): Filter {
    this.#terms += 1
    if (depth > deepest || this.#terms > mostTerms) throw invalid('invalidFilter', `A filter has at most ${mostTerms} terms, ${deepest} deep`)
    const one = this.take()
    if (one === '(') return this.#closed(depth, inside)
    if (one.toLowerCase() === 'not' && this.next === '(') {
      this.take()
      return { op: 'not', of: this.#closed(depth, inside) }
    }
    const path = readPath(one, 'invalidFilter')
    if (path.name === '') throw invalid('invalidFilter', `${one} is a schema`)
    if (this.next === '[') {
      if (inside || path.sub !== undefined) throw invalid('invalidFilter', 'Brackets stand in no brackets')
      this.take()
      const of = this.or(depth + 1, true)
      this.expect(']')
      return { op: 'has', path, of }
    }
    const op = this.take().toLowerCase()
    if (op === 'pr') return { op, path }
    if (!isComparison(op)) throw invalid('invalidFilter', `${op.slice(0, 40)} compares nothing`)
    return { op, path, value: literal(this.take()) }
  }

  #closed(depth: number, inside: boolean): Filter {
    const of = this.or(depth + 1, inside)
    this.expect(')')
    return of
  }
}

const isComparison = (word: string): word is Comparison => (comparisons as readonly string[]).includes(word)

function literal(text: string): Literal {
  if (/^(?:true|false|null)$/i.test(text)) return JSON.parse(text.toLowerCase()) as Literal
  if (/^(?:"|-?\d)/.test(text))
    try {
      const value = JSON.parse(text) as unknown
      if (typeof value === 'number' || (typeof value === 'string' && !value.includes('\0') && value.isWellFormed())) return value
    } catch {
      // It is none.
    }
  throw invalid('invalidFilter', `${text.slice(0, 40)} is no value`)
}

export function readFilter(text: string): Filter {
  const reader = new Reader(tokens(text))
  const filter = reader.or(0, false)
  if (reader.next !== undefined) throw invalid('invalidFilter', 'Something is left over behind the filter')
  return filter
}

/** Reads what a change is about: an attribute, one of its parts, or those of its values that a filter finds. */
export function readTarget(text: string): Target {
  const open = text.indexOf('[')
  if (open < 0) {
    const path = readPath(text.trim())
    return { path, filter: undefined, sub: path.sub }
  }
  const close = text.lastIndexOf(']')
  const path = readPath(text.slice(0, open).trim())
  const rest = text.slice(close + 1).trim()
  if (close < open || path.sub !== undefined || path.name === '' || (rest !== '' && !/^\.(?:[A-Za-z][\w-]*|\$ref)$/.test(rest)))
    throw invalid('invalidPath', `${text.slice(0, 100)} is no path`)
  const reader = new Reader(tokens(text.slice(open + 1, close)))
  const filter = reader.or(1, true)
  if (reader.next !== undefined) throw invalid('invalidPath', `${text.slice(0, 100)} is no path`)
  return { path, filter, sub: rest === '' ? undefined : rest.slice(1) }
}

const writtenPath = ({ schema, name, sub }: Path) => `${schema === undefined ? '' : `${schema}:`}${name}${sub === undefined ? '' : `.${sub}`}`

/** A filter as it is read again to the same. */
export function written(filter: Filter): string {
  switch (filter.op) {
    case 'and':
    case 'or':
      return `(${written(filter.of[0])}) ${filter.op} (${written(filter.of[1])})`
    case 'not':
      return `not (${written(filter.of)})`
    case 'has':
      return `${writtenPath(filter.path)}[${written(filter.of)}]`
    case 'pr':
      return `${writtenPath(filter.path)} pr`
    default:
      return `${writtenPath(filter.path)} ${filter.op} ${JSON.stringify(filter.value)}`
  }
}
