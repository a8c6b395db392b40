import { z } from 'zod'
import type { Right } from '#kit/contract/right.ts'
import type { Operation } from '#kit/server/http/api.ts'
import { sampleBody, type Ids } from '#app/test/worlds/fill-organisation.ts'
import { resources, rights } from '#app/server/registry.ts'

type Json = { readonly [key: string]: unknown }

/** One call of an operation, ready to be sent. */
export interface SampleCall {
  readonly path: string
  readonly body: unknown
}

interface Sampling {
  /** Whose objects the call names. */
  readonly ids: Ids
  /** What texts say. */
  readonly word: string
  /** Also sends what may be left out. */
  readonly whole: boolean
}

const aliases: Readonly<Record<string, string>> = {
  user: 'member',
  manager: 'member',
  grouping: 'tag',
  parent: 'perimeter',
  to: 'policy_version',
  ref: 'policy_version',
}

/** Operations that change what the caller's own session or account may do: to be tried by somebody who is not needed afterwards. */
export const changesCaller = ({ method, path }: Pick<Operation, 'method' | 'path'>): boolean =>
  method !== 'GET' &&
  /^\/(user\/(generate_secret|reset_secret|check_secret|mode|password|customer|sessions|passkey|recovery_codes|profile|cgu_accept)|auth\/impersonate)/.test(
    path,
  )

/** Operations of the provider's staff: those whose right no role of an organisation holds. */
export const isProviders = ({ access }: Pick<Operation, 'access'>): boolean => rights[access as Right]?.length === 0

/** The entity that a key speaks of, if it names one. */
function entityOf(key: string): string | undefined {
  const bare = key.replace(/_ids?$/, '')
  for (const name of [key, bare, bare.replace(/s$/, ''), aliases[bare] ?? '']) if (resources.has(name) || name === 'lineage' || name === 'customer') return name
  return undefined
}

/** What an operation is about: the segment before the id, else the first one. */
function ownerOf(path: string): string {
  const segments = path.split('/')
  return segments[segments.indexOf('{id}') - 1] ?? segments[1] ?? ''
}

/** A call of an operation with values made from its schemas; keys that name objects get ids from `ids`. */
export function sampleCall(operation: Operation, { ids, word, whole }: Sampling): SampleCall {
  const own = ownerOf(operation.path)
  const idOf = (key: string): number | string => ids.get(entityOf(key) ?? '')?.[0] ?? ids.get(key === 'undo' ? 'undo' : own)?.[0] ?? 1
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(
      String(
        named(operation, name) ??
          (name === 'id' ? (ids.get(own)?.[0] ?? 1) : name === 'list' ? 'remediation' : name === 'session' ? 'x'.repeat(22) : idOf(name)),
      ),
    ),
  )
  const query = Object.entries((operation.query ? sample(jsonOf(operation.query), '', { idOf, word, whole }) : {}) as Json)
  const search = new URLSearchParams(query.map(([key, value]) => [key, String(key === 'ids' ? (ids.get(own) ?? [1]).join(',') : value)])).toString()
  return { path: search ? `${path}?${search}` : path, body: bodyOf(operation, own, { idOf, word, whole }, ids) }
}

/** A segment that takes one of a few words, the name of a service, or an id that is no number and of nothing that is known. */
function named({ params, path }: Operation, name: string): string | undefined {
  const { enum: words, format } = ((params && (jsonOf(params).properties as Record<string, Json> | undefined)?.[name]) ?? {}) as {
    enum?: string[]
    format?: string
  }
  if (name === 'identifier' && path.startsWith('/connector/')) return 'KEV'
  return words?.[0] ?? (format === 'uuid' && /^\/picture\/|\/(logo|archive)\//.test(path) ? '00000000-0000-4000-8000-000000000000' : undefined)
}

function bodyOf(operation: Operation, own: string, values: Values, ids: Ids): unknown {
  const def = resources.get(own)?.def
  if (def && values.whole && operation.method !== 'DELETE' && (operation.path === `/${own}` || operation.path === `/${own}/{id}`))
    return operation.body ? sampleBody(def.fields, { word: values.word, ids }) : undefined
  if (operation.path.endsWith('/bulk') && def) return { rows: [{ id: values.idOf('id') }], changes: sampleBody(def.fields, { word: values.word, ids }) }
  return operation.body ? sample(jsonOf(operation.body), '', values) : undefined
}

/** Each schema is asked for again and again: operations are tried by every role and with every kind of value. */
const described = new WeakMap<z.ZodType, Json>()

/** What a schema takes, as a JSON schema. */
export function jsonOf(schema: z.ZodType): Json {
  const json = described.get(schema) ?? z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  described.set(schema, json)
  return json
}

interface Values {
  readonly idOf: (key: string) => number | string
  readonly word: string
  readonly whole: boolean
}

/** A value that a JSON schema allows, as far as the schema says; rules behind it may still refuse it. */
function sample(schema: Json, key: string, values: Values): unknown {
  const {
    type,
    anyOf,
    allOf,
    enum: options,
    const: only,
    items,
    properties = {},
    required = [],
    minimum,
    format,
  } = schema as {
    type?: string
    anyOf?: Json[]
    allOf?: Json[]
    enum?: unknown[]
    const?: unknown
    items?: Json
    properties?: Record<string, Json>
    required?: string[]
    minimum?: number
    format?: string
  }
  if (only !== undefined) return only
  if (options) return options[0]
  if (anyOf ?? allOf) return sample((anyOf ?? allOf)?.find((branch) => branch.type !== 'null') ?? {}, key, values)
  switch (type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(properties)
          .filter(([name]) => values.whole || required.includes(name))
          .map(([name, child]) => [name, sample(child, name, values)]),
      )
    case 'array':
      return required.length > 0 || values.whole || (schema.minItems as number | undefined) ? [sample(items ?? {}, key, values)] : []
    case 'integer':
    case 'number':
      return key === 'id' || key === 'ids' || entityOf(key) ? values.idOf(key) : Math.max(minimum ?? 1, 1)
    case 'boolean':
      return true
    case 'string':
      if (key === 'undo' || format === 'uuid') return uuidOf(values, key)
      return textFor(key, format, values.word)
    default:
      return values.word
  }
}

/** Of what has an id that is no number, such as a bulk edit that can be undone. */
function uuidOf(values: Values, key: string): string {
  const id = values.idOf(key)
  return typeof id === 'string' ? id : '00000000-0000-4000-8000-000000000000'
}

function textFor(key: string, format: string | undefined, word: string): string {
  if (/(_on|_date|^day|^from|^to|as_of)$/.test(key) || format === 'date') return '2026-01-15'
  if (key === 'ids') return '1'
  if (key === 'list') return 'remediation'
  if (/email/.test(key)) return `${word}@${word}.example`
  if (/password/.test(key)) return `${word}-Correct-Horse-9`
  return word
}
