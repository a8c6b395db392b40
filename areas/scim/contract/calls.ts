import { z } from 'zod'
import { defineCall } from '#kit/contract/call.ts'
import { roles } from '#kit/contract/right.ts'
import { mappingSources, placeAttributes } from './connection.ts'
import { stepKinds } from './steps.ts'

const id = z.int().min(1).max(Number.MAX_SAFE_INTEGER)

/** Where identity providers find the product. */
export const scimPath = '/scim/v2'
/** How long a token lets in where nobody says otherwise, and at most. */
export const [usualDays, mostDays] = [180, 365] as const
/** For how many hours a former token lets in beside the new one, at most and unless it is said. */
export const [mostOverlap, usualOverlap] = [168, 24] as const
/** Mappings of one connection. */
export const mostMappings = 200

const network = z
  .string()
  .trim()
  .max(49)
  .refine((text) => /^[0-9a-f.:]+(\/\d{1,3})?$/i.test(text), { params: { key: 'scim.errors.network' } })

export const mapping = z.strictObject({
  source: z.enum(mappingSources),
  value: z.string().trim().min(1).max(256),
  role: z.enum(roles),
  perimeters: z.array(id).max(100).default([]),
  place: z.enum(placeAttributes).nullable().default(null),
})

const made = z.object({ id: z.int(), token: z.string(), ends_on: z.string() })
export type MadeConnection = z.infer<typeof made>

/** Its token is told once, here; nobody can read it again. */
export const makeConnection = defineCall('POST /scim_connection', {
  right: 'scim_connection.write',
  summary: 'Make a connection by which an identity provider keeps people in step',
  untold: true,
  body: z.strictObject({
    name: z.string().trim().min(2).max(128),
    networks: z.array(network).max(50).default([]),
    days: z.int().min(1).max(mostDays).default(usualDays),
    /** It only tries what comes, until it is switched on. */
    trial: z.boolean().default(true),
    invites: z.boolean().default(false),
  }),
  answer: z.object({ message: z.string(), object: made }),
})

/** A new token; the former one lets in too for some hours, so that nothing stands still meanwhile. */
export const rotateConnection = defineCall('POST /scim_connection/{id}/rotate', {
  right: 'scim_connection.write',
  summary: 'Give a connection a new token',
  untold: true,
  body: z.strictObject({ overlap_hours: z.int().min(0).max(mostOverlap).default(usualOverlap), days: z.int().min(1).max(mostDays).default(usualDays) }),
  answer: z.object({ message: z.string(), object: made.extend({ former_until: z.string().nullable() }) }),
})

const none = z.strictObject({})
const told = z.object({ message: z.string() })

export const revokeConnection = defineCall('POST /scim_connection/{id}/revoke', {
  right: 'scim_connection.write',
  summary: 'Revoke a connection at once',
  body: none,
  answer: told,
})

export const takeConnectionOver = defineCall('POST /scim_connection/{id}/take_over', {
  right: 'scim_connection.write',
  summary: 'Answer for a connection from now on',
  body: none,
  answer: told,
})

export const pauseConnection = defineCall('POST /scim_connection/{id}/pause', {
  right: 'scim_connection.write',
  summary: 'Let a connection in no more for a while, or again',
  body: z.strictObject({ paused: z.boolean() }),
  answer: told,
})

const given = z.strictObject({
  mappings: z.array(mapping).max(mostMappings),
  default_role: z.enum(roles).nullable(),
})
export type GivenRoles = z.output<typeof given>

const stepShape = z.object({
  kind: z.enum(stepKinds),
  name: z.string().optional(),
  roles: z.array(z.enum(roles)).readonly().optional(),
  places: z.array(z.string()).readonly().optional(),
  email: z.string().optional(),
  member: z.int().optional(),
  group: z.string().optional(),
  count: z.int().optional(),
  detail: z.string().optional(),
})

const effect = z.object({
  /** When it was worked out, for saving the very same. */
  at: z.string(),
  /** What would be done, each with how many it is about and some of their names. */
  changes: z.array(
    z.object({
      kind: z.enum(stepKinds),
      roles: z.array(z.enum(roles)).readonly(),
      places: z.array(z.string()).readonly(),
      count: z.int(),
      names: z.array(z.string()),
    }),
  ),
  /** People of whom nothing would change. */
  kept: z.int(),
  /** Why it could not be done as it is. */
  refused: z.string().nullable(),
})
export type ScimEffect = z.infer<typeof effect>

/** Works out what would follow if these were the mappings; nothing is changed. */
export const tryMappings = defineCall('POST /scim_connection/{id}/try', {
  right: 'scim_connection.write',
  summary: 'Say what mappings of a connection would change',
  reads: true,
  costly: true,
  body: given,
  answer: z.object({ object: effect }),
})

/** Keeps mappings and whether they are only tried, and does what follows, all of it or nothing. */
export const saveMappings = defineCall('PUT /scim_connection/{id}/mappings', {
  right: 'scim_connection.write',
  summary: 'Set what groups and values of a connection give, and do what follows',
  body: given.extend({ trial: z.boolean(), invites: z.boolean(), version: z.int() }),
  answer: z.object({ message: z.string() }),
})

const group = z.object({ id: z.int(), name: z.string(), people: z.int(), waiting: z.int() })
export type ScimGroup = z.infer<typeof group>

export const listScimGroups = defineCall('GET /scim_connection/{id}/groups', {
  right: 'scim_connection.read',
  summary: 'List the groups that a connection has told of',
  answer: z.object({ objects: z.array(group) }),
})

export const entryStates = ['DONE', 'TRIED', 'WAITING', 'REFUSED'] as const

const entry = z.object({
  id: z.int(),
  at: z.string(),
  method: z.string(),
  target: z.string(),
  state: z.enum(entryStates),
  status: z.int(),
  address: z.string().nullable(),
  steps: z.array(stepShape),
  count: z.int(),
  times: z.int(),
})
export type ScimEntry = z.infer<typeof entry>

export const listEntries = defineCall('GET /scim_connection/{id}/entries', {
  right: 'scim_connection.read',
  summary: 'List what came by a connection and what it did, the last first',
  query: z.strictObject({
    state: z.enum(entryStates).optional(),
    before: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
    limit: z.coerce.number().int().min(1).max(200).default(50),
  }),
  answer: z.object({ objects: z.array(entry), more: z.boolean() }),
})
