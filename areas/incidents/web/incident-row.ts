import type { incident } from '#areas/incidents/contract/incident.ts'
import type { RowOf } from '#kit/contract/entity.ts'

export type Incident = RowOf<typeof incident>
