import { z } from 'zod'
import { defineCall } from '#kit/contract/call.ts'
import { rowSchema } from '#kit/contract/row-schema.ts'
import { changeKinds } from './compare.ts'
import { riskAnalysis } from './risk-analysis.ts'

const version = z.int().min(1).optional()
const row = z.object({ object: rowSchema(riskAnalysis) })
const named = z.object({ id: z.int(), name: z.string().nullable() })

/** What carries the chosen values, or what concerns the chosen assets. */
export const proposedParts = ['supporting_assets', 'threats'] as const

/** What could be added in one step, and is not there. */
export const readProposal = defineCall('GET /risk_analysis/{id}/proposal', {
  right: 'risk_analysis.read',
  summary: 'Count the assets that carry the values of an analysis, and the threats that concern its assets',
  answer: z.object({ object: z.object({ supporting_assets: z.int(), threats: z.int() }) }),
})
export const addProposed = defineCall('POST /risk_analysis/{id}/propose', {
  right: 'risk_analysis.write',
  summary: 'Add all assets that carry the values of an analysis, or all threats that concern its assets',
  body: z.strictObject({ part: z.enum(proposedParts), version }),
  answer: row,
})

export const linkExisting = defineCall('POST /risk_analysis/{id}/measures', {
  right: 'risk_scenario.write',
  summary: 'Link to the retained scenarios of an analysis the measures of their places that their threats say to help',
  body: z.strictObject({ version }),
  answer: z.object({ object: z.object({ scenarios: z.int(), measures: z.int() }) }),
})

const generation = z.object({
  object: z.object({
    running: z.boolean(),
    /** By the last run, once it has ended; failed: it gave up. */
    made: z.int().nullable(),
    removed: z.int().nullable(),
    failed: z.boolean(),
    /** Pairs of assets and threats without a scenario, and generated scenarios that nobody touched whose asset or threat has left. */
    missing: z.int(),
    obsolete: z.int(),
  }),
})
/** How far laying out is, and whether it would do anything. */
export const readGeneration = defineCall('GET /risk_analysis/{id}/generation', {
  right: 'risk_analysis.read',
  summary: 'Tell how far the scenarios of an analysis are laid out',
  answer: generation,
})
/** In the background. */
export const generateScenarios = defineCall('POST /risk_analysis/{id}/generate', {
  right: 'risk_scenario.write',
  summary: 'Lay out the scenarios of an analysis: each of its assets with each threat that concerns it',
  body: z.strictObject({ version }),
  answer: generation,
})

/** What validating does to the register. */
export const publicationStates = ['CREATED', 'UPDATED', 'KEPT'] as const
export const publicationLacks = ['none_retained', 'without_level', 'register', 'other_scale', 'archived'] as const
export const readPublication = defineCall('GET /risk_analysis/{id}/publication', {
  right: 'risk_analysis.read',
  summary: 'Tell what validating an analysis would write into its register, and what it still lacks',
  answer: z.object({
    object: z.object({
      complete: z.boolean(),
      lacks: z.array(z.object({ key: z.enum(publicationLacks), count: z.int() })),
      created: z.int(),
      updated: z.int(),
      kept: z.int(),
    }),
  }),
})
export const validateAnalysis = defineCall('POST /risk_analysis/{id}/validate', {
  right: 'risk_analysis.write',
  summary: 'Validate an analysis: what is retained becomes risks of its register, without doubling those that are there',
  body: z.strictObject({ version }),
  answer: row,
})

const side = z.object({ scenario: z.int(), probability: z.int().nullable(), impact: z.int().nullable(), level: z.int().nullable() })
/** What the former study of the same perimeter had, and this one. */
export const compareAnalyses = defineCall('GET /risk_analysis/{id}/comparison', {
  right: 'risk_analysis.read',
  summary: 'Compare what an analysis retains with the one before it',
  answer: z.object({
    object: z.object({
      previous: named.nullable(),
      lines: z.array(z.object({ kind: z.enum(changeKinds), asset: named, threat: named, now: side.nullable(), before: side.nullable() })),
    }),
  }),
})
