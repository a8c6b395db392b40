import { z } from 'zod'
import { groupSchema } from './grouped.ts'
import type { EntityDef } from './entity.ts'
import type { Field, Fields } from './field.ts'
import { whileHeldOf } from './while-held.ts'

/** `{id, name, identifier?, color?}`, or `{id, name, hidden}` where the reader may not open it. */
export const referenceSchema = z.object({
  id: z.int(),
  name: z.string().nullable(),
  identifier: z.string().nullish(),
  color: z.string().nullish(),
  hidden: z.boolean().optional(),
})
export const fileSchema = z.object({
  id: z.int(),
  name: z.string(),
  size: z.int(),
  mime: z.string(),
  author: z.object({ id: z.int(), name: z.string() }).nullish(),
  date: z.string().optional(),
  comment: z.string().nullish(),
})
const person = z.object({ id: z.int(), name: z.string() }).nullable()

/** Said of what is answered, which nothing checks. */
const [day, moment] = [z.string().meta({ format: 'date' }).nullable(), z.string().meta({ format: 'date-time' }).nullable()]

function valueSchema({ kind, options: o }: Field): z.ZodType {
  switch (kind) {
    case 'integer':
    case 'scale':
      return z.int().nullable()
    case 'decimal':
      return z.number().nullable()
    case 'date':
      return day
    case 'timestamp':
      return moment
    case 'boolean':
      return z.boolean().nullable()
    case 'choice':
      return z.enum(o.values as [string, ...string[]]).nullable()
    case 'choices':
      return z.array(z.string())
    case 'ref':
      return referenceSchema.nullable()
    case 'ref_one_of':
      return referenceSchema.extend({ entity: z.enum(o.entities as [string, ...string[]]) }).nullable()
    case 'links':
      return z.array(referenceSchema)
    case 'files':
      return z.array(fileSchema)
    case 'rows':
      return z.array(z.object({ id: z.int(), ...valuesShape(o.fields ?? {}) }))
    case 'json':
      return z.unknown()
    default:
      return z.string().nullable()
  }
}

/** The values of fields as they are answered, by key. */
export function valuesShape(fields: Fields): Record<string, z.ZodType> {
  const shape: Record<string, z.ZodType> = {}
  for (const [name, field] of Object.entries(fields)) {
    if (field.options.asked) continue
    shape[name] = valueSchema(field)
    if (field.kind === 'localized') for (const key of [`${name}_en`, `${name}_fr`]) shape[key] = z.string().nullable()
  }
  return shape
}

const whole = whileHeldOf((def: EntityDef) => madeRowSchema(def, false))
const listed = whileHeldOf((def: EntityDef) => madeRowSchema(def, true))

/** A row as it is answered; `partial` for lists, which leave out what they do not show. One schema for all calls that answer it, as long as one of them holds it. */
export const rowSchema = (def: EntityDef, partial = false): z.ZodType => (partial ? listed : whole)(def)

function madeRowSchema(def: EntityDef, partial: boolean): z.ZodType {
  const values = z.object(valuesShape(def.fields))
  const base = z.object({
    id: z.int(),
    type: z.string(),
    entity: z.literal(def.name),
    version: z.int(),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
    created_by: person,
    updated_by: person,
    view_right: z.boolean(),
    edit_right: z.boolean(),
    delete_right: z.boolean(),
    edit_right_regular: z.boolean(),
    checkbox_right: z.boolean(),
    copy_right: z.boolean().optional(),
    reset_right: z.boolean().optional(),
    order: z.int().optional(),
    warning: z.object({ status: z.boolean(), message: z.string().optional() }).optional(),
  })
  return base.extend((partial ? values.partial() : values).shape)
}

/** The answers of the derived calls, beside `ok`. */
export const messageAnswer = z.object({ message: z.string().optional() })
export const objectAnswer = <T extends z.ZodType>(object: T) => z.object({ message: z.string().optional(), object })
export const listAnswer = (object: z.ZodType) => z.object({ objects: z.array(object) })
export const pageAnswer = (object: z.ZodType) =>
  z.object({ objects: z.array(object), total: z.int(), add_right: z.boolean(), hidden: z.int().optional(), groups: z.array(groupSchema).optional() })
