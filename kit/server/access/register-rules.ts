import { sql } from 'kysely'
import { anyOf, byRole, createdBySelf, everyRow, throughParent, type Reader, type RowRef, type RowRule, type RowRules } from './row-rule.ts'

const placed = (table: string, row: RowRef, reached?: Reader) => sql`exists (select 1 from ${sql.table(`public.${table}`)} in_place
  where in_place.customer_id = ${row('customer_id')} and in_place.owner_id = ${row('id')}${reached ? sql` and in_place.target_id = any(${reached.perimeterIds}::bigint[])` : sql``})`

/** Registers of a perimeter that a local role reaches, and those of the whole organisation, which name none. */
export const concernedBy =
  (table: string): RowRule =>
  (row, who) =>
    sql<boolean>`(${placed(table, row, who)} or not ${placed(table, row)})`

/**
 * Whose a register is (TBL-44): global pilots and those whom it is assigned to change it, other pilots and auditors of its perimeters read it, nobody else
 * finds it. Local pilots open registers of their own; what somebody else created is the global pilots' to delete (SEC-18).
 */
export function registerRules(entity: string, { concerned = concernedBy(`${entity}__perimeters`) }: { concerned?: RowRule } = {}): RowRules {
  const assigned = throughParent(entity, 'id')
  return {
    read: byRole({
      global_pilote: everyRow,
      global_auditor: everyRow,
      local_pilote: anyOf(assigned, createdBySelf, concerned),
      local_auditor: anyOf(assigned, concerned),
      contributor: assigned,
    }),
    create: byRole({ global_pilote: everyRow, local_pilote: createdBySelf }),
    update: byRole({ global_pilote: everyRow, local_pilote: anyOf(assigned, createdBySelf) }),
    delete: byRole({ global_pilote: everyRow, local_pilote: createdBySelf }),
  }
}

/** Of a register of theirs. */
export const inTheirRegister = (entity: string): RowRule => throughParent(entity, 'register_id')
