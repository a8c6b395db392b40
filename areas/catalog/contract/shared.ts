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

/** What the calls below are asked of: models that are adopted with what belongs to them. */
export const modelKinds = [
  'solution',
  'remediation_model',
  'runtask_model',
  'metric_model',
  'indicator_model',
  'threat',
  'supporting_asset_model',
  'business_value_model',
  'risk_model',
] as const
export type ModelKind = (typeof modelKinds)[number]

const kind = z.strictObject({ entity: z.enum(modelKinds) })
const ids = z.strictObject({ ids: z.array(z.int().min(1)).min(1).max(200) })
const value = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]).nullable()
export type ModelValue = z.output<typeof value>

/** A model that comes with another one, or that was asked for. */
const brought = z.object({
  entity: z.enum(modelKinds),
  id: z.int(),
  identifier: z.string(),
  name: z.string().nullable(),
  own: referenceSchema.nullable(),
  asked: z.boolean(),
})
export type Brought = z.output<typeof brought>

const sharedModel = z.object({ ...sharedObject, entity: z.enum(modelKinds) })
export type SharedModel = z.output<typeof sharedModel>
const sharedModelWhole = sharedModel.extend({
  /** Each field in the reader's language; `own`: what the organisation's copy says in its place. */
  fields: z.array(z.object({ field: z.string(), value, own: value })),
  brings: z.array(brought),
})
export type SharedModelWhole = z.output<typeof sharedModelWhole>

export const listSharedModels = defineCall('GET /shared/{entity}', {
  right: 'shared_catalog.read',
  summary: 'List the models of a kind that the provider and the instance share',
  params: kind,
  answer: z.object({ objects: z.array(sharedModel) }),
})
export const readSharedModel = defineCall('GET /shared/{entity}/{id}', {
  right: 'shared_catalog.read',
  summary: 'Read a shared model with what comes with it, beside what the own copy says',
  params: kind.extend({ id: z.coerce.number().int().min(1) }),
  answer: objectAnswer(sharedModelWhole),
})
export const foreseeAdoption = defineCall('POST /shared/{entity}/foresee', {
  reads: true,
  right: 'shared_catalog.read',
  summary: 'Tell what adopting some shared models would bring, without doing it',
  params: kind,
  body: ids,
  answer: z.object({ objects: z.array(brought) }),
})
/** What the organisation has already is taken up again, not copied once more. */
export const adoptModels = defineCall('POST /shared/{entity}/adopt', {
  right: 'shared_catalog.read',
  summary: 'Copy shared models into the own catalogue with what belongs to them, all or none',
  params: kind,
  body: ids,
  answer: z.object({ message: z.string().optional(), objects: z.array(brought), made: z.int() }),
})
/** `id`: of the own copy. */
export const renewModel = defineCall('POST /shared/{entity}/renew', {
  right: 'shared_catalog.read',
  summary: 'Make the own copy of a shared model say what the original says now',
  params: kind,
  body: z.strictObject({ id: z.int().min(1), version: z.int().min(1).optional() }),
  answer: objectAnswer(z.object({ id: z.int(), changed: z.array(z.string()) })),
})

export const shareRuntaskModel = defineCall('PUT /runtask_model/{id}/catalog_type', {
  right: 'runtask_model.write',
  summary: 'Say for whom a recurring task’s model of a catalog is',
  ...sharing,
})
export const shareMetricModel = defineCall('PUT /metric_model/{id}/catalog_type', {
  right: 'metric_model.write',
  summary: 'Say for whom a metric’s model of a catalog is',
  ...sharing,
})
export const shareIndicatorModel = defineCall('PUT /indicator_model/{id}/catalog_type', {
  right: 'indicator_model.write',
  summary: 'Say for whom an indicator’s model of a catalog is',
  ...sharing,
})
export const shareRemediationModel = defineCall('PUT /remediation_model/{id}/catalog_type', {
  right: 'remediation_model.write',
  summary: 'Say for whom an action’s model of a catalog is',
  ...sharing,
})
export const shareRiskModel = defineCall('PUT /risk_model/{id}/catalog_type', {
  right: 'risk_model.write',
  summary: 'Say for whom a typical risk of a catalog is',
  ...sharing,
})
export const shareSupportingAssetModel = defineCall('PUT /supporting_asset_model/{id}/catalog_type', {
  right: 'supporting_asset_model.write',
  summary: 'Say for whom a kind of supporting asset of a catalog is',
  ...sharing,
})
export const shareBusinessValueModel = defineCall('PUT /business_value_model/{id}/catalog_type', {
  right: 'business_value_model.write',
  summary: 'Say for whom a typical business value of a catalog is',
  ...sharing,
})
