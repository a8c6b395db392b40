import { z } from 'zod'
import { defineCall } from '#kit/contract/call.ts'
import { objectAnswer } from '#kit/contract/row-schema.ts'
import { maxLibraryBytes } from './calls.ts'

/** What a column of a sheet can be chosen for. */
export const sheetParts = ['reference', 'title', 'text', 'level', 'group', 'weight'] as const
export type SheetPart = (typeof sheetParts)[number]

const column = z.int().min(0).max(16_383).nullable()
/** How a framework is read from a sheet of any form: which columns say what, by position, and what the framework is called. */
export const sheetChoice = z.strictObject({
  /** Of the sheet's headings, as whoever looked at it was told. */
  shape: z.string().regex(/^[0-9a-f]{64}$/),
  sheet: z.string().max(100),
  columns: z.strictObject({ reference: column, title: column, text: column, level: column, group: column, weight: column }),
  identifier: z.string().trim().min(1).max(60),
  name: z.string().trim().min(1).max(200),
  language: z.enum(['en', 'fr']),
  version: z.int().min(0).max(1_000_000),
})
export type SheetChoice = z.output<typeof sheetChoice>

/** Before anybody has named the framework. */
const begunChoice = sheetChoice.extend({ identifier: z.string(), name: z.string() })

export const lookedAtSheets = z.object({
  /** Whether the workbook is of the open form, which needs no choice. */
  form: z.boolean(),
  /** None where a choice is sent: whoever chooses has seen them. */
  sheets: z.array(
    z.object({
      name: z.string(),
      headings: z.array(z.string()),
      /** Below the headings. */
      lines: z.int(),
      /** The first lines, as they are shown. */
      sample: z.array(z.array(z.string())),
      /** What was chosen the last time that a sheet had these headings, or what they suggest. */
      choice: begunChoice,
      remembered: z.boolean(),
    }),
  ),
  /** What the choice that was sent makes of the sheet: the first lines of the tree. */
  tree: z.array(z.object({ depth: z.int(), reference: z.string().nullable(), name: z.string(), requirement: z.boolean(), weight: z.int().nullable() })),
  /** Requirements in all. */
  requirements: z.int(),
  faults: z.array(z.object({ message: z.string() })),
})
export type LookedAtSheets = z.output<typeof lookedAtSheets>

export const lookAtSheet = defineCall('POST /library/sheet', {
  reads: true,
  right: 'library.import',
  summary: 'Look at the sheets of a workbook: their headings, and the framework that chosen columns would make',
  query: z.strictObject({ columns: z.string().max(4000).optional() }),
  upload: { maxBytes: maxLibraryBytes },
  answer: objectAnswer(lookedAtSheets),
})
