import { z } from 'zod'
import { defineCall } from '#kit/contract/call.ts'
import { propertyTypes } from './perimeter-property.ts'

const id = z.int().min(1)

/** The properties that concern a perimeter and that the reader may see, with what it says of them. */
export const readProperties = defineCall('GET /perimeter/{id}/properties', {
  right: 'perimeter.read', summary: 'Read the properties of a perimeter',
  answer: z.object({
    objects: z.array(z.object({ id, name: z.string(), value_type: z.enum(propertyTypes), options: z.array(z.string()), mandatory: z.boolean(), value: z.string().nullable() })),
  }),
})

/** Sets or clears (null) some of them; refused while one that is mandatory is left without a value. */
export const writeProperties = defineCall('PUT /perimeter/{id}/properties', {
  right: 'perimeter.write', summary: 'Set properties of a perimeter',
  body: z.strictObject({ values: z.array(z.strictObject({ perimeter_property: id, value: z.string().trim().max(2000).nullable() })).max(500) }),
  answer: z.object({ message: z.string().optional() }),
})
