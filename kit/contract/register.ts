import type { EntityDef } from './entity.ts'
import { derived, flag, json, type Reference } from './field.ts'
import type { Right } from './right.ts'

/** Who works on a register: people, and at most one group (TBL-44). */
export interface Assigned {
  readonly members: readonly Reference[]
  readonly groups: readonly Reference[]
}

/** The fields of an entity whose rows are assigned; its server's side is a `defineRegister`, which knows their SQL. */
export const assignment = {
  assigned: derived(json<Assigned>()),
  /** To the reader or one of their groups. */
  assigned_to_me: derived(flag({ personal: true })),
}

/** Whether rows of an entity are assigned. */
export const isRegister = ({ fields }: Pick<EntityDef, 'fields'>): boolean => fields.assigned === assignment.assigned

/** The right that being assigned a row of a register asks for: it is theirs to know of, and to work on as far as their role goes; undefined where rows are not assigned. */
export const assignmentAsks = (def: Pick<EntityDef, 'fields' | 'rights'>): Right | undefined => (isRegister(def) ? def.rights.read : undefined)
