import type { EntityDef } from './entity.ts'
import { derived, flag, json, type Reference } from './field.ts'
import type { Right } from './right.ts'

/** Who works on a register: people, and at most one group (TBL-44). */
export interface Assigned {
  readonly members: readonly Reference[]
  readonly groups: readonly Reference[]
}

const assigned = derived(json<Assigned>())

/**
 * The fields of an entity whose rows are assigned, to those who hold the right to work on it or on what it holds; its server's side is a `defineRegister`, which
 * knows their SQL.
 */
export const assignment = (asks: Right) => ({
  assigned: { ...assigned, options: { ...assigned.options, asks } },
  /** To the reader or one of their groups. */
  assigned_to_me: derived(flag()),
})

/** The right that being assigned a row of a register asks for; undefined where rows are not assigned. */
export const assignmentAsks = ({ fields }: Pick<EntityDef, 'fields'>): Right | undefined => fields.assigned?.options.asks ?? undefined

/** Whether rows of an entity are assigned. */
export const isRegister = (def: Pick<EntityDef, 'fields'>): boolean => assignmentAsks(def) !== undefined
