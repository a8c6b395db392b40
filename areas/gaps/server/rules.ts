import { sql } from 'kysely'
import { registerRules } from '#kit/server/access/register-rules.ts'
import {
  allOf,
  anyOf,
  assignedTo,
  asSql,
  byRole,
  createdBySelf,
  everyRow,
  ownedBySelf,
  withinPlace,
  type RowRule,
  type RowRules,
} from '#kit/server/access/row-rule.ts'
import { rowRef } from '#kit/server/data/sql/columns.ts'
import { inTheirRegister } from '#kit/server/access/register-rules.ts'

export const gapRegisterRules: RowRules = registerRules('gap_register')

const gapRegister = rowRef('in_register')
/** A chapter is seen and written with its register. */
const withRegister =
  (verb: 'read' | 'update'): RowRule =>
  (row, who) => {
    const rule = gapRegisterRules[verb](gapRegister, who)
    return typeof rule === 'boolean'
      ? rule
      : sql<boolean>`exists (select 1 from public.gap_register in_register where in_register.customer_id = ${row('customer_id')} and in_register.id = ${row('register_id')} and ${asSql(rule)})`
  }
export const gapGroupRules: RowRules = {
  read: withRegister('read'),
  create: withRegister('update'),
  update: withRegister('update'),
  delete: withRegister('update'),
}

const found = inTheirRegister('gap_register')
/** Whoever manages the gaps of a place, or those of the register. */
export const managesGap: RowRule = byRole({ global_pilote: everyRow, local_pilote: anyOf(withinPlace, found) })
export const gapRules: RowRules = {
  read: byRole({
    global_pilote: everyRow,
    global_auditor: everyRow,
    local_pilote: anyOf(withinPlace, found),
    local_auditor: anyOf(withinPlace, found),
    contributor: anyOf(ownedBySelf, found),
  }),
  create: byRole({ global_pilote: everyRow, local_pilote: anyOf(withinPlace, found) }),
  update: byRole({ global_pilote: everyRow, local_pilote: anyOf(withinPlace, found), contributor: assignedTo() }),
  comment: byRole({ global_pilote: everyRow, local_pilote: anyOf(withinPlace, found), contributor: anyOf(ownedBySelf, found) }),
  delete: byRole({ global_pilote: everyRow, local_pilote: anyOf(found, allOf(withinPlace, createdBySelf)) }),
  regular: byRole({ global_pilote: everyRow, local_pilote: anyOf(withinPlace, found) }),
}
