import { z } from 'zod'
import { sharedObject, sharing } from '#areas/catalog/contract/shared.ts'
import { defineCall } from '#kit/contract/call.ts'
import { objectAnswer } from '#kit/contract/row-schema.ts'
import { policyKinds } from './policy.ts'

/** A policy that others share, as it is before anything of it is the organisation's: its published version alone. */
const sharedPolicy = z.object({
  ...sharedObject,
  kind: z.enum(policyKinds).nullable(),
  provider: z.string().nullable(),
  number: z.int(),
  published_at: z.iso.datetime().nullable(),
  groups: z.int(),
  requirements: z.int(),
  /** Measure models that come with it, linked. */
  models: z.int(),
})
export type SharedPolicy = z.output<typeof sharedPolicy>

const node = { id: z.int(), identifier: z.string().nullable(), name: z.string().nullable(), order: z.int() }
/** A whole shared policy, flat, as `versionTree` is: children name their parent, `order` ranks siblings of both kinds together. */
const sharedContent = z.object({
  groups: z.array(z.object({ ...node, parent_id: z.int().nullable() })),
  requirements: z.array(
    z.object({
      ...node,
      group_id: z.int().nullable(),
      description: z.string().nullable(),
      models: z.array(z.object({ identifier: z.string(), name: z.string().nullable(), share: z.int() })),
    }),
  ),
})
export type SharedContent = z.output<typeof sharedContent>

export const listSharedPolicies = defineCall('GET /policy/shared', {
  right: 'shared_catalog.read',
  summary: 'List the policies that the provider and the instance share',
  answer: z.object({ objects: z.array(sharedPolicy) }),
})
export const readSharedPolicy = defineCall('GET /policy/shared/{id}', {
  right: 'shared_catalog.read',
  summary: 'Read a shared policy with its groups, requirements and measure models',
  answer: objectAnswer(sharedPolicy.extend(sharedContent.shape)),
})
export const sharePolicy = defineCall('PUT /policy/{id}/catalog_type', { right: 'policy.write', summary: 'Say for whom a policy of a catalog is', ...sharing })
export const renewPolicy = defineCall('POST /policy/{id}/renew', {
  right: 'policy.create',
  summary: 'Open a draft that holds what the shared policy says now from which a policy was copied',
  answer: objectAnswer(
    z.object({
      id: z.int(),
      /** Links of the original that the organisation ended, and that stay ended. */
      left_ended: z.int(),
    }),
  ),
})
