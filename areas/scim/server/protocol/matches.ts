import { find, isComplex, type Complex, type Value } from './attributes.ts'
import { invalid } from './errors.ts'
import type { Comparison, Filter, Literal } from './filter.ts'
import type { Attribute, ResourceType } from './schemas.ts'

/** Code points in order, as the database compares them under "C". */
function order(a: string, b: string): number {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return Buffer.compare(left, right)
}

/** Refuses a comparison that says nothing of such a value. */
export function assertComparable({ name, type }: Attribute, op: Comparison): void {
  if (type === 'complex') throw invalid('invalidFilter', `${name} is compared by its parts`)
  if (type === 'boolean' && !['eq', 'ne'].includes(op)) throw invalid('invalidFilter', `${name} is true or false`)
}

function compares(attribute: Attribute, op: Exclude<Comparison, 'ne'>, held: Value, value: Literal): boolean {
  if (attribute.type === 'boolean') return held === (typeof value === 'string' ? value.toLowerCase() === 'true' : value)
  if (typeof held !== 'string' || value === null || typeof value === 'boolean') return false
  const exact = attribute.caseExact ?? attribute.type === 'reference'
  const [a, b] = exact ? [held, String(value)] : [held.toLowerCase(), String(value).toLowerCase()]
  switch (op) {
    case 'eq':
      return a === b
    case 'co':
      return a.includes(b)
    case 'sw':
      return a.startsWith(b)
    case 'ew':
      return a.endsWith(b)
    case 'gt':
      return order(a, b) > 0
    case 'ge':
      return order(a, b) >= 0
    case 'lt':
      return order(a, b) < 0
    case 'le':
      return order(a, b) <= 0
  }
}

/** The part by which a value of several parts is compared as a whole. */
export const comparedBy = (attribute: Attribute): Attribute | undefined => attribute.subAttributes?.find(({ name }) => name === 'value')

const all = (value: Value | undefined): readonly Value[] => (value === undefined ? [] : Array.isArray(value) ? value : [value])
const partOf = (value: Value, name: string): readonly Value[] => (isComplex(value) ? all(value[name]) : [])

type Look = (name: string, sub: string | undefined) => readonly [Attribute, readonly Value[]] | undefined

function holds(filter: Filter, look: Look, within: (filter: Extract<Filter, { op: 'has' }>) => boolean): boolean {
  switch (filter.op) {
    case 'and':
      return holds(filter.of[0], look, within) && holds(filter.of[1], look, within)
    case 'or':
      return holds(filter.of[0], look, within) || holds(filter.of[1], look, within)
    case 'not':
      return !holds(filter.of, look, within)
    case 'has':
      return within(filter)
    default: {
      const { op, path } = filter
      const [attribute, values] = look(path.name, path.sub) ?? []
      if (op === 'pr') return (values?.length ?? 0) > 0
      if (filter.value === null) return (op === 'eq') === ((values?.length ?? 0) === 0)
      if (!attribute || !values) return op === 'ne'
      const by = attribute.type === 'complex' ? comparedBy(attribute) : attribute
      if (!by) throw invalid('invalidFilter', `${attribute.name} is compared by its parts`)
      assertComparable(by, op)
      const compared = by === attribute ? values : values.flatMap((one) => partOf(one, by.name))
      const is = op === 'ne' ? 'eq' : op
      const found = compared.some((one) => compares(by, is, one, filter.value))
      return op === 'ne' ? !found : found
    }
  }
}

/** Whether one value of several is what a filter in brackets asks for. */
export function matchesValue(attribute: Attribute, filter: Filter, value: Value): boolean {
  const look: Look = (name, sub) => {
    const part = sub === undefined ? attribute.subAttributes?.find((one) => one.name.toLowerCase() === name.toLowerCase()) : undefined
    return part && [part, partOf(value, part.name)]
  }
  return holds(filter, look, () => false)
}

/** Whether a document is what a filter asks for; of what is worked out for it nothing is known here. */
export function matches(type: ResourceType, filter: Filter, document: Complex): boolean {
  const within = (one: Extract<Filter, { op: 'has' }>) => {
    const found = find(type, one.path)
    if (!found) return false
    return all(holderOf(document, found.schema?.id)?.[found.attribute.name]).some((value) => matchesValue(found.attribute, one.of, value))
  }
  const walk = (one: Filter): boolean => {
    switch (one.op) {
      case 'and':
        return walk(one.of[0]) && walk(one.of[1])
      case 'or':
        return walk(one.of[0]) || walk(one.of[1])
      case 'not':
        return !walk(one.of)
      case 'has':
        return within(one)
      default: {
        const found = find(type, one.path)
        const values = found && all(holderOf(document, found.schema?.id)?.[found.attribute.name])
        const { sub } = found ?? {}
        const look: Look = () => (found && values ? [sub ?? found.attribute, sub ? values.flatMap((value) => partOf(value, sub.name)) : values] : undefined)
        return holds(one, look, () => false)
      }
    }
  }
  return walk(filter)
}

const holderOf = (document: Complex, schema: string | undefined): Complex | undefined => {
  if (schema === undefined) return document
  const own = document[schema]
  return isComplex(own) ? own : undefined
}
