import { z } from 'zod'
import { defineCall } from '#kit/contract/call.ts'
import { objectAnswer, referenceSchema } from '#kit/contract/row-schema.ts'
import { supportingAssetTypes } from './supporting-asset.ts'

/** Limits of one file. */
export const inventoryLimits = { bytes: 5_000_000, depth: 64, entries: 1000, dependencies: 20_000, faults: 50 } as const

/** What is wrong with a file, by its place in it: `components[3].name`. */
const fault = z.object({ at: z.string(), message: z.string() })
export type InventoryFault = z.output<typeof fault>

export const inventoryStates = ['NEW', 'CHANGED', 'UNCHANGED', 'GONE'] as const
export type InventoryState = (typeof inventoryStates)[number]
/** What may differ; an asset keeps the name and the type that people gave it. */
export const inventoryChanges = ['release', 'dependencies'] as const
export type InventoryChange = (typeof inventoryChanges)[number]

const line = z.object({
  /** The asset; none before it is made. */
  id: z.int().nullable(),
  key: z.string(),
  name: z.string(),
  type: z.enum(supportingAssetTypes),
  release: z.string().nullable(),
  state: z.enum(inventoryStates),
  changes: z.array(z.enum(inventoryChanges)),
})
export type InventoryLine = z.output<typeof line>

export const inventoryReport = z.object({
  /** Nothing is read of a file with faults. */
  faults: z.array(fault),
  /** How many there are, more than are told. */
  fault_count: z.int(),
  /** What was read in another way than the file says it, by its place; the rest is as the file says. */
  hints: z.array(fault),
  hint_count: z.int(),
  /** Why the file may be of another application: nothing is kept until somebody confirms it. */
  asks: z.string().nullable(),
  application: referenceSchema.nullable(),
  counts: z.object({ new: z.int(), changed: z.int(), unchanged: z.int(), gone: z.int() }),
  lines: z.array(line),
})
export type InventoryReport = z.output<typeof inventoryReport>

/** What a file is read for. */
export const inventoryQuery = z.strictObject({
  /** Nothing is kept. */
  trial: z.enum(['0', '1']).optional(),
  /** Where new assets stand; that of the application unless it is said. */
  perimeter: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
  /** Whose services and components these are; the one that the file names unless it is said. */
  application: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
  /** That the file is of this application, whatever was asked. */
  confirmed: z.enum(['0', '1']).optional(),
})
export type InventoryQuery = z.output<typeof inventoryQuery>

export const importInventory = defineCall('POST /supporting_asset/inventory', {
  right: 'supporting_asset.write',
  summary: 'Import the services and components of one application from CycloneDX JSON, or tell what that would change',
  upload: { maxBytes: inventoryLimits.bytes },
  named: true,
  query: inventoryQuery,
  answer: objectAnswer(inventoryReport),
})
