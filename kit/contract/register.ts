import { z } from 'zod'
import { defineCall } from './call.ts'
import type { EntityDef } from './entity.ts'
import { derived, flag, json, type Reference } from './field.ts'
import { referenceSchema } from './row-schema.ts'

/** Who works on a register: people, and at most one group (TBL-44). */
export interface Assigned {
  readonly members: readonly Reference[]
  readonly groups: readonly Reference[]
}

/** The fields of an entity whose rows are assigned; its server's side is a `defineRegister`, which knows their SQL. */
export const assignment = {
  assigned: derived(json<Assigned>()),
  /** To the reader or one of their groups. */
  assigned_to_me: derived(flag()),
}

/** Whether rows of an entity are assigned. */
export const isRegister = ({ fields }: Pick<EntityDef, 'fields'>): boolean => fields.assigned === assignment.assigned

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
