import { type RawBuilder } from 'kysely'
import type { RowRef } from '#kit/server/access/row-rule.ts'
import { isOpenRow } from '#kit/server/data/work/work-sql.ts'
import { incidentWork } from '#areas/incidents/contract/incident-work.ts'

export const incidentOpen = (row: RowRef): RawBuilder<boolean> => isOpenRow(incidentWork, row)
