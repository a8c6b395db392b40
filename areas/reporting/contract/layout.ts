import { z } from 'zod'
import { askSchema, courseSteps, spans } from '#kit/contract/source.ts'

/** What a block shows, in the order of the builder's library (DSH-14). */
export const blockTypes = ['KPI', 'GAUGE', 'LINE', 'BAR', 'PIE', 'RADAR', 'TABLE', 'TOP', 'TEXT', 'POLICY_SCORE', 'RISK_MATRIX', 'COMPARISON'] as const
export type BlockType = (typeof blockTypes)[number]

/** The most sections of a dashboard, and blocks in all of them. */
export const [mostSections, mostBlocks] = [20, 60] as const

const id = z.string().regex(/^[a-z0-9]{6,32}$/)
const title = z.string().trim().max(128).nullable().default(null)
const words = z.string().trim().max(4000).nullable().default(null)

/** A line to reach: a number, or what the objective of what is shown says. */
const target = z.discriminatedUnion('kind', [z.strictObject({ kind: z.literal('FIXED'), value: z.number() }), z.strictObject({ kind: z.literal('OBJECTIVE') })])

export const blockSchema = z.strictObject({
  id,
  type: z.enum(blockTypes),
  title_en: title,
  title_fr: title,
  /** Of every block but a text. */
  ask: askSchema.nullable().default(null),
  /** In place of the dashboard's. */
  span: z.enum(spans).nullable().default(null),
  step: z.enum(courseSteps).default('MONTH'),
  /** Columns of its section, and how high. */
  width: z.int().min(1).max(4).default(1),
  height: z.enum(['SMALL', 'MEDIUM', 'LARGE']).default('MEDIUM'),
  target: target.nullable().default(null),
  /** Told beside it: the period before. */
  compared: z.boolean().default(false),
  /** What somebody says of it, kept with each version; of a text block the text itself. */
  text_en: words,
  text_fr: words,
})
export type Block = z.output<typeof blockSchema>

export const sectionSchema = z.strictObject({
  id,
  title_en: title,
  title_fr: title,
  columns: z.int().min(1).max(4).default(2),
  blocks: z.array(blockSchema).max(mostBlocks).default([]),
})
export type Section = z.output<typeof sectionSchema>

const ids = ({ sections }: { readonly sections: readonly Section[] }) => sections.flatMap((section) => [section.id, ...section.blocks.map((block) => block.id)])

export const layoutSchema = z
  .strictObject({ sections: z.array(sectionSchema).max(mostSections).default([]) })
  .refine((layout) => new Set(ids(layout)).size === ids(layout).length, { params: { key: 'reporting.errors.twice' } })
  .refine(({ sections }) => sections.reduce((sum, { blocks }) => sum + blocks.length, 0) <= mostBlocks, {
    params: { key: 'reporting.errors.blocks', values: { count: mostBlocks } },
  })
export type Layout = z.output<typeof layoutSchema>

/** All blocks, in the order in which they are read. */
export const blocksOf = ({ sections }: Layout): readonly Block[] => sections.flatMap(({ blocks }) => blocks)
