import { z } from 'zod'
import { relationships } from '#areas/catalog/contract/mapping-set.ts'
import { defineCall } from '#kit/contract/call.ts'
import { objectAnswer } from '#kit/contract/row-schema.ts'

const id = z.int().min(1)
const text = z.string().nullable()

/** Percents that a pair of a mapping set is worth, read from the requirement that is to be linked: what answers more than it answers it whole. */
export const confidenceOf = { equal: 95, superset: 85, subset: 75, intersect: 60 } as const
/** What every further source that says the same adds; together they never make a certainty. */
export const agreement = 3
export const mostConfident = 99
/** Texts that are less alike than this say nothing: of what is left, nineteen in twenty lead to the right model (linking/precision.test.ts). */
export const leastLikeness = 50
/** Under this a suggestion is shown as a weak one. */
export const sureFrom = 70
/** What is accepted at one press is above this. */
export const acceptedAbove = 80

export const suggestionKinds = ['MAPPING', 'LIKENESS'] as const
export type SuggestionKind = (typeof suggestionKinds)[number]

const model = z.object({ id: z.int(), identifier: z.string(), name: text, measures: z.int() })
export type SuggestedModel = z.output<typeof model>
const place = { policy_id: z.int().nullable(), policy: text, control_id: z.int().nullable(), identifier: text, name: text }

const suggestion = z.object({
  control: z.int(),
  solution: z.int(),
  percent: z.int(),
  share: z.int(),
  kind: z.enum(suggestionKinds),
  /** The requirement elsewhere that says it; empty where the model's own text does. */
  policy: text,
  identifier: text,
})
export type Suggestion = z.output<typeof suggestion>

const versionSuggestions = z.object({
  /** How many models could be linked at all. */
  total: z.int(),
  models: z.array(model),
  /** The best first, three at most for a requirement; also those for links that are to be confirmed. */
  suggestions: z.array(suggestion),
  /** Who accepted the links that are to be confirmed, and when. */
  waiting: z.array(z.object({ control: z.int(), solution: z.int(), by: text, at: z.iso.datetime() })),
})
export type VersionSuggestions = z.output<typeof versionSuggestions>

/** One thing that speaks for a model: a pair of a mapping set, or texts that are alike. */
const source = z.object({
  kind: z.enum(suggestionKinds),
  percent: z.int(),
  relationship: z.enum(relationships).nullable(),
  mapping_set: text,
  ...place,
})
export type SuggestionSource = z.output<typeof source>

const controlSuggestions = z.object({
  description: text,
  /** Requirements of other policies that are paired with it, or read alike. */
  near: z.array(z.object(place)),
  suggestions: z.array(model.extend({ percent: z.int(), share: z.int(), kind: z.enum(suggestionKinds), sources: z.array(source) })),
})
export type ControlSuggestions = z.output<typeof controlSuggestions>

export const readSuggestions = defineCall('GET /policy_version/{id}/suggestions', {
  right: 'policy.link',
  summary: 'Suggest solutions for the requirements of a version, by mapping sets and by likeness of texts',
  answer: objectAnswer(versionSuggestions),
})
export const readSources = defineCall('GET /control/{id}/suggestions', {
  right: 'policy.link',
  summary: 'Suggest solutions for one requirement, with every source',
  answer: objectAnswer(controlSuggestions),
})

/** `edit` is what `POST /policy/{id}/undo_linking` takes back; null where nothing was done. */
const edit = objectAnswer(z.object({ edit: z.uuid().nullable(), links: z.int(), controls: z.array(z.int()) }))
const controls = z.array(id).min(1).max(5000)

export const linkRequirements = defineCall('POST /policy/{id}/link', {
  right: 'policy.link',
  summary: 'Link requirements with solutions; links that are there stay as they are',
  body: z.strictObject({
    links: z
      .array(z.strictObject({ control: id, solution: id, share: z.int().min(1).max(100).default(100) }))
      .min(1)
      .max(5000),
  }),
  answer: edit,
})
export const acceptSuggestions = defineCall('POST /policy/{id}/accept_suggestions', {
  right: 'policy.link',
  summary: 'Link requirements that have no solution with the first that is suggested, to be confirmed',
  body: z.strictObject({ policy_version: id, above: z.int().min(0).max(99).default(acceptedAbove), controls: controls.optional() }),
  answer: edit,
})
export const modelsForRequirements = defineCall('POST /policy/{id}/models_for_requirements', {
  right: 'policy.link',
  summary: 'Create one solution for each of these requirements, named after it',
  body: z.strictObject({ controls }),
  answer: edit,
})
export const undoLinking = defineCall('POST /policy/{id}/undo_linking', {
  right: 'policy.link',
  summary: 'Take back what one linking did, where nobody has changed it since',
  body: z.strictObject({ edit: z.uuid() }),
  answer: objectAnswer(z.object({ links: z.int(), kept: z.int() })),
})
