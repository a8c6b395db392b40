import { z } from 'zod'
import { defineCall } from '#kit/contract/call.ts'
import { referenceSchema } from '#kit/contract/row-schema.ts'
import { propertyTypes } from './perimeter-property.ts'

const id = z.int().min(1)

/** The properties that concern a perimeter and that the reader may see, with what it says of them. */
export const readProperties = defineCall('GET /perimeter/{id}/properties', {
  right: 'perimeter.read',
  summary: 'Read the properties of a perimeter',
  answer: z.object({
    objects: z.array(
      z.object({ id, name: z.string(), value_type: z.enum(propertyTypes), options: z.array(z.string()), mandatory: z.boolean(), value: z.string().nullable() }),
    ),
  }),
})

/** Sets or clears (null) some of them; refused while one that is mandatory is left without a value. */
export const writeProperties = defineCall('PUT /perimeter/{id}/properties', {
  right: 'perimeter.write',
  summary: 'Set properties of a perimeter',
  body: z.strictObject({ values: z.array(z.strictObject({ perimeter_property: id, value: z.string().trim().max(2000).nullable() })).max(500) }),
  answer: z.object({ message: z.string().optional() }),
})

/** The active perimeters in which the reader may do something, by name: none for auditors, the own ones for local roles and contributors (PER-12). */
export const actablePerimeters = defineCall('GET /user/perimeters', {
  right: 'perimeter.read',
  summary: 'List the perimeters that the reader can act on',
  query: z.strictObject({ search: z.string().max(200).default(''), limit: z.coerce.number().int().min(1).max(6000).default(50) }),
  answer: z.object({ objects: z.array(referenceSchema) }),
})
