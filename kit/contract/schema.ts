import { z } from 'zod'
import type { EntityDef } from './entity.ts'
import type { FieldMessages, Message } from './errors.ts'
import { fileCommentLimit, inputKeys, namedFiles, text, type Field, type FileInput, type Fields } from './field.ts'
import { whileHeldOf } from './while-held.ts'

/** The largest id that a JSON number carries exactly. */
const id = z.int().min(1)

const refuse = (key: Message['key'], values?: Message['values']) => ({ params: { key, values } })
const blank = (value: string) => value === '' || value.trim() !== ''
/** Control characters other than tab and line breaks cannot be stored or shown. */
// oxlint-disable-next-line no-control-regex
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/
/** Whether a text can be stored and shown as it is. */
export const printable = (value: string) => !controls.test(value) && value.isWellFormed()

/** Whether every text and every key inside a value is. */
const storable = (value: unknown): boolean =>
  typeof value === 'string' ? printable(value) : typeof value !== 'object' || value === null || Object.entries(value).flat().every(storable)

const emptyToNull = (value: string) => (value === '' ? null : value)

function textSchema({ options: o, kind }: Field): z.ZodType {
  let schema = z.string().refine(blank, refuse('kit.errors.blank')).refine(printable, refuse('kit.errors.invalid_value'))
  const { min, pattern } = o
  if (pattern) schema = schema.refine((v) => v === '' || pattern.test(v.trim()), refuse(o.patternMessage ?? 'kit.errors.invalid_value'))
  if (o.max !== undefined) schema = schema.max(o.max)
  if (min !== undefined) schema = schema.refine((v) => v === '' || v.trim().length >= min, refuse('kit.errors.too_short', { min }))
  if (kind === 'email') schema = schema.refine((v) => v === '' || z.email().safeParse(v.trim()).success, refuse('kit.errors.email'))
  if (kind === 'url') schema = schema.refine((v) => v === '' || httpUrl(v), refuse('kit.errors.url'))
  const trimmed = schema.transform((v) => emptyToNull(kind === 'markdown' || o.max === undefined || o.max > 500 ? v : v.trim()))
  return z.union([trimmed, z.null()])
}

/** Signs that show what follows in another order than it is: an address that looks like another one. */
const directionMarks = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/

/** Whether a text is an absolute http or https address (FRM-38), and looks like the one that it is. */
export function httpUrl(value: string): boolean {
  if (directionMarks.test(value)) return false
  const parsed = URL.parse(value.trim())
  return parsed !== null && (parsed.protocol === 'http:' || parsed.protocol === 'https:')
}

function numberSchema({ kind, options: o }: Field): z.ZodType {
  const whole = kind !== 'decimal'
  const { min = whole ? -2_147_483_648 : -1e12, max = whole ? 2_147_483_647 : 1e12 } = o
  // What the database can hold is no bound that people need to know of, unless they meet it.
  const both = o.boundsMessage ?? (o.min !== undefined && o.max !== undefined ? 'kit.errors.between' : undefined)
  let schema = z
    .number()
    .refine((v) => v >= min, refuse(both ?? 'kit.errors.at_least', { min, max }))
    .refine((v) => v <= max, refuse(both ?? 'kit.errors.at_most', { min, max }))
  if (whole) schema = schema.refine(Number.isInteger, refuse('kit.errors.integer'))
  const decimals = o.decimals ?? 0
  if (kind === 'decimal') schema = schema.refine((v) => Number(v.toFixed(decimals)) === v, refuse('kit.errors.decimals', { max: decimals }))
  return schema.nullable()
}

/** Whether `YYYY-MM-DD` names a day that exists, from year 1900 to 2200. */
export function isDay(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return false
  const parsed = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(value) && value >= '1900-01-01' && value <= '2200-12-31'
}

function daySchema({ options: o }: Field): z.ZodType {
  const day = z.string().refine(isDay, refuse('kit.errors.invalid_date'))
  // A day that has begun anywhere on Earth may be «today» for the writer.
  const notFuture = day.refine(
    (v) => o.notAfter !== 'today' || v <= new Date(Date.now() + 14 * 3_600_000).toISOString().slice(0, 10),
    refuse('kit.errors.date_future'),
  )
  return z.union([notFuture.meta({ format: 'date' }), z.literal('').transform(() => null), z.null()])
}

const distinct = (ids: readonly unknown[]) => new Set(ids).size === ids.length

const fileSchema = () => z.union([id, z.strictObject({ id, comment: textSchema(text({ max: fileCommentLimit })).optional() })])

/** The schema of one field's value on the way in; `null` empties it. */
export function fieldSchema(field: Field): z.ZodType {
  const o = field.options
  switch (field.kind) {
    case 'identifier':
    case 'text':
    case 'markdown':
    case 'localized':
    case 'email':
    case 'url':
      return textSchema(field)
    case 'integer':
    case 'decimal':
    case 'scale':
      return numberSchema(field)
    case 'boolean':
      return z.boolean()
    case 'date':
      return daySchema(field)
    case 'timestamp':
      return z.iso.datetime({ offset: true }).nullable()
    case 'choice':
      return z.enum(o.values as [string, ...string[]]).nullable()
    case 'choices':
      return z.array(z.enum(o.values as [string, ...string[]])).refine(distinct, refuse('kit.errors.duplicate'))
    case 'ref':
      return id.nullable()
    case 'ref_one_of':
      return z.strictObject({ entity: z.enum(o.entities as [string, ...string[]]), id }).nullable()
    case 'links':
      return z
        .array(id)
        .max(o.max ?? 1000)
        .refine(distinct, refuse(o.duplicateMessage ?? 'kit.errors.duplicate'))
    case 'files':
      return z
        .array(fileSchema())
        .refine((all) => all.length <= (o.max ?? 10), refuse('kit.errors.too_many_files'))
        .refine((all) => distinct(namedFiles(all as FileInput[]).map((file) => file.id)), refuse('kit.errors.duplicate'))
    case 'rows':
      return z
        .array(fieldsSchema(o.fields ?? {}, 'create').extend({ id: id.optional() }))
        .max(o.max ?? 200)
        .refine((all) => all.length >= (o.min ?? 0), refuse(o.boundsMessage ?? 'kit.errors.too_few', { min: o.min ?? 0 }))
    case 'color':
      return z
        .string()
        .refine((v) => /^#[0-9a-fA-F]{6}$/.test(v), refuse('kit.errors.color'))
        .nullable()
    case 'json':
      // What nobody described is the server's own.
      return (o.schema ?? (o.by === 'server' ? z.never() : z.unknown())).nullable().refine(storable, refuse('kit.errors.invalid_value'))
  }
}

const isEmpty = (value: unknown) => value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

/** The keys of which at least one must be given for a required field: one, or both languages of a localized one. */
const requiredKeys = (name: string, field: Field) => (field.options.need === 'required' ? inputKeys(name, field) : [])

function fieldsSchema(fields: Fields, mode: 'create' | 'update') {
  const shape: Record<string, z.ZodType> = {}
  for (const [name, field] of Object.entries(fields)) {
    for (const key of inputKeys(name, field)) shape[key] = fieldSchema(field).optional()
  }
  let schema = z.strictObject(shape)
  for (const [name, field] of Object.entries(fields)) {
    const keys = requiredKeys(name, field)
    const key =
      field.options.neededMessage ??
      (keys.length > 1 ? 'kit.errors.name_needed' : field.kind === 'files' ? 'kit.errors.attachment_mandatory' : 'kit.errors.mandatory')
    for (const path of keys) {
      // Said together with whatever else is wrong, hence `when`.
      schema = schema.refine((body) => !lacks(body, keys, field, mode), { path: [path], params: { key }, when: ({ value }) => isObject(value) })
    }
  }
  return schema
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

function lacks(body: Record<string, unknown>, keys: string[], field: Field, mode: 'create' | 'update'): boolean {
  // A default fills what a creation leaves out; an update leaves absent keys as they are.
  const absent = keys.every((key) => body[key] === undefined)
  if (absent && (mode === 'update' || field.options.default !== undefined)) return false
  return mode === 'create' || keys.length === 1 ? keys.every((key) => isEmpty(body[key])) : keys.every((key) => body[key] === null || body[key] === '')
}

const meta = { id: id.optional(), version: z.int().min(1).optional() }

/** One schema for all that hold it: making one costs more than reading a body by it, and keeping all of them a fifth of what the server holds (docs/decisions/0034). */
const oncePerEntity = (mode: 'create' | 'update') => whileHeldOf((def: EntityDef) => fieldsSchema(def.fields, mode).safeExtend(meta))

/** The body of `POST /<entity>`: unknown keys are refused, required fields must be there. */
export const createSchema = oncePerEntity('create')
/** The body of `PUT /<entity>/{id}`: every key optional, absent ones stay as they are, required ones cannot be emptied. */
export const updateSchema = oncePerEntity('update')

/** The messages of every wrong field of a refused body, as catalogue keys by dotted path. */
export function messagesOf(error: z.ZodError): FieldMessages {
  // A map: the names are whatever was sent, `constructor` and `__proto__` too.
  const messages = new Map<string, Message[]>()
  const add = (path: PropertyKey[], message: Message) => {
    const key = path.map(String).join('.') || 'body'
    const known = messages.get(key) ?? []
    messages.set(key, known)
    if (!known.some((m) => m.key === message.key)) known.push(message)
  }
  const walk = (issues: readonly z.core.$ZodIssue[], base: PropertyKey[]) => {
    for (const issue of issues) {
      const path = [...base, ...issue.path]
      if (issue.code === 'unrecognized_keys') for (const key of issue.keys) add([...path, key], { key: 'kit.errors.unknown_field' })
      // Of kinds told apart by a word, another word is in no branch: the word itself is wrong.
      else if (issue.code === 'invalid_union' && issue.errors.length > 0) walk(closestBranch(issue.errors), path)
      else add(path, messageOf(issue))
    }
  }
  walk(error.issues, [])
  return Object.fromEntries(messages)
}

/** Of a union's branches, the one that got furthest: not one that merely has another type, and the one that knows most of the fields. */
function closestBranch(branches: readonly (readonly z.core.$ZodIssue[])[]): readonly z.core.$ZodIssue[] {
  const unknown = (issues: readonly z.core.$ZodIssue[]) =>
    issues.reduce((sum, issue) => sum + (issue.code === 'unrecognized_keys' && issue.path.length === 0 ? issue.keys.length : 0), 0)
  const [closest = branches[0] ?? []] = branches
    .filter((issues) => issues.every((issue) => issue.code !== 'invalid_type' || issue.path.length > 0))
    .toSorted((a, b) => unknown(a) - unknown(b))
  return closest
}

function messageOf(issue: z.core.$ZodIssue): Message {
  switch (issue.code) {
    case 'custom':
      return (issue.params as Message | undefined) ?? { key: 'kit.errors.invalid_value' }
    case 'invalid_type':
      if (issue.message.endsWith('received undefined')) return { key: 'kit.errors.mandatory' }
      return { key: issue.expected === 'int' ? 'kit.errors.integer' : 'kit.errors.invalid_value' }
    case 'invalid_format':
      return { key: formats[issue.format] ?? 'kit.errors.invalid_value' }
    case 'too_big':
      return { key: outOfBounds[issue.origin]?.[1] ?? 'kit.errors.too_big', values: { max: Number(issue.maximum) } }
    case 'too_small':
      // A text or list that needs at least one character or entry is mandatory: that is what people call it (FRM-23).
      if ((issue.origin === 'string' || issue.origin === 'array') && Number(issue.minimum) <= 1) return { key: 'kit.errors.mandatory' }
      return { key: outOfBounds[issue.origin]?.[0] ?? 'kit.errors.too_small', values: { min: Number(issue.minimum) } }
    default:
      return { key: 'kit.errors.invalid_value' }
  }
}

/** «Too small» and «Too big» (FRM-44), with their bound. */
const outOfBounds: Readonly<Record<string, readonly [Message['key'], Message['key']]>> = {
  string: ['kit.errors.too_short', 'kit.errors.too_long'],
  array: ['kit.errors.too_few', 'kit.errors.too_numerous'],
  number: ['kit.errors.at_least', 'kit.errors.at_most'],
  int: ['kit.errors.at_least', 'kit.errors.at_most'],
}

const formats: Readonly<Record<string, Message['key']>> = {
  email: 'kit.errors.email',
  url: 'kit.errors.url',
  date: 'kit.errors.invalid_date',
  datetime: 'kit.errors.invalid_date',
}
