import { z } from 'zod'
import { defineCall } from '#kit/contract/call.ts'
import { decisionRequest } from '#kit/contract/decision-request.ts'
import { objectAnswer, rowSchema } from '#kit/contract/row-schema.ts'
import { isDay } from '#kit/contract/schema.ts'
import { draftSchema, newAction, seen } from './draft-calls.ts'
import { fileSchema } from './file.ts'
import { goDecisions, ispProject } from './isp-project.ts'
import { devSteps } from './steps.ts'

const id = z.int().min(1)
const version = id.optional()
const day = z.string().refine(isDay, { params: { key: 'kit.errors.invalid_date' } })
const comment = z.string().trim().max(2000).nullable().optional()
const row = objectAnswer(rowSchema(ispProject))

/** `dev_step`: the number of the step; `target_date`: when it changed (PRJ-02, PRJ-17); `move_to`: the plan into which actions that are still open go, out of a project that is closed. */
export const moveStep = defineCall('POST /isp_project/{id}/transition', {
  right: 'isp_project.write',
  summary: 'Bring a security project to the next or the former step, or to its end',
  body: z.strictObject({ dev_step: z.int().min(1).max(devSteps.length), target_date: day, move_to: id.nullable().optional(), version }),
  answer: row,
})
export const interruptProject = defineCall('POST /isp_project/{id}/interrupt', {
  right: 'isp_project.decide',
  summary: 'Interrupt a security project: nothing of it changes until it is reopened',
  body: z.strictObject({ comment, version }),
  answer: row,
})
export const reopenProject = defineCall('POST /isp_project/{id}/reopen', {
  right: 'isp_project.decide',
  summary: 'Take up a security project that was interrupted, or bring a closed one back to the step that it came from',
  body: z.strictObject({ version }),
  answer: row,
})

/** Reservations are dated actions of the project: some that are there, and new ones. */
export const recordDecision = defineCall('POST /isp_project/{id}/decision', {
  right: 'isp_project.decide',
  summary: 'Record whether a security project may go live, about its file as it stands: that is kept with the decision',
  body: z.strictObject({
    decision: z.enum(goDecisions),
    comment,
    /** When it was taken; today unless an earlier day is said. */
    date: day.optional(),
    reservations: z.array(id).max(50).default([]),
    new_reservations: z.array(newAction).max(20).default([]),
    /** Needed where there is a decision already: it is decided anew by whoever has seen that. */
    version,
    seen,
  }),
  answer: row,
})
export const readDecisions = defineCall('GET /isp_project/{id}/decision', {
  right: 'isp_project.read',
  summary: 'Read what was decided about a security project, each time with the file as it was, and the file as it stands today',
  answer: z.object({
    objects: z.array(decisionRequest.omit({ content: true }).extend({ file: fileSchema.nullable(), own: z.boolean() })),
    /** What would be kept if it were recorded now. */
    file: fileSchema,
    /** What is being prepared. */
    draft: draftSchema.nullable(),
  }),
})

export const readWeather = defineCall('GET /isp_project/{id}/weather', {
  right: 'isp_project.read',
  summary: 'Read when the weather of a security project and of its program changed, by whom and why, the latest first',
  answer: z.object({
    objects: z.array(
      z.object({ at: z.string(), project: z.int().nullable(), program: z.int().nullable(), comment: z.string().nullable(), author: z.string().nullable() }),
    ),
  }),
})

/** The gap takes over what the test says, at the place of the project. */
export const openGap = defineCall('POST /isp_project/{id}/test/{test}/gap', {
  right: 'isp_project.write',
  summary: 'Open a gap for what a failed security test of a project found',
  params: z.object({ id: z.coerce.number().int().min(1), test: z.coerce.number().int().min(1) }),
  body: z.strictObject({ register: id, version }),
  answer: row,
})

/** ‘Project already contains this remediation’ (PRJ-15). */
export const addAction = defineCall('POST /isp_project/{id}/remediation', {
  right: 'isp_project.write',
  summary: 'Make an action part of a security project',
  body: z.strictObject({ remediation: id }),
  answer: row,
})
