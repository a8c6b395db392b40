import { z } from 'zod'
import { defineCall } from '#kit/contract/call.ts'
import { choice, decimal, rows } from '#kit/contract/field.ts'
import { listQuerySchema } from '#kit/contract/list-query.ts'

/** When a risk is what it is estimated to be: without any measure, as things are, and once what is planned is done. */
export const estimateMoments = ['BEFORE', 'NOW', 'AFTER'] as const
export type EstimateMoment = (typeof estimateMoments)[number]
export const estimateBounds = ['low', 'likely', 'high'] as const

/** Times a year; what happens more often is estimated as one loss for the whole. */
const frequency = decimal({ min: 0, max: 1000, decimals: 3, need: 'required' })
/** k€ each time. */
const loss = decimal({ min: 0, max: 1_000_000_000, need: 'required', unit: 'keuro' })

/** How often a risk happens and what it costs, as ranges: optional, and a line for each moment that is thought of. */
export const estimates = rows(
  {
    moment: choice(estimateMoments, { need: 'required' }),
    frequency_low: frequency,
    frequency_likely: frequency,
    frequency_high: frequency,
    loss_low: loss,
    loss_likely: loss,
    loss_high: loss,
  },
  { max: estimateMoments.length },
)

const moment = z.object({
  /** Euros a year: what is expected, in closed form, and how far the mean of the simulated years may be from it as a standard deviation. */
  mean: z.number(),
  error: z.number(),
  /** Share of the years in which nothing happens. */
  quiet: z.number(),
  /** What a year costs at most with so many percent of probability. */
  percentiles: z.object({ 50: z.number(), 75: z.number(), 90: z.number(), 95: z.number(), 99: z.number() }),
  /** Mean of the worst twentieth of the years. */
  worst: z.number(),
})

export const quantification = z.object({
  /** What the figures can be had again from. */
  seed: z.int(),
  years: z.int(),
  /** Of so many open risks that the reader finds, so many are estimated. */
  risks: z.int(),
  estimated: z.int(),
  /** Whether any risk is estimated for that moment itself; where one is not, it is as now. */
  told: z.object({ before: z.boolean(), after: z.boolean() }),
  moments: z.object({ before: moment, now: moment, after: moment }),
  /** How probable it is that a year costs as much or more. */
  curve: z.array(z.object({ loss: z.number(), before: z.number(), now: z.number(), after: z.number() })),
  /** The dearest first; in euros a year, now in closed form, after treatment, and on average in the worst twentieth of all years. */
  contributions: z.array(
    z.object({ id: z.int(), identifier: z.string(), name: z.string().nullable(), now: z.number(), after: z.number(), worst: z.number(), happens: z.number() }),
  ),
  /** What the actions of these risks save in a year, for how many k€, for each k€, and after how many months they have paid for themselves. */
  worth: z.object({ saved: z.number(), cost: z.number(), per_kilo_euro: z.number().nullable(), months: z.number().nullable() }),
})
export type Quantification = z.infer<typeof quantification>

const answer = z.object({ object: quantification.nullable() })

export const quantifyRisk = defineCall('GET /risk/{id}/quantification', {
  right: 'risk.read',
  summary: 'Simulate what a risk costs in a year; null where it is not estimated',
  answer,
})
export const quantifyRegister = defineCall('POST /risk_register/{id}/quantification', {
  reads: true,
  right: 'risk.read',
  summary: 'Simulate what the open risks of a register cost together in a year; null where none is estimated',
  body: z.strictObject({ queryParams: listQuerySchema.pick({ filters: true, global_search: true }).prefault({}) }),
  answer,
})
