import { sql } from 'kysely'
import { invalidField } from '#kit/contract/errors.ts'
import { asSql } from '#kit/server/access/row-rule.ts'
import { localizedText, rowRef } from '#kit/server/data/sql/columns.ts'
import type { StoredOf } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { RegisterEntity } from '#areas/suppliers/contract/settings.ts'
import type { supplierContract } from '#areas/suppliers/contract/supplier-contract.ts'
import type { supplierService } from '#areas/suppliers/contract/supplier-service.ts'
import type { supplier } from '#areas/suppliers/contract/supplier.ts'
import { ofSupplierRules, supplierRules } from '#areas/suppliers/server/rules.ts'
import { readSettings } from '#areas/suppliers/server/settings.ts'

type Named<T> = T & { readonly name: string }
export type SupplierFact = Named<
  Pick<
    StoredOf<typeof supplier>,
    | 'id'
    | 'country'
    | 'legal_name'
    | 'person_type'
    | 'code_type'
    | 'code'
    | 'additional_code_type'
    | 'additional_code'
    | 'corporate_group'
    | 'parent_code_type'
    | 'parent_code'
    | 'parent_country'
  >
>
type ServiceColumns = Omit<
  StoredOf<typeof supplierService>,
  | 'version'
  | 'created_at'
  | 'created_by'
  | 'updated_at'
  | 'updated_by'
  | 'name_en'
  | 'name_fr'
  | 'description'
  | 'data_categories'
  | 'personal_data'
  | 'exit_plan_date'
  | 'findings'
  | 'accepted_findings'
  | 'within'
>
export type ServiceFact = Named<ServiceColumns>
export type ContractFact = Named<
  Pick<
    StoredOf<typeof supplierContract>,
    | 'id'
    | 'identifier'
    | 'supplier_id'
    | 'type'
    | 'start_date'
    | 'end_date'
    | 'notice_days'
    | 'supplier_notice_days'
    | 'termination_reason'
    | 'governing_country'
    | 'annual_cost'
    | 'currency'
  >
> & { readonly overarching: string | null; readonly services: readonly number[] }
export interface EdgeFact {
  readonly owner: number
  readonly supplier: number
  readonly service: number | null
}

/** What the register of information is made of, as far as its reader may open it. */
export interface RegisterFacts {
  readonly entity: RegisterEntity
  readonly organisation: string
  /** The reference date. */
  readonly today: string
  readonly suppliers: readonly SupplierFact[]
  readonly services: readonly ServiceFact[]
  readonly contracts: readonly ContractFact[]
  readonly edges: readonly EdgeFact[]
}

const [s, v, c] = [rowRef('s'), rowRef('v'), rowRef('c')]

/** Reads them: five statements, whatever there is; as of a reference date, which is a day that has come. */
export async function registerFacts(tx: Tx, day?: string): Promise<RegisterFacts> {
  const { customerId, who } = tx
  const today = day === undefined ? tx.today : day
  if (today > tx.today) throw invalidField('day', 'suppliers.errors.day_to_come')
  const name = (row: typeof s) => localizedText(row, 'name', who.lang)
  const settings = await readSettings(tx)
  const organisation = await tx.first(sql<{ name: string }>`select name from customer where id = ${customerId}`)
  const suppliers =
    await tx.run(sql<SupplierFact>`select s.id, ${name(s)} as name, s.country, s.legal_name, s.person_type, s.code_type, s.code, s.additional_code_type, s.additional_code,
      s.corporate_group, s.parent_code_type, s.parent_code, s.parent_country
    from supplier s where s.customer_id = ${customerId} and ${asSql(supplierRules.read(s, who))} order by s.identifier`)
  const services =
    await tx.run(sql<ServiceFact>`select v.id, v.identifier, v.supplier_id, ${name(v)} as name, v.ict_type, v.function_name, v.licensed_activity, v.function_critical, v.function_reason,
      v.function_assessed_on::text as function_assessed_on, v.function_impact, v.rto, v.rpo, v.reliance, v.sensitivity, v.stores_data, v.provision_country, v.storage_country,
      v.processing_country, v.substitutability, v.substitution_reason, v.last_audit::text as last_audit, v.exit_plan, v.reintegration, v.service_impact, v.alternatives, v.alternative
    from supplier_service v where v.customer_id = ${customerId} and v.ict_type <> 'NONE' and ${asSql(ofSupplierRules.read(v, who))} order by v.identifier`)
  const contracts =
    await tx.run(sql<ContractFact>`select c.id, c.identifier, c.supplier_id, ${name(c)} as name, c.type, o.identifier as overarching, c.start_date::text as start_date, c.end_date::text as end_date,
      c.notice_days, c.supplier_notice_days, c.termination_reason, c.governing_country, c.annual_cost::float8 as annual_cost, c.currency,
      array(select l.target_id from supplier_contract__services l where l.customer_id = c.customer_id and l.owner_id = c.id order by 1) as services
    from supplier_contract c left join supplier_contract o on o.customer_id = c.customer_id and o.id = c.overarching_id
    where c.customer_id = ${customerId} and ${asSql(ofSupplierRules.read(c, who))} order by c.identifier`)
  const edges = await tx.run(sql<EdgeFact>`select l.owner_id as owner, l.supplier_id as supplier, l.service_id as service from supplier__subcontractors l
    where l.customer_id = ${customerId} order by l.owner_id, l.position`)
  return { entity: settings.entity, organisation: organisation?.name ?? '', today, suppliers, services, contracts, edges }
}
