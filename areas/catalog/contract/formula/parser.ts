import { tokensOf, type Fault, type Token } from './lexer.ts'

/** What a formula may do with many values; each but LATEST does not mind their order. */
export const functionNames = ['SUM', 'AVERAGE', 'MIN', 'MAX', 'MEDIAN', 'LATEST'] as const
export type FunctionName = (typeof functionNames)[number]

interface Placed {
  readonly at: number
  readonly end: number
}
export type Operator = '+' | '-' | '*' | '/'
export type Node = Placed &
  (
    | { readonly kind: 'number'; readonly value: number }
    | { readonly kind: 'metric'; readonly name: string }
    | { readonly kind: 'minus'; readonly of: Node }
    | { readonly kind: 'operation'; readonly operator: Operator; readonly left: Node; readonly right: Node }
    | { readonly kind: 'call'; readonly name: FunctionName; readonly of: readonly Node[] }
  )

export type Parsed = { readonly ok: true; readonly node: Node } | { readonly ok: false; readonly faults: readonly Fault[] }

/** Parentheses, signs and calls in one another. */
export const mostDepth = 60
/** Metrics, numbers and calls together: what a person can still read. */
export const mostTerms = 200

/** Thrown and caught within this file. */
class Wrong extends Error {
  readonly fault: Fault
  constructor(fault: Fault) {
    super(fault.key)
    this.fault = fault
  }
}

const wrong = (key: string, { at, end }: Placed, values?: Fault['values']): Wrong =>
  new Wrong({ key: `catalog.formula.${key}`, at, end, ...(values && { values }) })

const isFunction = (name: string): name is FunctionName => (functionNames as readonly string[]).includes(name)

class Parser {
  readonly #tokens: readonly Token[]
  #place = 0
  #depth = 0
  #terms = 0

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens
  }

  whole(): Node {
    if (this.#next.kind === 'end') throw wrong('empty', this.#next)
    const node = this.#sum()
    const rest = this.#next
    if (rest.kind === 'close') throw wrong('not_opened', rest)
    if (rest.kind !== 'end') throw wrong(rest.kind === 'separator' ? 'separator_outside' : 'operator_expected', rest)
    return node
  }

  get #next(): Token {
    return this.#tokens[this.#place] ?? { kind: 'end', text: '', at: 0, end: 0 }
  }

  #take(): Token {
    const token = this.#next
    this.#place++
    return token
  }

  /** What is not nested is read in a loop: its length costs no stack. */
  #chain(operators: string, read: () => Node): Node {
    let left = read()
    while (this.#next.kind === 'operator' && operators.includes(this.#next.text)) {
      const operator = this.#take().text as Operator
      const right = read()
      left = { kind: 'operation', operator, left, right, at: left.at, end: right.end }
    }
    return left
  }

  #sum = (): Node => this.#chain('+-', this.#product)
  #product = (): Node => this.#chain('*/', this.#signed)

  #signed = (): Node => {
    const token = this.#next
    if (token.kind !== 'operator' || !'+-'.includes(token.text)) return this.#term()
    this.#take()
    return this.#within(token, () => {
      const of = this.#signed()
      return token.text === '+' ? of : { kind: 'minus', of, at: token.at, end: of.end }
    })
  }

  #within<T>(place: Placed, read: () => T): T {
    if (++this.#depth > mostDepth) throw wrong('too_deep', place, { max: mostDepth })
    const made = read()
    this.#depth--
    return made
  }

  #term(): Node {
    const token = this.#take()
    if (token.kind === 'open') return this.#within(token, () => this.#inside(token))
    if (token.kind !== 'number' && token.kind !== 'name') throw wrong(token.kind === 'end' ? 'ends_early' : 'value_expected', token)
    if (++this.#terms > mostTerms) throw wrong('too_many_terms', token, { max: mostTerms })
    if (token.kind === 'number') return { kind: 'number', value: Number(token.text), at: token.at, end: token.end }
    return this.#next.kind === 'open' ? this.#call(token) : { kind: 'metric', name: token.text, at: token.at, end: token.end }
  }

  #inside(open: Token): Node {
    const node = this.#sum()
    const close = this.#take()
    if (close.kind === 'end') throw wrong('not_closed', open)
    if (close.kind !== 'close') throw wrong(close.kind === 'separator' ? 'separator_outside' : 'operator_expected', close)
    return node
  }

  #call(token: Token): Node {
    const name = token.text.toUpperCase()
    if (!isFunction(name)) throw wrong('unknown_function', token, { name: token.text })
    const open = this.#take()
    return this.#within(open, () => {
      const of = [this.#sum()]
      while (this.#next.kind === 'separator') {
        this.#take()
        of.push(this.#sum())
      }
      const close = this.#take()
      if (close.kind === 'end') throw wrong('not_closed', open)
      if (close.kind !== 'close') throw wrong('operator_expected', close)
      return { kind: 'call', name, of, at: token.at, end: close.end }
    })
  }
}

/** Reads a formula; never throws, and stops at the first thing that is wrong. */
export function parseFormula(text: string): Parsed {
  const tokens = tokensOf(text)
  if ('key' in tokens) return { ok: false, faults: [tokens] }
  try {
    return { ok: true, node: new Parser(tokens).whole() }
  } catch (error) {
    if (error instanceof Wrong) return { ok: false, faults: [error.fault] }
    throw error
  }
}

const ranks: Readonly<Record<Operator, number>> = { '+': 1, '-': 1, '*': 2, '/': 2 }

/** A number without exponent, as the parser takes it back. */
const printNumber = (value: number): string => {
  const text = String(value)
  return text.includes('e') ? value.toFixed(12).replace(/0+$/, '') : text
}

/** A formula as it is kept: spaces around its operators and no parentheses that do not matter. */
export function printFormula(node: Node, rank = 0): string {
  switch (node.kind) {
    case 'number':
      return printNumber(node.value)
    case 'metric':
      return node.name
    case 'minus':
      return `-${printFormula(node.of, 3)}`
    case 'call':
      return `${node.name}(${node.of.map((one) => printFormula(one)).join(', ')})`
    case 'operation': {
      const own = ranks[node.operator]
      const text = `${printFormula(node.left, own)} ${node.operator} ${printFormula(node.right, own + 1)}`
      return own < rank ? `(${text})` : text
    }
  }
}
