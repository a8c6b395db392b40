import { defineEntity } from '#kit/contract/entity.ts'
import { json, localized, text } from '#kit/contract/field.ts'
import { originFields } from '#kit/contract/origin.ts'

interface MatrixLevel {
  readonly name_en: string | null
  readonly name_fr: string | null
  readonly abbreviation: string | null
  readonly description_en: string | null
  readonly description_fr: string | null
  /** `#rrggbb`, or null. */
  readonly color: string | null
}

/** Levels from lowest to highest; `grid[probability][impact]` is an index into `risk`. */
export interface MatrixDefinition {
  readonly probability: readonly MatrixLevel[]
  readonly impact: readonly MatrixLevel[]
  readonly risk: readonly MatrixLevel[]
  readonly grid: readonly (readonly number[])[]
}

/** How probability and impact make a level of risk. Imported as a whole; its definition is not edited. */
export const riskMatrix = defineEntity({
  name: 'risk_matrix',
  area: 'catalog',
  title: 'name',
  fields: {
    identifier: text({ max: 64 }),
    name: localized({ need: 'required', max: 500 }),
    description: localized({ long: true }),
    definition: json<MatrixDefinition>({ by: 'server', need: 'required' }),
    ...originFields,
  },
  rights: { read: 'risk_matrix.read', create: null, update: 'risk_matrix.write', delete: 'risk_matrix.write' },
  list: {
    columns: ['identifier', 'name', 'definition', 'catalog_type'],
    filters: ['identifier', 'name', 'catalog_type'],
    sort: 'name',
    search: ['identifier', 'name', 'description'],
  },
  form: [{ section: 'general', fields: ['name', 'identifier', 'description'] }],
})
