import { defineEntity } from '#kit/contract/entity.ts'
import { choice, choices, derived, flag, identifier, localized, ref, rows, text } from '#kit/contract/field.ts'
import { isDay } from '#kit/contract/schema.ts'
import { perimeterTypes } from './perimeter.ts'

export const propertyTypes = ['TEXT', 'NUMBER', 'DATE', 'LIST', 'BOOLEAN', 'URL'] as const
export type PropertyType = (typeof propertyTypes)[number]

/** What an organisation wants to know about its perimeters besides what every organisation does (ADM-11). */
export const perimeterProperty = defineEntity({
  name: 'perimeter_property',
  area: 'organisation',
  title: 'name',
  fields: {
    identifier: identifier({ prefix: 'PROP' }),
    name: localized({ need: 'required', max: 128 }),
    value_type: choice(propertyTypes, { default: 'TEXT', need: 'required' }),
    /** What may be chosen, for a LIST. */
    options: rows({ value: text({ need: 'required', max: 200 }) }, { max: 200 }),
    mandatory: flag(),
    /** Which perimeters have it; empty: all. */
    perimeter_types: choices(perimeterTypes),
    /** Others neither see nor set it (PER-02). */
    restricted_to_global_pilots: flag(),
  },
  rights: { read: 'perimeter_property.read', create: 'perimeter_property.write', update: 'perimeter_property.write', delete: 'perimeter_property.write' },
  list: {
    columns: ['identifier', 'name', 'value_type', 'perimeter_types', 'mandatory', 'restricted_to_global_pilots'],
    filters: ['identifier', 'name', 'value_type', 'mandatory', 'restricted_to_global_pilots'],
    sort: 'name',
    search: ['identifier', 'name'],
  },
  form: [
    { section: 'general', fields: ['name', 'identifier', 'value_type', 'options'] },
    { section: 'use', fields: ['perimeter_types', 'mandatory', 'restricted_to_global_pilots'] },
  ],
})

/** What one perimeter says of a property, as text: `1250.5`, `2026-01-31`, `true`, one of the list. */
export const perimeterPropertyValue = defineEntity({
  name: 'perimeter_property_value',
  area: 'organisation',
  title: 'value',
  fields: {
    perimeter: ref('perimeter', { unlisted: true, need: 'required' }),
    perimeter_property: ref('perimeter_property', { unlisted: true, need: 'required' }),
    value: text({ need: 'required', max: 2000 }),
    value_type: derived(choice(propertyTypes)),
  },
  rights: { read: 'perimeter.read', create: 'perimeter.write', update: 'perimeter.write', delete: 'perimeter.write' },
  list: {
    columns: ['perimeter', 'perimeter_property', 'value'],
    more: ['value_type'],
    filters: ['perimeter', 'perimeter_property', 'value', 'value_type'],
    sort: 'perimeter',
    search: ['value'],
  },
  form: [{ section: 'general', fields: ['perimeter', 'perimeter_property', 'value'] }],
})

/** Whether a text is a value of a type; `options` are those of a list. */
export function isValueOf(type: PropertyType, options: readonly string[], value: string): boolean {
  switch (type) {
    case 'NUMBER':
      return /^-?\d{1,15}(\.\d{1,6})?$/.test(value)
    case 'DATE':
      return isDay(value)
    case 'LIST':
      return options.includes(value)
    case 'BOOLEAN':
      return value === 'true' || value === 'false'
    case 'URL':
      return /^https?:\/\//.test(value) && URL.canParse(value)
    default:
      return true
  }
}
