import { sql } from 'kysely'
import { invalidField } from '#kit/contract/errors.ts'
import { dayAfter } from '#kit/contract/day-after.ts'
import type { WriteContext } from '#kit/server/data/resources/resource.ts'
import type { supplierContract } from '#areas/suppliers/contract/supplier-contract.ts'
import type { supplierService } from '#areas/suppliers/contract/supplier-service.ts'
import { refuse, wrongCountries, wrongCurrency } from './iso.ts'

/** Of one supplier, in its days' order, under an agreement with the same one; the last day to give notice follows from its end. */
export async function guardContract({ tx, verb, before, changes }: WriteContext<typeof supplierContract>): Promise<void> {
  if (verb === 'delete') return
  refuse([...wrongCountries(changes, ['governing_country']), ...wrongCurrency(changes)])
  const supplier = changes.supplier === undefined ? before?.supplier_id : changes.supplier
  if (before && changes.supplier !== undefined && changes.supplier !== before.supplier_id) throw invalidField('supplier', 'suppliers.errors.supplier_fixed')
  const start = changes.start_date === undefined ? before?.start_date : changes.start_date
  const end = changes.end_date === undefined ? (before?.end_date ?? null) : changes.end_date
  if (start && end && end < start) throw invalidField('end_date', 'suppliers.errors.ends_before')
  const days = changes.notice_days === undefined ? (before?.notice_days ?? null) : changes.notice_days
  const notice = end !== null && days !== null ? dayAfter(end, -days) : null
  if (notice !== (before?.notice_date ?? null)) changes.notice_date = notice
  const overarching = changes.overarching ?? null
  if (overarching !== null) {
    if (overarching === before?.id) throw invalidField('overarching', 'suppliers.errors.own_overarching')
    const found = await tx.first(
      sql<{ supplier_id: number; type: string }>`select supplier_id, type from supplier_contract where customer_id = ${tx.customerId} and id = ${overarching}`,
    )
    if (found && (found.supplier_id !== supplier || found.type !== 'OVERARCHING')) throw invalidField('overarching', 'suppliers.errors.not_overarching')
  }
  if (changes.services && changes.services.length > 0) {
    const foreign = await tx.first(sql`select 1 from supplier_service v where v.customer_id = ${tx.customerId} and v.id = any(${changes.services}::bigint[])
      and v.supplier_id is distinct from ${supplier ?? null} limit 1`)
    if (foreign) throw invalidField('services', 'suppliers.errors.other_service')
  }
}

/** A service stays its supplier's: agreements and chains name it. */
export function guardService({ verb, before, changes }: WriteContext<typeof supplierService>): void {
  if (verb === 'delete') return
  refuse(wrongCountries(changes, ['provision_country', 'storage_country', 'processing_country']))
  if (before && changes.supplier !== undefined && changes.supplier !== before.supplier_id) throw invalidField('supplier', 'suppliers.errors.supplier_fixed')
}
