import { sql } from 'kysely'
import { inTheirRegister, registerRules } from '#kit/server/access/register-rules.ts'
import { allOf, anyOf, assignedTo, byRole, createdBySelf, everyRow, withinPlace, type RowRule, type RowRules } from '#kit/server/access/row-rule.ts'
import { amongFew } from '#kit/server/access/ways.ts'

/** Registers whose risks the person approves; looked up once. */
const approves =
  (column: string): RowRule =>
  (row, who) =>
    who.memberId === null
      ? false
      : amongFew(
          row(column),
          sql`select in_approver.owner_id from public.risk_register__approvers in_approver where in_approver.customer_id = current_customer() and in_approver.target_id = ${who.memberId}`,
        )

const register = registerRules('risk_register')
/** Whoever approves the risks of a register reads it. */
export const riskRegisterRules: RowRules = {
  ...register,
  read: anyOf(register.read, byRole({ local_pilote: approves('id'), contributor: approves('id') })),
}

const inAssignedRegister = inTheirRegister('risk_register')
const asked = approves('register_id')

/** Seen and managed where they are, and in the registers that one is given; worked on by whoever they are given to; read by who approves them (RSK-03, RSK-16). */
export const riskRules: RowRules = {
  read: byRole({
    global_pilote: everyRow,
    global_auditor: everyRow,
    local_pilote: anyOf(withinPlace, inAssignedRegister, asked),
    local_auditor: anyOf(withinPlace, inAssignedRegister),
    contributor: anyOf(assignedTo(), inAssignedRegister, asked),
  }),
  create: byRole({ global_pilote: everyRow, local_pilote: anyOf(withinPlace, inAssignedRegister) }),
  update: byRole({ global_pilote: everyRow, local_pilote: anyOf(withinPlace, inAssignedRegister), contributor: assignedTo() }),
  comment: byRole({
    global_pilote: everyRow,
    local_pilote: anyOf(withinPlace, inAssignedRegister, asked),
    contributor: anyOf(assignedTo(), inAssignedRegister, asked),
  }),
  delete: byRole({ global_pilote: everyRow, local_pilote: anyOf(inAssignedRegister, allOf(withinPlace, createdBySelf)) }),
  regular: byRole({ global_pilote: everyRow, local_pilote: anyOf(withinPlace, inAssignedRegister) }),
}
/** Whose decision it is (RSK-03). */
export const mayDecide: RowRule = byRole({ global_pilote: everyRow, local_pilote: asked, contributor: asked })
