import { sql } from 'kysely'
import type { z } from 'zod'
import { AppError, invalidField, type FieldMessages } from '#kit/contract/errors.ts'
import { onward, type Grant } from '#kit/server/access/authorize.ts'
import { allOf, asSql, byRole, everyRow, withinReach, type RowRule } from '#kit/server/access/row-rule.ts'
import { localizedText, rowRef } from '#kit/server/data/sql/columns.ts'
import { defineResource, resourceOf, type Resources, type WriteContext } from '#kit/server/data/resources/resource.ts'
import { getRow } from '#kit/server/data/lists/get-row.ts'
import { lockRow } from '#kit/server/data/store/locking.ts'
import { createRow, removeRow, updateRow } from '#kit/server/data/store/store.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { Api } from '#kit/server/http/api.ts'
import { handle } from '#kit/server/http/area.ts'
import { readProperties, writeProperties } from '#areas/organisation/contract/calls.ts'
import type { perimeter } from '#areas/organisation/contract/perimeter.ts'
import { isValueOf, perimeterProperty, perimeterPropertyValue, type PropertyType } from '#areas/organisation/contract/perimeter-property.ts'

const open: RowRule = (row) => sql<boolean>`not ${row('restricted_to_global_pilots')}`
const ofOpen: RowRule = (row) => sql<boolean>`exists (select 1 from public.perimeter_property in_property where in_property.customer_id = ${row('customer_id')}
  and in_property.id = ${row('perimeter_property_id')} and not in_property.restricted_to_global_pilots)`
const near = allOf(withinReach(), ofOpen)
const seen = byRole({ global_pilote: everyRow, global_auditor: open, local_pilote: open, local_auditor: open, contributor: open })
const decided = byRole({ global_pilote: everyRow, local_pilote: near })

export const properties = defineResource({
  def: perimeterProperty,
  rules: { read: seen, create: everyRow, update: everyRow, delete: everyRow },
  beforeWrite: guardProperty,
})

export const propertyValues = defineResource({
  def: perimeterPropertyValue,
  rules: {
    read: byRole({ global_pilote: everyRow, global_auditor: ofOpen, local_pilote: near, local_auditor: near, contributor: near }),
    create: decided,
    update: decided,
    delete: decided,
  },
  derived: {
    value_type: (row) =>
      sql`(select p.value_type from perimeter_property p where p.customer_id = ${row('customer_id')} and p.id = ${row('perimeter_property_id')})`,
  },
  beforeWrite: guardValue,
})

/** A list offers something to choose; what has values keeps its type. */
async function guardProperty({ tx, verb, before, changes }: WriteContext<typeof perimeterProperty>): Promise<void> {
  if (verb === 'delete') return
  const type = changes.value_type ?? before?.value_type
  if (before && type !== before.value_type) {
    const used = await tx.first(
      sql`select 1 from perimeter_property_value where customer_id = ${tx.customerId} and perimeter_property_id = ${before.id} limit 1`,
    )
    if (used) throw invalidField('value_type', 'organisation.errors.property_used')
  }
  if (type !== 'LIST') return
  const offered = Array.isArray(changes.options) ? changes.options.length > 0 : before !== undefined && before.value_type === 'LIST'
  if (!offered) throw invalidField('options', 'organisation.errors.options_needed')
}

interface Definition {
  readonly value_type: PropertyType
  readonly options: readonly string[]
  readonly concerned: boolean
}

/** A value fits its property, which concerns the perimeter; both stay what they are. */
async function guardValue({ tx, verb, before, changes }: WriteContext<typeof perimeterPropertyValue>): Promise<void> {
  if (verb === 'delete') return
  for (const field of ['perimeter', 'perimeter_property'] as const) {
    if (before && changes[field] !== undefined && changes[field] !== before[`${field}_id`]) throw invalidField(field, 'organisation.errors.value_fixed')
  }
  const perimeter = before?.perimeter_id ?? changes.perimeter
  const definition = await tx.first(sql<Definition>`select d.value_type, ${optionsOf} as options,
      coalesce((select cardinality(d.perimeter_types) = 0 or p.type = any(d.perimeter_types) from perimeter p where p.customer_id = d.customer_id and p.id = ${perimeter}), true) as concerned
    from perimeter_property d where d.customer_id = ${tx.customerId} and d.id = ${before?.perimeter_property_id ?? changes.perimeter_property}`)
  // One that does not exist is refused with the other references.
  if (!definition) return
  if (!definition.concerned) throw invalidField('perimeter_property', 'organisation.errors.not_concerned')
  if (typeof changes.value === 'string' && !isValueOf(definition.value_type, definition.options, changes.value))
    throw invalidField('value', 'kit.errors.invalid_value')
}

const optionsOf = sql`(select coalesce(jsonb_agg(o.value order by o.position), '[]') from perimeter_property__options o where o.customer_id = d.customer_id and o.owner_id = d.id)`

type Property = z.output<(typeof readProperties)['answer']>['objects'][number]

/** The properties that concern a perimeter, as far as the reader may see them. */
async function propertiesOf(tx: Tx, perimeterId: number): Promise<Property[]> {
  const d = rowRef('d')
  return tx.run(sql<Property>`select d.id, ${localizedText(d, 'name', tx.who.lang)} as name, d.value_type, ${optionsOf} as options, d.mandatory,
      (select v.value from perimeter_property_value v where v.customer_id = d.customer_id and v.perimeter_id = p.id and v.perimeter_property_id = d.id) as value
    from perimeter p join perimeter_property d on d.customer_id = p.customer_id and (cardinality(d.perimeter_types) = 0 or p.type = any(d.perimeter_types))
    where p.customer_id = ${tx.customerId} and p.id = ${perimeterId} and ${asSql(seen(d, tx.who))} order by name, d.id`)
}

/** Sets or clears values; every field that is refused is named `property_<id>`. */
async function setProperties(
  tx: Tx,
  grant: Grant,
  resources: Resources,
  perimeter: number,
  values: readonly { perimeter_property: number; value: string | null }[],
): Promise<void> {
  await lockRow(tx, grant, resourceOf(resources, 'perimeter'), resources, perimeter, 'update')
  const known = new Map((await propertiesOf(tx, perimeter)).map((property) => [property.id, property]))
  const submitted = new Map(values.map(({ perimeter_property, value }) => [perimeter_property, value === '' ? null : value]))
  const fields: FieldMessages = {}
  for (const [id, value] of submitted) {
    const property = known.get(id)
    if (!property) fields[`property_${id}`] = [{ key: 'kit.errors.missing_reference' }]
    else if (value !== null && !isValueOf(property.value_type, property.options, value)) fields[`property_${id}`] = [{ key: 'kit.errors.invalid_value' }]
  }
  for (const { id, mandatory, value } of known.values()) {
    if (mandatory && (submitted.has(id) ? submitted.get(id) : value) === null) fields[`property_${id}`] = [{ key: 'kit.errors.mandatory' }]
  }
  if (Object.keys(fields).length > 0) throw new AppError('INVALID', 'kit.errors.check_inputs', { fields })
  const stored = await tx.run(sql<{ id: number; perimeter_property_id: number }>`select id, perimeter_property_id from perimeter_property_value
    where customer_id = ${tx.customerId} and perimeter_id = ${perimeter} and perimeter_property_id = any(${[...submitted.keys()]}::bigint[])`)
  const rowOf = new Map(stored.map((row) => [row.perimeter_property_id, row.id]))
  for (const [id, value] of submitted) {
    const row = rowOf.get(id)
    if (value === null) {
      if (row !== undefined) await removeRow(tx, grant, propertyValues, resources, row)
    } else if (row === undefined) await createRow(tx, grant, propertyValues, resources, { perimeter, perimeter_property: id, value })
    else await updateRow(tx, grant, propertyValues, resources, row, { value })
  }
}

/** What a perimeter says of its properties goes with it; history keeps it. */
export async function endValues({ tx, grant, resources, verb, before }: WriteContext<typeof perimeter>): Promise<void> {
  if (verb !== 'delete' || !before) return
  const values = await tx.run(sql<{ id: number }>`select id from perimeter_property_value where customer_id = ${tx.customerId} and perimeter_id = ${before.id}`)
  for (const { id } of values) await removeRow(tx, onward(grant, propertyValues.def, 'delete'), propertyValues, resources, id)
}

export function propertyCalls(api: Api, resources: Resources): void {
  handle(api, 'perimeter', readProperties, async ({ tx, grant, params }) => {
    await getRow(tx, grant, resourceOf(resources, 'perimeter'), resources, params.id)
    return { objects: await propertiesOf(tx, params.id) }
  })

  handle(api, 'perimeter', writeProperties, async ({ tx, grant, params, body, translate }) => {
    await setProperties(tx, grant, resources, params.id, body.values)
    return { message: translate('kit.messages.saved') }
  })
}
