import { z } from 'zod'
import { looks, type StatusLook } from '#kit/contract/status-looks.ts'
import { referenceSchema } from '#kit/contract/row-schema.ts'

/** How a requirement stands in a perimeter. */
export const requirementStates = ['IMPLEMENTED', 'PARTIAL', 'PLANNED', 'NO_MEASURE', 'EXCLUDED', 'OUT_OF_LEVEL'] as const
export type RequirementState = (typeof requirementStates)[number]
/** How each looks, on screens and on paper. */
export const stateLooks: Readonly<Record<RequirementState, StatusLook>> = {
  IMPLEMENTED: looks.done,
  PARTIAL: looks.ongoing,
  PLANNED: looks.planned,
  NO_MEASURE: looks.waiting,
  EXCLUDED: looks.off,
  OUT_OF_LEVEL: { tone: 'off', glyph: 'dashed' },
}
const state = z.enum(requirementStates)

/** Days before its end from which a proof is said to end soon. */
export const proofWarning = 30

const person = z.object({ id: z.int(), name: z.string() })
const justification = z.object({
  /** Of the inclusion or of the exclusion. */
  id: z.int(),
  version: z.int(),
  text: z.string(),
  author: person.nullable(),
  at: z.iso.datetime(),
})
const measureLine = z.object({
  id: z.int(),
  identifier: z.string(),
  name: z.string().nullable(),
  /** Who operates it, where it is another perimeter. */
  by: z.string().nullable(),
})
export const statementLine = z.object({
  lineage_id: z.int(),
  control: referenceSchema,
  identifier: z.string().nullable(),
  name: z.string().nullable(),
  group: z.string().nullable(),
  state,
  /** 0–100, of applicable requirements. */
  performance: z.number().nullable(),
  measures: z.array(measureLine),
  proofs: z.object({ valid: z.int(), /** The first day on which one of them is valid no more. */ ends: z.string().nullable(), soon: z.boolean() }),
  /** How many pieces of evidence are behind its measures, ended ones too, as far as the reader may open them. */
  evidence: z.int(),
  justification: justification.nullable(),
  /** What the version compared with said, where it said something else. */
  was: z.object({ state, justification: z.string().nullable() }).nullable(),
  /** Against the last approved version. */
  approval: z.enum(['APPROVED', 'CHANGED', 'NEW']),
})
export type StatementLine = z.output<typeof statementLine>

const version = z.object({
  number: z.int(),
  request: z.int(),
  at: z.iso.datetime(),
  by: person.nullable(),
  /** Approved by its author: nobody else could. */ alone: z.boolean(),
})
export const statement = z.object({
  application: z.object({ id: z.int(), label: z.string(), policy: referenceSchema, perimeter: referenceSchema, version: z.string() }),
  lines: z.array(statementLine),
  /** Approved ones, newest first. */
  versions: z.array(version),
  /** The version that `was` tells of. */
  against: z.int().nullable(),
  request: z
    .object({
      id: z.int(),
      at: z.iso.datetime(),
      by: person.nullable(),
      comment: z.string().nullable(),
      /** The statement is another by now. */ stale: z.boolean(),
    })
    .nullable(),
  /** The reason of the last rejection, until it is asked anew. */
  rejected: z.object({ by: person.nullable(), at: z.iso.datetime(), reason: z.string().nullable() }).nullable(),
  may: z.object({ write: z.boolean(), ask: z.boolean(), decide: z.boolean(), /** Nobody else could decide what this reader asks for. */ alone: z.boolean() }),
})
export type Statement = z.output<typeof statement>

export const statementFilters = ['ALL', 'APPLICABLE', 'EXCLUDED', 'NO_MEASURE', 'TO_JUSTIFY', 'TO_PROVE', 'CHANGED'] as const
export type StatementFilter = (typeof statementFilters)[number]

const applies = ({ state: is }: StatementLine) => is !== 'EXCLUDED' && is !== 'OUT_OF_LEVEL'

const tests: Readonly<Record<StatementFilter, (line: StatementLine) => boolean>> = {
  ALL: () => true,
  APPLICABLE: applies,
  EXCLUDED: ({ state: is }) => is === 'EXCLUDED',
  NO_MEASURE: ({ state: is }) => is === 'NO_MEASURE',
  // What the level leaves out needs no reason of its own.
  TO_JUSTIFY: ({ state: is, justification: why }) => is !== 'OUT_OF_LEVEL' && why === null,
  TO_PROVE: (line) => applies(line) && line.proofs.valid === 0,
  CHANGED: ({ approval }) => approval !== 'APPROVED',
}

const fold = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLowerCase()

/** Whether a line is shown; every word of the search is in its requirement, group, measures or reason. */
export function matches(line: StatementLine, show: StatementFilter, search: string): boolean {
  if (!tests[show](line)) return false
  if (search.trim() === '') return true
  const text = fold(
    [line.identifier, line.name, line.group, line.justification?.text, ...line.measures.flatMap(({ identifier, name }) => [identifier, name])].join(' '),
  )
  return fold(search)
    .split(/\s+/)
    .every((word) => text.includes(word))
}

export const countLines = (lines: readonly StatementLine[], show: StatementFilter) => lines.filter((line) => tests[show](line)).length

const isDecided = ({ state: is, justification: why }: StatementLine) => is !== 'NO_MEASURE' || why !== null

export const statementSteps = ['DECIDED', 'JUSTIFIED', 'PROVEN', 'APPROVED'] as const
export type StatementStep = (typeof statementSteps)[number]
/** How far each step is. */
export function stepsOf(lines: readonly StatementLine[]): Record<StatementStep, { readonly done: number; readonly of: number }> {
  const [all, applicable] = [lines.length, countLines(lines, 'APPLICABLE')]
  return {
    // Without a measure and without a word, nobody has said what becomes of a requirement.
    DECIDED: { done: lines.filter(isDecided).length, of: all },
    JUSTIFIED: { done: all - countLines(lines, 'TO_JUSTIFY'), of: all },
    PROVEN: { done: applicable - countLines(lines, 'TO_PROVE'), of: applicable },
    APPROVED: { done: all - countLines(lines, 'CHANGED'), of: all },
  }
}
