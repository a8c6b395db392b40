import { z } from 'zod'
import type { EntityDef } from '#kit/contract/entity.ts'
import type { Field } from '#kit/contract/field.ts'
import type { Verb } from '#kit/contract/right.ts'
import type { Operation } from '#kit/server/http/api.ts'
import type { Resource } from '#kit/server/data/resources/resource.ts'
import { resources } from '#app/server/registry.ts'

/*
 * What is made from declarations by one code needs one try for each way in which that code may go, not one for each declaration. A shape is a text of
 * everything that the code looks at: two things of one shape cannot differ in what it does.
 */

/** The first of each shape, in the order in which they come. */
export function firstOfEach<T>(all: readonly T[], shapeOf: (one: T) => string): T[] {
  const found = new Map<string, T>()
  for (const one of all) if (!found.has(shapeOf(one))) found.set(shapeOf(one), one)
  return [...found.values()]
}

/** What only words and screens look at: it changes neither the schema of a value, nor how it is stored. */
const shownOnly = new Set([
  'prefix',
  'unit',
  'short',
  'past',
  'unlisted',
  'told',
  'archived',
  'patternMessage',
  'boundsMessage',
  'neededMessage',
  'duplicateMessage',
])

/** What a field's schema, and where its value is stored, are made from; of a reference, the entity whose rows it may name by rules of their own. */
export const fieldShape = ({ kind, options }: Field): string =>
  JSON.stringify(
    [
      kind,
      Object.entries(options)
        .filter(([name]) => !shownOnly.has(name))
        .toSorted(([a], [b]) => a.localeCompare(b)),
    ],
    (_, value: unknown) =>
      value instanceof RegExp
        ? String(value)
        : value instanceof z.ZodType
          ? z.toJSONSchema(value, { io: 'input' })
          : isField(value)
            ? fieldShape(value)
            : value,
  )

const isField = (value: unknown): value is Field => typeof value === 'object' && value !== null && 'kind' in value && 'options' in value

/** A field of an entity with what its lists do by it. */
export interface Listed {
  readonly resource: Resource
  readonly name: string
  readonly field: Field
}

const fieldsOf = (resource: Resource, names: readonly string[]): Listed[] =>
  names.map((name) => ({ resource, name, field: resource.def.fields[name] as Field }))

/** Whether the SQL of a field is written for it alone. */
const hasOwnSql = ({ field, resource, name }: Listed) => field.options.derived || resource.derived?.[name] !== undefined || resource.asks?.[name] !== undefined

/** The SQL of a sort is made from the kind, and for references from the entity whose names are compared; a derived column has its own. */
const sortShape = (listed: Listed): string =>
  hasOwnSql(listed) ? `${listed.resource.def.name}.${listed.name}` : [listed.field.kind, listed.field.options.entity, listed.field.options.entities].join()
/** The SQL of a filter is made from the kind, for one of several from how many there are; a derived field has its own. */
const filterShape = (listed: Listed): string =>
  hasOwnSql(listed) ? `${listed.resource.def.name}.${listed.name}` : [listed.field.kind, listed.field.options.entities?.length].join()
/** What the values asked for by a filter are compared by: the kind, and whoever compares them in a way of their own. */
const askedShape = ({ resource, name, field }: Listed): string =>
  field.options.asked || resource.asks?.[name] ? `${resource.def.name}.${name}` : [field.kind, field.options.derived].join()

const columns = [...resources.values()].flatMap((resource) => fieldsOf(resource, [...resource.def.list.columns, ...(resource.def.list.more ?? [])]))
const filters = [...resources.values()].flatMap((resource) => fieldsOf(resource, resource.def.list.filters))

/** One column for each way of sorting. */
export const sortShapes = firstOfEach(columns, sortShape)
/** One filter for each way of choosing rows. */
export const filterShapes = firstOfEach(filters, filterShape)
/** One filter for each way of reading what is asked for. */
export const askedShapes = firstOfEach(filters, askedShape)

/** What the kit makes for every entity, below its path, by the verb whose right it takes. */
const derived: Readonly<Record<string, Verb>> = {
  'POST /page': 'read',
  'POST /counts': 'read',
  'POST /export': 'read',
  'GET ': 'read',
  'GET /options': 'read',
  'GET /{id}': 'read',
  'GET /{id}/history': 'read',
  'GET /{id}/linked': 'read',
  'GET /{id}/comments': 'read',
  'POST /{id}/comments': 'read',
  'GET /{id}/assignment': 'read',
  'PUT /{id}/assignment': 'update',
  'POST ': 'create',
  'POST /fork': 'create',
  'GET /import_template': 'create',
  'POST /import': 'create',
  'PUT /{id}': 'update',
  'PUT /bulk': 'update',
  'POST /bulk/undo': 'update',
  'PUT /order': 'update',
  'DELETE /{id}': 'delete',
  'POST /bulk_delete': 'delete',
}

/** Of an operation that the kit makes for every entity: of which one, which it is, and by which verb's right; undefined for one that an area wrote. */
export function derivedFrom({
  method,
  path,
}: Pick<Operation, 'method' | 'path'>): { readonly def: EntityDef; readonly call: string; readonly verb: Verb } | undefined {
  const [, name = '', ...rest] = path.split('/')
  const def = resources.get(name)?.def
  const call = `${method} ${rest.map((segment) => `/${segment}`).join('')}`
  const verb = derived[call]
  return def && verb && def.rights[verb] !== null ? { def, call, verb } : undefined
}

/** Operations that one code makes are of one shape; each that an area wrote is its own. */
export const operationShape = (operation: Pick<Operation, 'method' | 'path'>): string => derivedFrom(operation)?.call ?? `${operation.method} ${operation.path}`

/**
 * What a walk asks where one code of the kit does the same for every entity: all that an area wrote, what the kit makes by these calls for each entity, and of its
 * other calls one.
 */
export function distinctOf(operations: readonly Operation[], ofEach: readonly string[]): Operation[] {
  const one = new Set(firstOfEach(operations, operationShape))
  return operations.filter((operation) => one.has(operation) || ofEach.includes(derivedFrom(operation)?.call ?? 'none'))
}

/** A few entities whose lists have, between them, columns of every kind: a file is written column by column from what a list reads. */
export const listsOfEveryKind: readonly Resource[] = [...new Set(firstOfEach(columns, ({ field }) => field.kind).map(({ resource }) => resource))]

/** Names that every object answers to, columns that no list offers, and what is no name at all. */
export const notColumns: readonly string[] = ['__proto__', 'constructor', 'toString', 'customer_id', 'version', 'id"', 'name; select 1']
