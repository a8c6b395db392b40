import { z } from 'zod'
import { defineCall } from '#kit/contract/call.ts'
import { messageAnswer } from '#kit/contract/row-schema.ts'
import { pageBodySchema } from '#kit/contract/list-query.ts'
import { perimeterAggregations, timeAggregations } from '#areas/catalog/contract/aggregate.ts'
import { dayOrHour } from './hour.ts'
import { periodicities } from './period.ts'

const id = z.int().min(1).max(Number.MAX_SAFE_INTEGER)
const day = z.iso.date()
/** Where a value came from (MET-05). */
export const valueSources = ['MANUAL', 'IMPORT', 'CONNECTOR', 'API', 'AUTO'] as const

/** As many as are pasted at once. */
export const mostValues = 2000
/** Periods that a grid shows side by side. */
export const mostPeriods = 60

const cell = z.object({
  perimeter: z.int(),
  period: dayOrHour,
  /** Null: it was emptied. */
  value: z.number().nullable(),
  comment: z.string().nullable(),
  source: z.enum(valueSources),
  version: z.int(),
  /** How much evidence it shows. */
  proofs: z.int(),
  author: z.object({ id: z.int(), name: z.string() }).nullable(),
  at: z.string(),
})
export type Cell = z.infer<typeof cell>

const defined = z.object({
  id: z.int(),
  identifier: z.string(),
  name: z.string().nullable(),
  unit: z.string().nullable(),
  decimals: z.int(),
  minimum: z.number().nullable(),
  maximum: z.number().nullable(),
  target: z.number().nullable(),
  with_levels: z.boolean(),
  periodicity: z.enum(periodicities),
  time_aggregation: z.enum(timeAggregations),
  perimeter_aggregation: z.enum(perimeterAggregations),
  due_days: z.int(),
  /** Nobody enters its values. */
  is_auto: z.boolean(),
  formula: z.string().nullable(),
  /** By which hours are counted. */
  time_zone: z.string(),
})
export type GridMetric = z.infer<typeof defined>

/** A metric as it stands in one place and period, with what whoever gives its value needs. */
export const metricAt = defined.pick({ id: true, identifier: true, name: true, unit: true, decimals: true, minimum: true, maximum: true }).extend({
  period: dayOrHour,
  value: z.number().nullable(),
  comment: z.string().nullable(),
  /** 0: no value yet. */
  version: z.int(),
  may_enter: z.boolean(),
})
export type MetricAt = z.infer<typeof metricAt>

const place = z.object({
  id: z.int(),
  name: z.string(),
  depth: z.int(),
  /** The nearest of these places that it lies below. */
  parent: z.int().nullable(),
  /** Whether it has values of its own; else it is there to bring together what lies below it. */
  own: z.boolean(),
  may_enter: z.boolean(),
})
export type Place = z.infer<typeof place>

const period = z.object({
  /** An hour where it is measured by the hour. */
  start: dayOrHour,
  end: day,
  /** The last day on which its values are not late. */
  due: day,
  state: z.enum(['BEFORE', 'CLOSED', 'OPEN', 'CURRENT', 'FUTURE']),
})
export type GridPeriod = z.infer<typeof period>

/** A metric as it is filled in: its places, the periods from one day to another, and what was entered (MET-15). */
export const readGrid = defineCall('GET /metric/{id}/grid', {
  right: 'metric.read',
  summary: 'Read the values of a metric by perimeter and period',
  query: z.strictObject({ from: day.optional(), to: day.optional() }),
  answer: z.object({
    object: z.object({
      metric: defined,
      places: z.array(place),
      periods: z.array(period),
      cells: z.array(cell),
      /** Of a metric whose latest value holds: the last one before these periods, place by place. */
      carried: z.array(z.object({ perimeter: z.int(), period: day, value: z.number() })),
    }),
  }),
})
/** The same as Excel, in the form that an import takes. */
export const downloadGrid = defineCall('GET /metric/{id}/values', {
  right: 'metric.read',
  costly: true,
  summary: 'Download the values of a metric as Excel',
  query: z.strictObject({ from: day.optional(), to: day.optional() }),
  download: true,
  answer: z.unknown(),
})
export type Grid = z.infer<typeof readGrid.answer>['object']

const missing = z.object({
  id: z.int(),
  identifier: z.string(),
  name: z.string().nullable(),
  unit: z.string().nullable(),
  periodicity: z.enum(periodicities),
  /** Vigie works its values out or counts them: none is missing. */
  is_auto: z.boolean(),
  /** Values of periods that are over and nobody gave, in the perimeters that the reader may fill in or look at. */
  missing: z.int(),
  /** Of these, the ones whose day has gone by. */
  late: z.int(),
})
export type EntryLine = z.infer<typeof missing>

/** What there is to fill in, the metric with most missing values first. */
export const listEntry = defineCall('POST /metric/workload', {
  reads: true,
  right: 'metric.read',
  summary: 'List the metrics of a list by the values that are missing',
  body: pageBodySchema,
  answer: z.object({ objects: z.array(missing) }),
})

const given = z.strictObject({
  perimeter_id: id,
  /** Any day of the period; of what is measured by the hour, the hour. */
  period: dayOrHour,
  value: z.number().nullable(),
  comment: z.string().trim().max(1000).nullish(),
  /** That its writer saw; 0: there was no value. Absent: whatever there is. */
  version: z.int().min(0).optional(),
  /** Evidence that it shows, in place of what it showed so far; absent: that stays. */
  proofs: z.array(id).max(20).optional(),
})
export type GivenValue = z.input<typeof given>

/** One value, or several at once: all of them or none, and what is wrong is told of each (MET-16). */
const oneOrMore = z.union([z.strictObject({ values: z.array(given).min(1).max(mostValues) }), given])
export type GivenValues = z.output<typeof oneOrMore>

/** Values of one metric, whatever stands there (MET-16). */
export const enterValues = defineCall('POST /metric/{id}/value', {
  right: 'metric.enter',
  refusal: 'metrics.errors.no_value_right',
  summary: 'Enter, correct or empty values of a metric',
  body: oneOrMore,
  answer: z.object({ objects: z.array(cell) }),
})

/** The same of values that there are, as their writer saw them where that is said: what was is kept (MET-16). */
export const correctValues = defineCall('PUT /metric/{id}/value', {
  right: 'metric.enter',
  refusal: 'metrics.errors.no_value_right',
  summary: 'Correct values of a metric',
  body: oneOrMore,
  answer: z.object({ objects: z.array(cell) }),
})

/** One value before it is given, as it is typed (FRM-02): whether it is a number that the metric takes; with a perimeter and a day, whether it may be given there and then. */
export const checkMetricValue = defineCall('POST /validate/metric_value', {
  reads: true,
  right: 'metric.read',
  summary: 'Check a value of a metric before it is entered',
  body: z.strictObject({ id, value: z.string().max(64), perimeter_id: id.optional(), additional_value: dayOrHour.optional() }),
  answer: messageAnswer,
})

/** What a value was before it was corrected, the newest first; the current one is the first of them. */
export const readFormer = defineCall('GET /metric/{id}/value', {
  right: 'metric.read',
  summary: 'Read a value with its former values',
  query: z.strictObject({ perimeter_id: z.coerce.number().pipe(id), period: dayOrHour }),
  answer: z.object({ objects: z.array(cell) }),
})

const proofs = z.object({
  objects: z.array(z.object({ id: z.int(), name: z.string() })),
  /** Evidence besides that the reader may not open. */
  hidden: z.int(),
})
export type Proofs = z.infer<typeof proofs>

/** The evidence that shows that a value is right (MET-15). */
export const readProofs = defineCall('GET /metric/{id}/proof', {
  right: 'metric.read',
  summary: 'Read the evidence of a value',
  query: z.strictObject({ perimeter_id: z.coerce.number().pipe(id), period: dayOrHour }),
  answer: proofs,
})

/** In place of the evidence that it showed so far. */
export const proveValue = defineCall('PUT /metric/{id}/proof', {
  right: 'metric.enter',
  refusal: 'metrics.errors.no_value_right',
  summary: 'Show evidence as proof of a value',
  body: z.strictObject({ perimeter_id: id, period: dayOrHour, evidences: z.array(id).max(20) }),
  answer: proofs,
})

/** A metric over time for a perimeter and all below it, in its own rhythm or a slower one (MET-21). */
export const readGraph = defineCall('GET /metric/{id}/graph', {
  right: 'metric.read',
  summary: 'Read the course of a metric over a perimeter and all below it',
  query: z.strictObject({
    perimeter_id: z.coerce.number().pipe(id).optional(),
    from: day.optional(),
    to: day.optional(),
    periodicity: z.enum(periodicities).optional(),
  }),
  answer: z.object({
    object: z.object({
      metric: defined,
      places: z.array(z.object({ id: z.int(), name: z.string(), depth: z.int() })),
      perimeter: z.int().nullable(),
      periodicity: z.enum(periodicities),
      points: z.array(z.object({ start: dayOrHour, value: z.number().nullable(), count: z.int() })),
    }),
  }),
})
