/** What the public API says of itself, as far as its page shows it. */
export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly format?: string
  readonly enum?: readonly unknown[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly minimum?: number
  readonly maximum?: number
  readonly maxLength?: number
  readonly maxItems?: number
}

export interface Parameter {
  readonly $ref?: string
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required?: boolean
  readonly description?: string
  readonly schema?: Schema
}

type Content = Readonly<Record<string, { readonly schema: Schema }>>

interface Described {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly 'x-scope': string
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Content }
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>
}

export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>>; readonly parameters: Readonly<Record<string, Parameter>> }
}

/** What one operation takes and answers. */
export interface Operation {
  readonly id: string
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly path: string
  readonly type: string
  readonly summary: string
  readonly writes: boolean
  readonly parameters: readonly Parameter[]
  readonly body: Schema | undefined
  /** Its body is a form with one file. */
  readonly upload: boolean
  readonly status: string
  readonly answer: Schema | undefined
}

const nameOf = (ref: string) => ref.slice(ref.lastIndexOf('/') + 1)

/** What is said of the operations, by the type that they are about and in the order of the document. */
export function operationsOf({ paths, components }: ApiDocument): ReadonlyMap<string, readonly Operation[]> {
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]): Operation => {
      const sent = Object.entries(described.requestBody?.content ?? {})[0]
      const [status = '200', answer] = Object.entries(described.responses).find(([code]) => code.startsWith('2')) ?? []
      return {
        id: described.operationId,
        method: method.toUpperCase() as Operation['method'],
        path,
        type: described.tags[0] ?? '',
        summary: described.summary,
        writes: described['x-scope'].startsWith('write '),
        parameters: (described.parameters ?? []).flatMap((one) => (one.$ref === undefined ? one : (components.parameters[nameOf(one.$ref)] ?? []))),
        body: sent?.[1].schema,
        upload: sent?.[0] === 'multipart/form-data',
        status,
        answer: answer?.content?.['application/json']?.schema,
      }
    }),
  )
  return Map.groupBy(all, ({ type }) => type)
}

/** One value of what is sent or answered: `perimeter.id`, `objects[].name`. */
export interface FieldLine {
  readonly name: string
  readonly kind: Kind
  /** It is a list of those. */
  readonly list: boolean
  /** It may be null. */
  readonly nothing: boolean
  readonly required: boolean
  readonly text: string | undefined
  readonly words: readonly string[]
  readonly bounds: readonly string[]
}

export const kinds = ['text', 'day', 'moment', 'whole', 'number', 'flag', 'object', 'file', 'any'] as const
export type Kind = (typeof kinds)[number]

/** How deep objects within objects are told. */
const depth = 4

/** The values of an object, those of objects within it after it. */
export function fieldsOf(document: ApiDocument, schema: Schema | undefined, within = '', level = 0): FieldLine[] {
  const { properties = {}, required = [] } = resolved(document, schema ?? {})
  return Object.entries(properties).flatMap(([name, given]) => {
    const field = resolved(document, given)
    const list = typesOf(field).includes('array')
    const one = list ? resolved(document, field.items ?? {}) : field
    const at = `${within}${name}`
    const line: FieldLine = {
      name: list ? `${at}[]` : at,
      kind: kindOf(one),
      list,
      nothing: typesOf(field).includes('null'),
      required: required.includes(name),
      text: field.description ?? one.description,
      words: (one.enum ?? []).filter((word) => typeof word === 'string' && word !== '') as string[],
      bounds: boundsOf(field),
    }
    return [line, ...(level < depth ? fieldsOf(document, one, `${line.name}.`, level + 1) : [])]
  })
}

function resolved(document: ApiDocument, schema: Schema): Schema {
  if (schema.$ref === undefined) return schema
  const { $ref, ...beside } = schema
  return { ...resolved(document, document.components.schemas[nameOf($ref)] ?? {}), ...beside }
}

/** The types that a value may have, those of its alternatives too. */
const typesOf = ({ type, anyOf = [] }: Schema): readonly string[] => [...[type ?? []].flat(), ...anyOf.flatMap(typesOf)]

const formats: Readonly<Record<string, Kind>> = { date: 'day', 'date-time': 'moment', binary: 'file' }
const plain: Readonly<Record<string, Kind>> = { string: 'text', integer: 'whole', number: 'number', boolean: 'flag', object: 'object' }

export function kindOf(schema: Schema): Kind {
  const format = [schema, ...(schema.anyOf ?? [])].map((one) => one.format).find((one) => one !== undefined && one in formats)
  if (format !== undefined) return formats[format] ?? 'text'
  const known = typesOf(schema).find((type) => type !== 'null')
  return (known !== undefined && plain[known]) || 'any'
}

function boundsOf({ minimum, maximum, maxLength, maxItems }: Schema): string[] {
  return [
    ...(minimum === undefined ? [] : [`≥ ${minimum}`]),
    ...(maximum === undefined ? [] : [`≤ ${maximum}`]),
    ...(maxLength === undefined ? [] : [`≤ ${maxLength}`]),
    ...(maxItems === undefined ? [] : [`≤ ${maxItems}`]),
  ]
}

/** A body to begin with: what must be sent, or the first few of what may be. */
export function exampleOf(document: ApiDocument, schema: Schema | undefined): string {
  const value = (one: Schema, level: number): unknown => {
    const whole = resolved(document, one)
    const word = whole.enum?.find((each) => each !== null && each !== '')
    if (word !== undefined) return word
    if (typesOf(whole).includes('array')) return level < 3 && whole.items ? [value(whole.items, level + 1)] : []
    const kind = kindOf(whole)
    if (kind === 'object') {
      const { properties = {}, required = [] } = whole
      const names =
        required.length > 0
          ? required
          : level === 0
            ? Object.keys(properties)
                .filter((name) => name.startsWith('name'))
                .slice(0, 1)
            : []
      return Object.fromEntries(names.map((name) => [name, value(properties[name] ?? {}, level + 1)]))
    }
    return { text: '', day: '2026-01-31', moment: '2026-01-31T09:00:00Z', whole: whole.minimum ?? 1, number: 0, flag: false, file: '', any: null }[kind]
  }
  return JSON.stringify(value(schema ?? {}, 0), null, 2)
}

interface Asked {
  readonly operation: Operation
  readonly values: Readonly<Record<string, string>>
}

/** The address that is asked, with its parameters; what is empty is left out. */
export function addressOf({ operation: { path, parameters }, values }: Asked): string {
  const at = parameters.reduce(
    (text, one) => (one.in === 'path' ? text.replace(`{${one.name}}`, encodeURIComponent(values[one.name]?.trim() || `{${one.name}}`)) : text),
    path,
  )
  const query = new URLSearchParams(
    parameters.flatMap((one) => {
      const value = values[one.name]?.trim()
      return one.in === 'query' && value ? [[one.name, value]] : []
    }),
  ).toString()
  return query === '' ? at : `${at}?${query}`
}

/** The same request for a terminal: the key comes from the environment and is never written. */
export function commandOf(asked: Asked & { readonly origin: string; readonly body: string; readonly file: string | undefined }): string {
  const { operation, origin, body, file, values } = asked
  const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
  const headers = operation.parameters.flatMap((one) => {
    const value = values[one.name]?.trim()
    return one.in === 'header' && value ? [`-H ${quoted(`${one.name}: ${value}`)}`] : []
  })
  const parts = [
    `curl -H "X-API-Key: $VIGIE_KEY"`,
    ...(operation.method === 'GET' || operation.method === 'POST' ? [] : [`-X ${operation.method}`]),
    ...headers,
    ...(operation.upload ? [`-F ${quoted(`file=@${file ?? 'FILE'}`)}`] : operation.body ? [`-H 'Content-Type: application/json'`, `-d ${quoted(body)}`] : []),
    quoted(`${origin}${addressOf(asked)}`),
  ]
  return parts.join(' \\\n  ')
}
