import { z } from 'zod'
import { defineCall } from '#kit/contract/call.ts'
import { printable } from '#kit/contract/schema.ts'

/** What organisations are compared by: sectors, the branches of each, countries (ADM-02, ADM-28). */
export const propertyKinds = ['SECTOR_HIGH', 'SECTOR_LOW', 'COUNTRY'] as const
export type PropertyKind = (typeof propertyKinds)[number]

/** What organisations keep of a value, and releases of comparisons; it is never changed, so that none is given another meaning. */
export const propertyIdentifier = z.string().trim().min(2).max(40)
const identifierForms: Readonly<Record<PropertyKind, RegExp>> = {
  SECTOR_HIGH: /^[A-Z][A-Z0-9_]{2,39}$/,
  SECTOR_LOW: /^[A-Z][A-Z0-9_]{2,39}$/,
  COUNTRY: /^[A-Z]{2}$/,
}
/** Whether an identifier is one of its kind: capitals, digits and underscores, of a country the two letters of ISO 3166-1. */
export const isPropertyIdentifier = (kind: PropertyKind, identifier: string): boolean => identifierForms[kind].test(identifier)

const property = z.object({
  id: z.int(),
  kind: z.enum(propertyKinds),
  identifier: z.string(),
  name_en: z.string(),
  name_fr: z.string(),
  /** Of a branch, the identifier of its sector. */
  parent: z.string().nullable(),
  version: z.int(),
})
export type MetadataProperty = z.infer<typeof property>

const name = z.string().trim().min(1).max(128).refine(printable)
const answer = z.object({ message: z.string().optional(), object: property })

export const listProperties = defineCall('GET /metadata_property', {
  right: 'session',
  summary: 'List sectors, branches and countries',
  answer: z.object({ objects: z.array(property) }),
})

/** How many organisations have each value; those that nobody has are left out. */
export const listPropertyUse = defineCall('GET /metadata_property/use', {
  right: 'metadata_property.read',
  summary: 'Count the organisations of sectors, branches and countries',
  answer: z.object({ objects: z.array(z.object({ identifier: z.string(), customers: z.int() })), edit_right: z.boolean() }),
})

export const createProperty = defineCall('POST /metadata_property', {
  named: true,
  right: 'metadata_property.write',
  summary: 'Add a sector, a branch or a country',
  body: z.strictObject({
    kind: z.enum(propertyKinds),
    identifier: propertyIdentifier,
    name_en: name,
    name_fr: name,
    parent: propertyIdentifier.nullable().default(null),
  }),
  answer,
})

/** A branch that goes to another sector takes the organisations that have it along. */
export const updateProperty = defineCall('PUT /metadata_property/{id}', {
  right: 'metadata_property.write',
  summary: 'Change a sector, a branch or a country',
  body: z
    .strictObject({ name_en: name, name_fr: name, parent: propertyIdentifier.nullable() })
    .partial()
    .extend({ version: z.int().min(1).optional() }),
  answer,
})

export const removeProperty = defineCall('DELETE /metadata_property/{id}', {
  right: 'metadata_property.write',
  summary: 'Remove a sector, a branch or a country that nobody has',
  answer: z.object({ message: z.string().optional() }),
})
