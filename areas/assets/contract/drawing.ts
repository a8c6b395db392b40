import { z } from 'zod'
import { defineCall } from '#kit/contract/call.ts'
import { objectAnswer } from '#kit/contract/row-schema.ts'
import { criteria } from './criteria.ts'

/** Values and assets of one drawing; those nearest to what it is of come first. */
export const mostDrawn = 150

/** A value or an asset; one that the reader may not open has no name. */
const node = z.object({
  entity: z.enum(['business_value', 'supporting_asset']),
  id: z.int(),
  identifier: z.string().nullable(),
  name: z.string().nullable(),
  type: z.string().nullable(),
  /** Its highest need. */
  need: z.int().nullable(),
  /** It depends on itself, by way of others. */
  loop: z.boolean(),
})
export type DrawnNode = z.output<typeof node>

/** From what is carried to what carries it, by their places among the nodes. */
const edge = z.object({ from: z.int(), to: z.int(), loop: z.boolean() })
export type DrawnEdge = z.output<typeof edge>

const inherited = z.object({
  need: z.int(),
  /** The place of the value whose need it is. */
  value: z.int(),
  /** The places of the assets by which it came; the last one is the asset itself. */
  path: z.array(z.int()),
})
export type DrawnInherited = z.output<typeof inherited>

const drawing = z.object({
  /** What it is of comes first. */
  nodes: z.array(node),
  edges: z.array(edge),
  /** How many there are besides. */
  more: z.int(),
  /** Why the asset needs as much; nothing for a value. */
  needs: z.object(
    Object.fromEntries(criteria.map((criterion) => [criterion, inherited.nullable()])) as Record<(typeof criteria)[number], z.ZodNullable<typeof inherited>>,
  ),
})
export type Drawing = z.output<typeof drawing>

export const readDependencies = defineCall('GET /supporting_asset/{id}/dependencies', {
  right: 'supporting_asset.read',
  summary: 'Read what a supporting asset carries, what it depends on, and why it needs as much',
  answer: objectAnswer(drawing),
})
export const readCarriers = defineCall('GET /business_value/{id}/carriers', {
  right: 'business_value.read',
  summary: 'Read which supporting assets carry a business value, themselves or because others depend on them',
  answer: objectAnswer(drawing),
})

const inLoop = z.object({ id: z.int(), name: z.string().nullable() })
export const readLoops = defineCall('GET /supporting_asset/loops', {
  right: 'supporting_asset.read',
  summary: 'Find supporting assets that depend on themselves by way of others',
  answer: z.object({ objects: z.array(z.object({ assets: z.array(inLoop) })) }),
})
export type AssetLoop = z.output<typeof readLoops.answer>['objects'][number]
