import { z } from 'zod'
import { defineCall } from '#kit/contract/call.ts'
import { onboardingSteps, stepStates } from './onboarding-steps.ts'

const progress = z.object({
  /** Steps without a state have not been answered yet. */
  steps: z.partialRecord(z.enum(onboardingSteps), z.enum(stepStates)),
  dismissed: z.boolean(),
  /** Whether the organisation is to be led: it is new, or has begun, and not every step is answered. */
  offered: z.boolean(),
})
export type Onboarding = z.output<typeof progress>

export const readOnboarding = defineCall('GET /onboarding', {
  right: 'onboarding.write',
  summary: 'Read how far the first steps of the organisation are',
  answer: z.object({ object: progress }),
})

/** One step at a time, so that two pilots do not undo each other. */
export const writeOnboarding = defineCall('PUT /onboarding', {
  right: 'onboarding.write',
  summary: 'Answer or skip a first step, or put the invitation to them away',
  body: z.strictObject({ step: z.enum(onboardingSteps).optional(), state: z.enum(stepStates).default('DONE'), dismissed: z.boolean().optional() }),
  answer: z.object({ object: progress }),
})
