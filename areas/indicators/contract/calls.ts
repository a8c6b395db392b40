import { z } from 'zod'
import { defineCall } from '#kit/contract/call.ts'
import { pageBodySchema } from '#kit/contract/list-query.ts'
import { valueSources } from '#areas/metrics/contract/calls.ts'
import { functionNames } from '#areas/catalog/contract/formula/parser.ts'
import { periodicities } from '#areas/metrics/contract/period.ts'
import { aggregationsOfPlaces, indicatorTypes } from './types.ts'

const id = z.int().min(1).max(Number.MAX_SAFE_INTEGER)
const day = z.iso.date()
/** Periods that are shown side by side. */
export const mostPeriods = 120
/** Metrics that are offered for two letters. */
export const mostOffered = 12
/** Entries that an explanation names; it counts the others. */
export const mostEntries = 40

const level = z.object({
  value: z.int(),
  name_en: z.string().nullable(),
  name_fr: z.string().nullable(),
  color: z.string().nullable(),
  low: z.int().optional(),
  high: z.int().optional(),
})
const place = z.object({ id: z.int(), name: z.string(), depth: z.int(), parent: z.int().nullable() })
export type IndicatorPlace = z.infer<typeof place>

/** A formula as it is written: what is wrong and where, or what it amounts to in the last period that is over (IND-05). */
export const checkIndicatorFormula = defineCall('POST /validate/indicator_formula', {
  reads: true,
  right: 'indicator.read',
  summary: 'Check the formula of an indicator and work it out',
  body: z.strictObject({
    formula: z.string().max(20_000),
    type: z.enum(indicatorTypes).default('PERFORMANCE'),
    periodicity: z.enum(periodicities).default('MONTHLY'),
    perimeter_aggregation: z.enum(aggregationsOfPlaces).default('FORMULA'),
    /** The indicator that is being changed: its perimeters count. */
    id: id.optional(),
    perimeter_id: id.optional(),
    period: day.optional(),
  }),
  answer: z.object({
    object: z.object({
      faults: z.array(z.object({ message: z.string(), at: z.int(), end: z.int() })),
      terms: z.array(
        z.object({ metric: z.string(), how: z.enum(functionNames).nullable(), name: z.string(), unit: z.string().nullable(), value: z.number().nullable() }),
      ),
      period: day,
      perimeter: place.nullable(),
      value: z.number().nullable(),
      computed: z.number().nullable(),
      /** Why there is no value. */
      why: z.string().nullable(),
      /** What is saved for the same perimeter and period. */
      before: z.number().nullable(),
    }),
  }),
})
export type FormulaCheck = z.infer<typeof checkIndicatorFormula.answer>['object']

/** Metrics that a formula could go on with. */
export const completeFormula = defineCall('GET /indicator/completion', {
  right: 'indicator.read',
  summary: 'Offer metrics for a formula',
  query: z.strictObject({ q: z.string().trim().min(2).max(64), periodicity: z.enum(periodicities) }),
  answer: z.object({
    objects: z.array(
      z.object({
        identifier: z.string(),
        name: z.string(),
        unit: z.string().nullable(),
        periodicity: z.enum(periodicities),
        /** Whether its rhythm suits. */
        fits: z.boolean(),
      }),
    ),
  }),
})
export type Offered = z.infer<typeof completeFormula.answer>['objects'][number]

/** An indicator over time in each of its perimeters, with its levels. */
export const readBoard = defineCall('GET /indicator/{id}/board', {
  right: 'indicator.read',
  summary: 'Read the values of an indicator by perimeter and period',
  query: z.strictObject({ from: day.optional(), to: day.optional() }),
  answer: z.object({
    object: z.object({
      periodicity: z.enum(periodicities),
      target: z.number().nullable(),
      unit: z.string().nullable(),
      type: z.enum(indicatorTypes),
      /** Name of the scale; null: the default one. */
      scale: z.string().nullable(),
      /** As this indicator reads them, lowest first; of activity there are none. */
      levels: z.array(level),
      places: z.array(place),
      periods: z.array(z.object({ start: day, current: z.boolean() })),
      /** By place, then by period: thousands of values are columns, not objects. */
      values: z.array(z.array(z.number().nullable())),
      /** What came out beyond 0 to 100, where it did. */
      clamped: z.array(z.object({ perimeter: z.int(), period: day, computed: z.number() })),
      recalculating: z.boolean(),
    }),
  }),
})
export type Board = z.infer<typeof readBoard.answer>['object']

const entry = z.object({
  perimeter: z.string(),
  period: day,
  value: z.number(),
  source: z.enum(valueSources),
  author: z.string().nullable(),
  at: z.string(),
  comment: z.string().nullable(),
})

/** One value down to what was entered. */
export const explainValue = defineCall('GET /indicator/{id}/explanation', {
  standby: true,
  right: 'indicator.read',
  costly: true,
  summary: 'Explain a value of an indicator',
  query: z.strictObject({ perimeter_id: z.coerce.number().pipe(id), period: day }),
  answer: z.object({
    object: z.object({
      perimeter: z.string(),
      period: day,
      value: z.number().nullable(),
      computed: z.number().nullable(),
      /** Whose value it is instead, while this period has none. */
      carried: z.object({ period: day, value: z.number() }).nullable(),
      why: z.string().nullable(),
      formula: z.string().nullable(),
      terms: z.array(
        z.object({
          metric: z.string(),
          metric_id: z.int(),
          how: z.enum(functionNames).nullable(),
          name: z.string(),
          unit: z.string().nullable(),
          value: z.number().nullable(),
          entries: z.array(entry),
          /** All there are, those of perimeters that the reader may not look at among them. */
          count: z.int(),
        }),
      ),
      children: z.array(z.object({ id: z.int(), name: z.string(), value: z.number().nullable() })),
      /** The highest perimeter with this one and without it. */
      group: z.object({ name: z.string(), value: z.number(), without: z.number().nullable() }).nullable(),
      measures: z.int(),
    }),
  }),
})
export type Explanation = z.infer<typeof explainValue.answer>['object']

/** Cards of a page at first, and at most. */
export const [cardsShown, mostCards] = [100, 1000]
/** How the indicators of a list stand: the latest values at the highest perimeter that the reader looks at (IND-13). */
export const listCards = defineCall('POST /indicator/stats', {
  reads: true,
  right: 'indicator.read',
  summary: 'Tell how the indicators of a list stand',
  body: pageBodySchema,
  answer: z.object({
    objects: z.array(
      z.object({
        id: z.int(),
        identifier: z.string(),
        name: z.string(),
        type: z.enum(indicatorTypes),
        periodicity: z.enum(periodicities),
        unit: z.string().nullable(),
        target: z.number().nullable(),
        levels: z.array(level),
        perimeter: z.string().nullable(),
        points: z.array(z.object({ start: day, value: z.number() })),
        /** The last period that is over has no value: the latest is carried forward. */
        stale: z.boolean(),
        recalculating: z.boolean(),
      }),
    ),
    /** All indicators of the list, those that are not among these too. */
    total: z.int(),
  }),
})
export type Card = z.infer<typeof listCards.answer>['objects'][number]
