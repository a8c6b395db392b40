import type { incident } from '#areas/registers/contract/incident.ts'
import type { RowOf } from '#kit/contract/entity.ts'

export type Incident = RowOf<typeof incident>
