import { z } from 'zod'
import { defineCall } from '#kit/contract/call.ts'

export { trialDays, trialTone } from './trial-tone.ts'

/** Add-ons that may be tried (GEN-09). */
export const optionTypes = ['RISK_ANALYSIS', 'ISP'] as const
export type OptionType = (typeof optionTypes)[number]

/** What the session's properties call each add-on. */
export const optionProperties = { RISK_ANALYSIS: 'risk_analysis_enable', ISP: 'isp_enable' } as const satisfies Record<OptionType, string>

/** The trial of one add-on, as the session tells it too (SHL-21). */
export const customerOptionSchema = z.object({
  id: z.int(),
  type: z.enum(optionTypes),
  status: z.enum(['ON_TRIAL', 'EXPIRED', 'DISMISSED']),
  /** Whole days left. */
  count_down: z.int(),
  date_start: z.string(),
  dismissed: z.boolean(),
  send_reminder: z.boolean(),
})
export type CustomerOption = z.infer<typeof customerOptionSchema>

const answer = z.object({ message: z.string().optional(), object: customerOptionSchema })

export const startTrial = defineCall('POST /customer/customer_option', {
  right: 'customer_option.write',
  summary: 'Start the trial of an add-on',
  body: z.strictObject({ type: z.enum(optionTypes), send_reminder: z.boolean().default(true) }),
  answer,
})

/** Dismisses a trial, or starts one again whose days are not over; the day is the server's whatever `date_start` says. */
export const changeTrial = defineCall('PUT /customer/customer_option/{id}', {
  right: 'customer_option.write',
  summary: 'Dismiss a trial or start it again',
  body: z.union([
    z.strictObject({ dismissed: z.literal(true), type: z.enum(optionTypes) }),
    z.strictObject({ date_start: z.string().max(40), type: z.enum(optionTypes) }),
  ]),
  answer,
})

export const askAppointment = defineCall('POST /customer/appointment', {
  right: 'customer_option.write',
  summary: 'Ask the provider for an appointment',
  body: z.strictObject({ type: z.enum(optionTypes).nullable().default(null), comment: z.string().trim().max(1000).default('') }),
  answer: z.object({ message: z.string().optional() }),
})
