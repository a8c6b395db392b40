import { z } from 'zod'
import { defineCall } from '#kit/contract/call.ts'
import { objectAnswer } from '#kit/contract/row-schema.ts'
import { devSteps } from './steps.ts'

const step = z.object({ id: z.int(), order: z.int(), identifier: z.enum(devSteps), name: z.string(), name_en: z.string(), name_fr: z.string() })
export type CycleStep = z.output<typeof step>
const cycle = z.object({ dev_steps: z.array(step) })

/** To go from a step to another, and to find the last one (PRJ-06, PRJ-07, TBL-42). */
export const readCycle = defineCall('GET /isp_project/dev_cycle', {
  right: 'isp_project.cycle',
  summary: 'Read the steps of security projects in their order',
  answer: z.object({ object: cycle }),
})
const name = z.string().trim().min(1).max(60)
export const writeCycle = defineCall('PUT /isp_project/dev_cycle', {
  right: 'isp_project.set',
  summary: 'Change what the steps of security projects are called; steps are neither added nor removed',
  body: z.strictObject({ dev_steps: z.array(z.strictObject({ id: z.int().min(1).max(devSteps.length), name_en: name, name_fr: name })).max(devSteps.length) }),
  answer: objectAnswer(cycle),
})
