import { z } from 'zod'
import { nodeTypes } from './types.ts'

const warning = z.object({
  code: z.enum(['LATE']),
  /** Since when. */
  days: z.int(),
  /** What it is about, where that is linked to the object and not the object itself. */
  of: z.string().nullable(),
})
export type TreeWarning = z.output<typeof warning>

const score = z.object({
  value: z.number(),
  /** Of the level that it has; null where the scale has none. */
  color: z.string().nullable(),
  /** LEVEL: the value of a level, out of no hundred. */
  unit: z.enum(['POINTS', 'PERCENT', 'LEVEL']),
  tooltip: z.string(),
})
export type TreeScore = z.output<typeof score>

export const treeNode = z.object({
  id: z.int(),
  type: z.enum(nodeTypes),
  area: z.string(),
  identifier: z.string().nullable(),
  name: z.string(),
  /** What it is called beside what it hangs on: a measure below its model by its perimeter. */
  label: z.string(),
  weight: z.number(),
  /** Its place among its siblings. */
  order: z.int(),
  score: score.nullable(),
  warnings: z.array(warning),
  state: z.object({ field: z.string(), value: z.string() }).nullable(),
  manager: z.string().nullable(),
  /** A perimeter without what the root is about, shown when all are asked for. */
  missing: z.boolean(),
  get children(): z.ZodArray<typeof treeNode> {
    return z.array(treeNode)
  },
})
export type TreeNode = z.output<typeof treeNode>

/** An object within a tree. */
const end = z.object({ type: z.enum(nodeTypes), id: z.int() })

export const treeAnswer = z.object({
  object: treeNode,
  /** Objects shown, and found up to where the tree became full. */
  shown: z.int(),
  total: z.int(),
  /** Links between shown objects that are not those of the tree. */
  links: z.array(z.object({ from: end, to: end })),
})
export type Tree = z.output<typeof treeAnswer>

export const treeQuery = z.strictObject({
  /** Of a measure's model: also the perimeters without the measure. */
  show_all: z.enum(['0', '1', 'true', 'false']).optional(),
  /** Only what lies in this perimeter or below. */
  perimeter: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
})
