import { z } from 'zod'
import type { EntityDef } from '#kit/contract/entity.ts'
import type { Field } from '#kit/contract/field.ts'
import { isFilter } from '#kit/contract/link-targets.ts'
import type { Filter } from '#kit/contract/list-query.ts'
import { rowLimit } from '#kit/contract/limits.ts'

type Option = Filter['selected_options'][number]

/** One parameter of the query that filters, and what it asks for. */
interface Asked {
  readonly schema: z.ZodType
  readonly option: (value: string) => readonly Option[]
  readonly field: string
}

const nothing = 'null'
const split = (text: string) => text.split(',')
const bad = { params: { key: 'kit.errors.invalid_value' } }

const ids = z
  .string()
  .max(4000)
  .regex(/^(?:\d{1,15}|null)(?:,(?:\d{1,15}|null))*$/)
  .describe('Ids, or `null` for none, separated by commas')
const numbers = z
  .string()
  .max(4000)
  .regex(/^(?:-?\d{1,15}(?:\.\d{1,6})?|null)(?:,(?:-?\d{1,15}(?:\.\d{1,6})?|null))*$/)
  .describe('Numbers, or `null` for none, separated by commas')
const yesNo = z.enum(['true', 'false'])
const bound = z.string().max(40)
const day = z.iso.date()
const moment = z.iso.datetime({ offset: true })
const plain = z.string().max(200)

const numeric = (value: string): Option[] => split(value).map((one) => (one === nothing ? null : Number(one)))
const words = (values: readonly string[]) =>
  z
    .string()
    .max(2000)
    .refine((text) => split(text).every((one) => one === nothing || values.includes(one)), bad)
    .describe(`Of ${values.join(', ')}, or \`${nothing}\` for none, separated by commas`)
const worded = (value: string): Option[] => split(value).map((one) => (one === nothing ? null : one))

function askedBy(name: string, { kind, options }: Field): [string, Asked][] {
  const one = (suffix: string, schema: z.ZodType, option: Asked['option']): [string, Asked] => [`${name}${suffix}`, { schema, option, field: name }]
  const bounds = (schema: z.ZodType, read: (value: string) => string | number = (value) => value): [string, Asked][] => [
    one('_from', schema, (value) => [{ from: read(value) }]),
    one('_to', schema, (value) => [{ to: read(value) }]),
  ]
  switch (kind) {
    case 'ref':
    case 'links':
      return [one('', ids, numeric)]
    case 'integer':
    case 'scale':
    case 'decimal':
      return [one('', numbers, numeric), ...bounds(bound.regex(/^-?\d{1,15}(?:\.\d{1,6})?$/), Number)]
    case 'boolean':
      return [one('', yesNo, (value) => [value === 'true'])]
    case 'choice':
    case 'choices':
      return [one('', words(options.values ?? []), worded)]
    case 'date':
      return bounds(day)
    case 'timestamp':
      return bounds(moment)
    case 'identifier':
    case 'text':
    case 'localized':
    case 'email':
    case 'url':
      return [one('', plain, (value) => [value]), one('_contains', plain, (value) => [{ text: value }])]
    default:
      return []
  }
}

const sortableKinds = new Set<Field['kind']>(['identifier', 'text', 'localized', 'integer', 'decimal', 'scale', 'date', 'timestamp', 'choice'])
const sortableBase = ['id', 'created_at', 'updated_at'] as const

/** By what rows can be put in order: what is stored, and so can be gone on from whatever has become of the rows meanwhile. */
export const sortsOf = ({ fields, list: { columns, more = [] } }: EntityDef): string[] => [
  ...new Set([
    ...sortableBase,
    ...[...columns, ...more].filter((name) => {
      const field = fields[name]
      return field !== undefined && !field.options.derived && sortableKinds.has(field.kind)
    }),
  ]),
]

export const mostRows = Math.min(200, rowLimit)

export interface ListAsked {
  readonly limit: number
  readonly cursor?: string | undefined
  readonly sort: string
  readonly filters: readonly Filter[]
}

/** Every parameter by which a list is filtered, by its name. */
const askedOf = (def: EntityDef): ReadonlyMap<string, Asked> =>
  new Map(
    Object.entries(def.fields)
      .filter(([name, { options }]) => isFilter(def, name) && !options.asked && !options.personal)
      .flatMap(([name, field]) => askedBy(name, field)),
  )

/** The names of what a list is filtered by. */
export const filtersOf = (def: EntityDef): string[] => [...askedOf(def).keys()].filter((name) => !ownNames.has(name))

const ownNames: ReadonlySet<string> = new Set(['limit', 'cursor', 'sort'])

/** The query of a list as programs write it, read into what lists are asked by. */
export function listQuery(def: EntityDef): z.ZodType<ListAsked> {
  const asked = askedOf(def)
  const sorts = sortsOf(def)
  const own = {
    limit: z
      .string()
      .regex(/^\d{1,3}$/)
      .refine((text) => Number(text) >= 1 && Number(text) <= mostRows, bad)
      .describe(`At most ${mostRows}; 50 unless said`)
      .optional(),
    cursor: z.string().max(2000).describe('`next_cursor` of the page before').optional(),
    sort: z
      .enum(sorts.flatMap((name) => [name, `-${name}`]) as [string, ...string[]])
      .describe('Descending with `-`; `id` unless said')
      .optional(),
  }
  const shape: Record<string, z.ZodType> = {}
  for (const [name, { schema }] of asked) if (!Object.hasOwn(own, name)) shape[name] = schema.optional()
  return z.strictObject({ ...shape, ...own }).transform((query): ListAsked => {
    const { limit, cursor, sort, ...rest } = query as Record<string, string | undefined>
    const given = Object.entries(rest).flatMap(([name, value]) => {
      const one = asked.get(name)
      return one && value !== undefined ? [{ name: one.field, selected_options: [...one.option(value)] }] : []
    })
    return { limit: Number(limit ?? 50), cursor, sort: sort ?? 'id', filters: given }
  })
}
