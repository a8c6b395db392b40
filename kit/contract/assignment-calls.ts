import { z } from 'zod'
import { defineCall } from './call.ts'
import type { EntityDef } from './entity.ts'
import { referenceSchema } from './row-schema.ts'

const id = z.int().min(1)
const answer = z.object({ object: z.object({ members: z.array(referenceSchema), groups: z.array(referenceSchema) }) })
/** The whole list. */
const body = z.strictObject({ members: z.array(id).max(500), groups: z.array(id).max(50) })

/** The calls that read and set who a register is assigned to. */
export const assignmentCalls = ({ name, rights }: EntityDef) => ({
  read: defineCall(`GET /${name}/{id}/assignment`, { right: rights.read, summary: `Read who one ${name} is assigned to`, answer }),
  write: rights.update === null ? null : defineCall(`PUT /${name}/{id}/assignment`, { right: rights.update, summary: `Assign one ${name}`, body, answer }),
})

export type WriteAssignment = NonNullable<ReturnType<typeof assignmentCalls>['write']>
