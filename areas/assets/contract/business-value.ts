import { defineEntity } from '#kit/contract/entity.ts'
import { choice, derived, identifier, integer, level, links, localized, markdown, ref } from '#kit/contract/field.ts'
import { criteria, type Criterion } from './criteria.ts'

export const businessValueTypes = ['PROCESS', 'INFORMATION'] as const
export type BusinessValueType = (typeof businessValueTypes)[number]

/** How much harm it does when it is missing, wrong, known to others or cannot be told afterwards: a level of the business impact scale each (SCL-11). */
const needs = Object.fromEntries(criteria.map((criterion) => [criterion, level('business_impacts')])) as Record<Criterion, ReturnType<typeof level>>

/** What an organisation lives by and would be harmed through: a process or information (RSK-13). Supporting assets carry it. */
export const businessValue = defineEntity({
  name: 'business_value',
  area: 'assets',
  title: 'name',
  fields: {
    identifier: identifier({ prefix: 'BV' }),
    name: localized({ need: 'required' }),
    type: choice(businessValueTypes, { need: 'required', default: 'PROCESS' }),
    description: markdown({ max: 4000 }),
    /** Who answers for it in the organisation, and is asked for nothing here. */
    owner: ref('member', { asks: null }),
    /** None: of the whole organisation. */
    perimeters: links('perimeter'),
    ...needs,
    /** The highest of the four. */
    need: derived(level('business_impacts')),
    /** That carry it themselves. */
    assets: derived(integer()),
  },
  rights: { read: 'business_value.read', create: 'business_value.write', update: 'business_value.write', delete: 'business_value.write' },
  list: {
    columns: ['identifier', 'name', 'type', 'need', 'owner', 'perimeters', 'assets'],
    more: [...criteria, 'description'],
    filters: ['identifier', 'name', 'type', 'need', ...criteria, 'owner', 'perimeters', 'assets'],
    sort: 'name',
    search: ['identifier', 'name', 'description', 'owner', 'perimeters'],
  },
  form: [
    { section: 'general', fields: ['name', 'type', 'owner', 'perimeters', 'description', 'identifier'] },
    { section: 'needs', fields: [...criteria] },
  ],
  importable: true,
})
