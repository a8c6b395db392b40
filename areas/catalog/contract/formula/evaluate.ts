import { aggregate } from '#areas/catalog/contract/aggregate.ts'
import type { Fault } from './lexer.ts'
import type { FunctionName, Node } from './parser.ts'

/** What a formula asks for: a metric as it aggregates itself, or as one function of the formula does. */
export interface Term {
  readonly metric: string
  readonly how: FunctionName | null
}

/** Values of the terms in their order, null where there is none; answers null where there is no value (IND-05). */
export type Evaluate = (values: readonly (number | null)[]) => number | null

export interface Compiled {
  readonly terms: readonly Term[]
  readonly evaluate: Evaluate
}

type Run = (values: readonly (number | null)[]) => number

/** No value, while a formula is worked out: it spreads by itself. */
const none = Number.NaN

/** A function of a single metric says how that metric is aggregated; of anything else it works on its arguments. */
export const termOf = (node: Node): Term | undefined => {
  if (node.kind === 'metric') return { metric: node.name, how: null }
  const [only, second] = node.kind === 'call' ? node.of : []
  return node.kind === 'call' && only?.kind === 'metric' && !second ? { metric: only.name, how: node.name } : undefined
}

/** Every term of a formula once, in the order in which they stand. */
export function termsOf(node: Node): readonly Term[] {
  const found = new Map<string, Term>()
  walk(node, (one) => {
    const term = termOf(one)
    if (term) found.set(keyOf(term), term)
    return !term
  })
  return [...found.values()]
}

const keyOf = ({ metric, how }: Term): string => `${how ?? ''} ${metric}`

/** Visits a node and, where the visitor says so, what is in it. */
function walk(node: Node, visit: (node: Node) => boolean): void {
  if (!visit(node)) return
  if (node.kind === 'minus') walk(node.of, visit)
  if (node.kind === 'operation') {
    walk(node.left, visit)
    walk(node.right, visit)
  }
  if (node.kind === 'call') for (const one of node.of) walk(one, visit)
}

/** The metrics that a formula names, with every place where it does. */
export function metricsIn(node: Node): ReadonlyMap<string, readonly { readonly at: number; readonly end: number }[]> {
  const found = new Map<string, { at: number; end: number }[]>()
  walk(node, (one) => {
    if (one.kind === 'metric') found.set(one.name, [...(found.get(one.name) ?? []), { at: one.at, end: one.end }])
    return true
  })
  return found
}

/** A formula made into a function: what is read of its text is read once. */
export function compile(node: Node): Compiled {
  const terms = termsOf(node)
  const places = new Map(terms.map((term, place) => [keyOf(term), place]))
  const run = compiled(node, places)
  return {
    terms,
    evaluate: (values) => {
      const value = run(values)
      return Number.isFinite(value) ? value : null
    },
  }
}

function compiled(node: Node, places: ReadonlyMap<string, number>): Run {
  const term = termOf(node)
  if (term) {
    const place = places.get(keyOf(term)) ?? 0
    return (values) => values[place] ?? none
  }
  switch (node.kind) {
    case 'number':
      return () => node.value
    case 'minus': {
      const of = compiled(node.of, places)
      return (values) => -of(values)
    }
    case 'operation':
      return operation(node.operator, compiled(node.left, places), compiled(node.right, places))
    case 'call': {
      const { name } = node
      const of = node.of.map((one) => compiled(one, places))
      // What is missing among several is left out, as everywhere where values are brought together.
      return (values) =>
        aggregate(
          name,
          of.map((one) => one(values)).filter((value) => Number.isFinite(value)),
        ) ?? none
    }
    case 'metric':
      return () => none
  }
}

function operation(operator: '+' | '-' | '*' | '/', left: Run, right: Run): Run {
  switch (operator) {
    case '+':
      return (values) => left(values) + right(values)
    case '-':
      return (values) => left(values) - right(values)
    case '*':
      return (values) => left(values) * right(values)
    case '/':
      return (values) => {
        const below = right(values)
        return below === 0 ? none : left(values) / below
      }
  }
}

/** Why a formula has no value with these values of its terms: the first part of it, by its place; undefined where it has one. */
export function whyNone(node: Node, values: readonly (number | null)[]): Fault | undefined {
  const places = new Map(termsOf(node).map((term, place) => [keyOf(term), place]))
  const reason = (one: Node): Fault | undefined => {
    if (Number.isFinite(compiled(one, places)(values))) return undefined
    const fault = (key: string): Fault => ({ key: `catalog.formula.${key}`, at: one.at, end: one.end })
    if (termOf(one) || one.kind === 'number' || one.kind === 'metric') return fault('no_value')
    if (one.kind === 'minus') return reason(one.of)
    if (one.kind === 'call') return one.of.map(reason).find(Boolean) ?? fault('no_value')
    const inner = reason(one.left) ?? reason(one.right)
    if (inner) return inner
    return fault(one.operator === '/' && compiled(one.right, places)(values) === 0 ? 'division_by_zero' : 'too_big')
  }
  return reason(node)
}
