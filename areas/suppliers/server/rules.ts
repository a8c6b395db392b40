import { sql } from 'kysely'
import { asSql, byGlobalPilots, byRole, everyRow, withinReach, type RowRule, type RowRules } from '#kit/server/access/row-rule.ts'
import { rowRef } from '#kit/server/data/sql/columns.ts'

const near = withinReach()

/** As other things of its perimeter. */
export const supplierRules: RowRules = {
  read: byRole({ global_pilote: everyRow, global_auditor: everyRow, local_pilote: near, local_auditor: near }),
  create: byRole({ global_pilote: everyRow, local_pilote: near }),
  update: byRole({ global_pilote: everyRow, local_pilote: near }),
  delete: byGlobalPilots,
}

const holding = rowRef('in_supplier')

/** What belongs to a supplier is seen and written with it. */
const withSupplier =
  (verb: 'read' | 'update'): RowRule =>
  (row, who) => {
    const rule = supplierRules[verb](holding, who)
    return typeof rule === 'boolean'
      ? rule
      : sql<boolean>`exists (select 1 from public.supplier in_supplier where in_supplier.customer_id = ${row('customer_id')} and in_supplier.id = ${row('supplier_id')} and ${asSql(rule)})`
  }

export const ofSupplierRules: RowRules = {
  read: withSupplier('read'),
  create: withSupplier('update'),
  update: withSupplier('update'),
  delete: withSupplier('update'),
}

/** Whoever is in charge of the supplier of a row. */
export const bySupplierManager: RowRule = (row, who) =>
  who.memberId === null
    ? false
    : sql<boolean>`exists (select 1 from public.supplier in_supplier where in_supplier.customer_id = ${row('customer_id')} and in_supplier.id = ${row('supplier_id')} and in_supplier.manager_id = ${who.memberId})`
