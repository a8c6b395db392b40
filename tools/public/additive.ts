import type { Json } from './document.ts'

type Way = 'sent' | 'answered'

const objectOf = (value: unknown): Json => (typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {})
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** What of a description is said by its parts, looked up in the document that it stands in. */
function resolve(document: Json, value: unknown): Json {
  const { $ref, ...beside } = objectOf(value)
  if (typeof $ref !== 'string') return beside
  const found = $ref
    .slice(2)
    .split('/')
    .reduce<unknown>((at, step) => objectOf(at)[step.replaceAll('~1', '/').replaceAll('~0', '~')], document)
  return { ...resolve(document, found), ...beside }
}

/**
 * What a later document takes away of an earlier one, in words: programs that were made by the earlier would no longer work. What is sent may come to be more than it was, and what is answered
 * may come to say more; neither may come to be less.
 */
export function takenAway(before: Json, after: Json): string[] {
  const faults: string[] = []
  const tell = (at: string, what: string) => void faults.push(`${at}: ${what}`)

  const schema = (at: string, was: Json, is: Json, way: Way): void => {
    const [a, b] = [resolve(before, was), resolve(after, is)]
    types(at, a, b, way)
    values(at, a, b, way)
    if (way === 'sent') bounds(at, a, b)
    const [properties, now] = [objectOf(a.properties), objectOf(b.properties)]
    for (const [name, inner] of Object.entries(properties))
      if (name in now) schema(`${at}.${name}`, objectOf(inner), objectOf(now[name]), way)
      else tell(`${at}.${name}`, 'is gone')
    const [must, mustNow] = [listOf(a.required), listOf(b.required)]
    if (way === 'sent') for (const name of mustNow) if (!must.includes(name)) tell(`${at}.${String(name)}`, 'must be sent now')
    if (way === 'answered') for (const name of must) if (!mustNow.includes(name)) tell(`${at}.${String(name)}`, 'is not always answered any more')
    if (a.items !== undefined) schema(`${at}[]`, objectOf(a.items), objectOf(b.items), way)
    for (const keyword of ['anyOf', 'oneOf', 'allOf'])
      if (JSON.stringify(listOf(a[keyword]).map((one) => resolve(before, one))) !== JSON.stringify(listOf(b[keyword]).map((one) => resolve(after, one))))
        tell(at, `${keyword} is another`)
  }

  const types = (at: string, a: Json, b: Json, way: Way): void => {
    const [was, is] = [a.type, b.type].map((type) => (type === undefined ? undefined : [type].flat()))
    const [wider, narrower] = way === 'sent' ? [is, was] : [was, is]
    if (wider === undefined) return
    if (narrower === undefined || narrower.some((type) => !wider.includes(type) && !(type === 'integer' && wider.includes('number'))))
      tell(at, `is ${String(is ?? 'anything')} in place of ${String(was ?? 'anything')}`)
    if (a.format !== b.format) tell(at, `has the format ${String(b.format)} in place of ${String(a.format)}`)
  }

  /** Words that are sent stay words that are taken; words that are answered may come to be more, as the document says. */
  const values = (at: string, a: Json, b: Json, way: Way): void => {
    if (way === 'answered' || b.enum === undefined) return
    if (a.enum === undefined) return tell(at, 'takes only some words now')
    for (const word of listOf(a.enum)) if (!listOf(b.enum).includes(word)) tell(at, `does not take ${String(word)} any more`)
  }

  const bounds = (at: string, a: Json, b: Json): void => {
    for (const keyword of ['maxLength', 'maximum', 'exclusiveMaximum', 'maxItems'])
      if (typeof b[keyword] === 'number' && !(typeof a[keyword] === 'number' && a[keyword] <= b[keyword])) tell(at, `${keyword} is less`)
    for (const keyword of ['minLength', 'minimum', 'exclusiveMinimum', 'minItems'])
      if (typeof b[keyword] === 'number' && !(typeof a[keyword] === 'number' && a[keyword] >= b[keyword])) tell(at, `${keyword} is more`)
    if (b.pattern !== undefined && a.pattern !== b.pattern) tell(at, 'has another pattern')
  }

  const parameters = (at: string, a: Json, b: Json): void => {
    const named = (document: Json, { parameters: all }: Json) =>
      new Map(listOf(all).map((one) => [`${String(resolve(document, one).in)} ${String(resolve(document, one).name)}`, resolve(document, one)]))
    const [was, is] = [named(before, a), named(after, b)]
    for (const [name, one] of was) {
      const now = is.get(name)
      if (!now) tell(`${at} ${name}`, 'is gone')
      else schema(`${at} ${name}`, objectOf(one.schema), objectOf(now.schema), 'sent')
    }
    for (const [name, { required }] of is) if (required === true && was.get(name)?.required !== true) tell(`${at} ${name}`, 'must be sent now')
  }

  const contents = (at: string, a: unknown, b: unknown, way: Way): void => {
    const [was, is] = [objectOf(resolve(before, a).content), objectOf(resolve(after, b).content)]
    for (const [type, one] of Object.entries(was))
      if (type in is) schema(`${at} ${type}`, objectOf(objectOf(one).schema), objectOf(objectOf(is[type]).schema), way)
      else tell(`${at} ${type}`, 'is gone')
  }

  for (const [path, methods] of Object.entries(objectOf(before.paths)))
    for (const [method, operation] of Object.entries(objectOf(methods))) {
      const at = `${method.toUpperCase()} ${path}`
      const [a, b] = [objectOf(operation), objectOf(objectOf(objectOf(after.paths)[path])[method])]
      if (Object.keys(b).length === 0) {
        tell(at, 'is gone')
        continue
      }
      for (const fixed of ['operationId', 'x-scope']) if (a[fixed] !== b[fixed]) tell(at, `${fixed} is ${String(b[fixed])} in place of ${String(a[fixed])}`)
      parameters(at, a, b)
      if (a.requestBody !== undefined) contents(at, a.requestBody, b.requestBody, 'sent')
      else if (resolve(after, b.requestBody).required === true) tell(at, 'must have a body now')
      const [answers, now] = [objectOf(a.responses), objectOf(b.responses)]
      for (const [status, answer] of Object.entries(answers))
        if (!(status in now)) tell(`${at} ${status}`, 'is gone')
        else {
          contents(`${at} ${status}`, answer, now[status], 'answered')
          const headers = [objectOf(resolve(before, answer).headers), objectOf(resolve(after, now[status]).headers)] as const
          for (const name of Object.keys(headers[0])) if (!(name in headers[1])) tell(`${at} ${status}`, `the header ${name} is gone`)
        }
    }
  for (const name of Object.keys(objectOf(objectOf(before.components).schemas)))
    if (!(name in objectOf(objectOf(after.components).schemas))) tell(`#/components/schemas/${name}`, 'is gone')
  return [...new Set(faults)]
}
