import { z } from 'zod'
import { defineCall } from '#kit/contract/call.ts'
import { catalogTypes } from '#kit/contract/origin.ts'
import { objectAnswer, referenceSchema } from '#kit/contract/row-schema.ts'

/** What every shared object says of itself: who it is for, and the organisation's own copy of it, if there is one. */
export const sharedObject = {
  id: z.int(),
  identifier: z.string(),
  name: z.string().nullable(),
  description: z.string().nullable(),
  catalog_type: z.enum(['PUBLIC', 'INSTANCE']),
  own: referenceSchema.nullable(),
  /** It has changed since that copy was made. */
  changed: z.boolean(),
}

const sharedSolution = z.object({
  ...sharedObject,
  category: z.string().nullable(),
  nature: z.string().nullable(),
  csf_function: z.string().nullable(),
  build_days: z.number().nullable(),
  yearly_internal_charge: z.number().nullable(),
  yearly_cost: z.number().nullable(),
})
export type SharedSolution = z.output<typeof sharedSolution>
const sharedThreat = z.object(sharedObject)
export type SharedThreat = z.output<typeof sharedThreat>

const sharedMapping = z.object({
  ...sharedObject,
  identifier: z.string().nullable(),
  source_framework_urn: z.string(),
  target_framework_urn: z.string(),
  pairs: z.int(),
})
export type SharedMapping = z.output<typeof sharedMapping>

/** Not more than anybody shares by hand. */
export const sharedLimit = 2000

export const listSharedSolutions = defineCall('GET /solution/shared', {
  right: 'shared_catalog.read',
  summary: 'List the measure models that the provider and the instance share',
  answer: z.object({ objects: z.array(sharedSolution) }),
})
export const listSharedThreats = defineCall('GET /threat/shared', {
  right: 'shared_catalog.read',
  summary: 'List the threats that the provider and the instance share',
  answer: z.object({ objects: z.array(sharedThreat) }),
})
export const listSharedMappings = defineCall('GET /mapping_set/shared', {
  right: 'shared_catalog.read',
  summary: 'List the mapping sets that the provider and the instance share',
  answer: z.object({ objects: z.array(sharedMapping) }),
})

export const copyMapping = defineCall('POST /mapping_set/fork', {
  right: 'mapping_set.write',
  summary: 'Copy a shared mapping set with its pairs, or bring the copy of it up to date',
  body: z.strictObject({ id: z.int().min(1) }),
  answer: objectAnswer(z.object({ id: z.int() })),
})

export const readCatalogTypes = defineCall('GET /catalog_types', {
  right: 'shared_catalog.read',
  summary: 'Tell with whom what is made here can be shared, what it begins as first',
  answer: z.object({ objects: z.array(z.enum(catalogTypes)) }),
})

/** For whom something is; what a customer may say depends on what it is, and the database knows. */
export const sharing = {
  body: z.strictObject({ catalog_type: z.enum(catalogTypes), version: z.int().min(1).optional() }),
  answer: objectAnswer(z.object({ id: z.int() })),
}

export const shareSolution = defineCall('PUT /solution/{id}/catalog_type', {
  right: 'solution.write',
  summary: 'Say for whom a measure model of a catalog is',
  ...sharing,
})
export const shareThreat = defineCall('PUT /threat/{id}/catalog_type', { right: 'threat.write', summary: 'Say for whom a threat of a catalog is', ...sharing })
export const shareMapping = defineCall('PUT /mapping_set/{id}/catalog_type', {
  right: 'mapping_set.write',
  summary: 'Say for whom a mapping set of a catalog is',
  ...sharing,
})
