import { sql } from 'kysely'
import type { ResourceCounts } from '#kit/server/data/resources/counted.ts'
import { supplierFigures } from '#areas/suppliers/contract/figures.ts'

/** What Vigie counts of suppliers for metrics (MET-20): where they are attached, since their own perimeter holds but the one. */
export const supplierCounts: ResourceCounts = {
  declared: {
    SUPPLIER_ALL: { count: supplierFigures.all },
    SUPPLIER_LATE: { count: supplierFigures.late },
    SUPPLIER_ON_TIME: { count: supplierFigures.on_time, of: supplierFigures.planned },
  },
  places: {
    of: (row) => sql`array_remove(array[${row('parent_id')}], null)`,
    within: (row, some) => sql<boolean>`${row('parent_id')} = any(${some})`,
  },
}
