import { sql } from 'kysely'
import { willBe } from '#kit/server/data/work/work-guard.ts'
import type { WrittenContext } from '#kit/server/data/resources/resource.ts'
import type { GuardContext } from '#kit/server/data/work/work-resource.ts'
import { sentAt } from '#areas/incidents/contract/clock.ts'
import { enteredAt, incidentStatuses, type incident } from '#areas/incidents/contract/incident.ts'
import { clockColumns, settleIncidentClocks } from './clocks.ts'
import { guardCharge, guardPlace } from '#kit/server/data/work/placement.ts'
import { ahead, enter, longAgo } from './timeline.ts'

type Status = (typeof incidentStatuses)[number]

/** A declaration enters itself, with what only it says. */
export const declaring = 'declare'

/** What is refused about an incident beside what its lifecycle refuses. */
export function guardIncident(context: GuardContext<typeof incident>): void {
  const { grant, verb, before, changes, refuse } = context
  if (verb === 'delete') return
  guardPlace(context)
  guardCharge(context)
  if (before === undefined) changes.reporter = grant.who.memberId
  if (willBe(context, 'close_reason') === 'DUPLICATE' && willBe(context, 'duplicate_of', 'duplicate_of_id') === null)
    refuse('duplicate_of', 'incidents.errors.duplicate_of')
  if (willBe(context, 'close_reason') !== 'DUPLICATE' && changes.duplicate_of) refuse('duplicate_of', 'incidents.errors.duplicate_only')
  for (const name of ['occurred_at', 'detected_at', 'aware_at'] as const) {
    const value = changes[name]
    if (typeof value !== 'string') continue
    if (Date.parse(value) > context.tx.now.getTime() + ahead) refuse(name, 'incidents.errors.not_yet')
    else if (Date.parse(value) < longAgo) refuse(name, 'incidents.errors.long_ago')
  }
  // Nothing is detected before it happens: how long that took is counted.
  const [occurred, detected] = [willBe(context, 'occurred_at'), willBe(context, 'detected_at')].map((moment) =>
    moment ? new Date(moment as string).getTime() : undefined,
  )
  if ((changes.occurred_at || changes.detected_at) && occurred !== undefined && detected !== undefined && occurred > detected)
    refuse(changes.occurred_at ? 'occurred_at' : 'detected_at', 'incidents.errors.detected_before')
  stampSteps(context)
}

/** Notes when a step is entered; steps that are gone back behind are left without. */
function stampSteps(context: GuardContext<typeof incident>): void {
  const { tx, before, changes } = context
  const from: Status = before?.status ?? 'OPENED'
  const to: Status = changes.status ?? from
  const now = tx.now.toISOString()
  if (before === undefined) changes.opened_at = now
  else if (from === to) return
  changes[enteredAt[to]] = now
  for (const after of incidentStatuses.slice(incidentStatuses.indexOf(to) + 1)) changes[enteredAt[after]] = null
}

/** What clocks are read from. */
const clockFields = ['significant', 'personal_data', 'aware_at', 'close_reason', ...Object.values(sentAt)] as const

/** Steps and levels enter themselves into the timeline; what was told of clocks that stop is over. */
export async function enterChanges({ tx, before, after, action }: WrittenContext<typeof incident>): Promise<void> {
  if (!after) return
  if (!before) {
    if (action !== declaring) await enter(tx, after.id, { kind: 'DECLARED', text: after.description })
    if (after.status === 'OPENED') return
  }
  const was = before?.status ?? 'OPENED'
  if (was !== after.status) await enter(tx, after.id, { kind: 'STEP', was, became: after.status, text: after.status_reason })
  if (before && before.severity !== after.severity)
    await enter(tx, after.id, { kind: 'SEVERITY', was: String(before.severity), became: String(after.severity) })
  if (!before || clockFields.every((field) => before[field] === after[field])) return
  const row = await tx.first(
    sql<Parameters<typeof settleIncidentClocks>[1]>`select t.id, ${clockColumns} from incident t where t.customer_id = ${tx.customerId} and t.id = ${after.id}`,
  )
  if (row) await settleIncidentClocks(tx, row)
}
