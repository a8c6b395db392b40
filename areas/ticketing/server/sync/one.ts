import { sql } from 'kysely'
import { AppError } from '#kit/contract/errors.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { AdapterFault } from '#areas/connectors/server/index.ts'
import type { ToolState, Kind } from '#areas/ticketing/contract/tables.ts'
import type { ExternalStatus } from '#areas/actions/contract/external-status.ts'
import {
  reconcile,
  syncedFields,
  type Base,
  type Conflict,
  type Reconciled,
  type SyncedField,
  type Table,
  type Value,
} from '#areas/ticketing/server/decide/reconcile.ts'
import { readHeld, type HeldRow } from '#areas/ticketing/server/rows.ts'
import { phaseNamed } from '#areas/ticketing/server/tools/phase.ts'
import type { LastChange, StatePhase, Ticket, TicketChange } from '#areas/ticketing/server/tools/tool.ts'
import { tableFor, valuesHere, valuesThere, type Joined } from './mapping.ts'
import { knowPerson } from './people.ts'
import { mustSee, problemOf, toldOf, type Working } from './working.ts'
import { writeHere } from './write-here.ts'

export interface TicketRow extends Joined {
  readonly id: number
  readonly kind: Kind
  readonly row: number
  readonly external_id: string
  readonly state: 'WANTED' | 'THERE' | 'GONE' | 'LEFT'
  readonly states: readonly ToolState[]
  readonly project: string
  readonly type: string
}

export const titleLength = 250

/** A ticket with what its join says of it, by a condition on `t`. */
export const ticketsWhere = (tx: Tx, condition: ReturnType<typeof sql>) =>
  tx.run(sql<TicketRow>`select t.id, case when t.remediation_id is null then 'occurrence' else 'remediation' end as kind, coalesce(t.remediation_id, t.occurrence_id) as row,
      coalesce(t.external_id, '') as external_id, t.state, j.along, j.sends, j.takes, j.priorities, j.states, j.project, j.type
    from ticket t join ticket_join j on j.customer_id = t.customer_id and j.id = t.join_id where t.customer_id = ${tx.customerId} and ${condition} order by t.id`)

const phases: Readonly<Record<StatePhase, ExternalStatus>> = {
  open: 'OPEN',
  waiting: 'PENDING',
  working: 'IN_PROGRESS',
  resolved: 'RESOLVED',
  closed: 'CLOSED',
}
export const phaseAs = (phase: StatePhase): ExternalStatus => phases[phase]
export const externalStatusFor = (states: readonly ToolState[], { fields, told }: Ticket): ExternalStatus =>
  states.find(({ id }) => id === fields.state)?.phase ?? phases[phaseNamed(told.state)]

/** Says of a ticket what the tool refuses of it, and goes on with the others: unless nothing of the place is to be seen, which is the connector's to say. Sends on what is no refusal. */
export async function refusedOne(
  work: Working,
  row: Pick<TicketRow, 'id' | 'project' | 'type'>,
  error: unknown,
  problem: 'refused' | 'not_made' = 'refused',
): Promise<void> {
  if (!(error instanceof AdapterFault) || (error.reason !== 'refused' && error.reason !== 'gone')) throw error
  await mustSee(work, row)
  work.counts.troubled += 1
  await work.within((tx) =>
    tx.run(sql`update ticket set problem = ${`ticketing.problems.${problem}`}, told = ${toldOf(work, error)}, looked_at = ${tx.now}
      where customer_id = ${tx.customerId} and id = ${row.id} and state in ('WANTED', 'THERE')`),
  )
}

/** A ticket that was gone and is seen again goes on where it stood. */
export const backAgain = (work: Working, row: TicketRow): Promise<unknown> =>
  work.within((tx) =>
    tx.run(
      sql`update ticket set state = 'THERE', gone_at = null, problem = null, told = null where customer_id = ${tx.customerId} and id = ${row.id} and state = 'GONE'`,
    ),
  )

/** Compares a ticket with its row and has each told what the other one changed, once. `seen`: as the tool just told it. */
export async function syncOne(work: Working, row: TicketRow, seen: Ticket | null): Promise<void> {
  const there = seen ?? (await work.tool.read(work.config, work.reach, row.external_id))
  if (!there) return gone(work, row)
  await knowPerson(work, row.kind, row.row)
  const both = await takeIn(work, row, there)
  if (both === null) return
  if (both.fresh.length > 0) await nameWho(work, row, both.fresh)
  if (Object.keys(both.found.writeThere).length > 0) await tell(work, row, there, both)
}

interface Both {
  readonly found: Reconciled
  /** The version of the row that the ticket was compared with. */
  readonly version: number
  /** Conflicts that were not known before. */
  readonly fresh: readonly SyncedField[]
}

/** One transaction that reads both sides, writes what the ticket tells and what is agreed by that. What the row may not be is said, and tried again when either side changes. */
async function takeIn(work: Working, row: TicketRow, there: Ticket): Promise<Both | null> {
  try {
    return await work.within((tx) => compare(tx, work, row, there, null))
  } catch (error) {
    if (!(error instanceof AppError) || error.status === 'BUSY' || error.status === 'UNAVAILABLE') throw error
    work.counts.troubled += 1
    const problem = problemOf(error) ?? 'kit.errors.check_inputs'
    return work.within((tx) => compare(tx, work, row, there, problem))
  }
}

interface Kept {
  /** Of a ticket that is there. */
  readonly base: Base | null
  readonly waiting: readonly SyncedField[]
}

async function compare(tx: Tx, work: Working, row: TicketRow, there: Ticket, problem: string | null): Promise<Both | null> {
  const kept =
    await tx.first(sql<Kept>`select t.base, array(select c.field from ticket_conflict c where c.customer_id = t.customer_id and c.ticket_id = t.id) as waiting
    from ticket t where t.customer_id = ${tx.customerId} and t.id = ${row.id} and t.state = 'THERE' for no key update of t`)
  const held = kept && (await readHeld(tx, row.kind, row.row))
  if (!kept?.base || !held) return null
  const table = await tableFor(tx, work.connector, row.kind, held, there, row, titleLength)
  const found = reconcile(kept.base, valuesHere(held), valuesThere(there.fields), table, new Set(kept.waiting))
  const takes = Object.keys(found.writeHere).length > 0 && problem === null
  const teller = {
    key: there.key,
    url: there.url,
    state: there.told.state,
    there: there.fields.state,
    takes: row.takes,
    day: there.updated.toISOString().slice(0, 10),
  }
  const version = takes ? await writeHere(tx, work.resources, row.kind, held, found.writeHere, teller) : held.version
  if (takes) work.counts.taken += 1
  const base = agreed(kept.base, found, problem !== null)
  await tx.run(sql`update ticket set base = ${JSON.stringify(base)}::jsonb, seen_version = ${version}, key = ${there.key}, url = ${there.url}, looked_at = ${tx.now},
      external_status = ${externalStatusFor(row.states, there)}, external_state = ${there.told.state}, problem = ${problem}, told = null
    where customer_id = ${tx.customerId} and id = ${row.id}`)
  const fresh = await keepConflicts(tx, row, found, { held, there, table, waiting: kept.waiting })
  work.counts.conflicts += fresh.length
  return { found, version, fresh }
}

/** What holds before the tool is told: its side of a field that is still to be written there is as it was, so that a run that is cut off is made again. */
function agreed(before: Base, { base, writeHere: here, writeThere: there }: Reconciled, refused: boolean): Base {
  return Object.fromEntries(syncedFields.map((field) => [field, field in there || (refused && field in here) ? before[field] : base[field]])) as Base
}

interface Sides {
  readonly held: HeldRow
  readonly there: Ticket
  readonly table: Table
  readonly waiting: readonly SyncedField[]
}

async function keepConflicts(tx: Tx, row: TicketRow, { conflicts, settled }: Reconciled, { there, waiting }: Sides): Promise<SyncedField[]> {
  if (settled.length > 0)
    await tx.run(sql`delete from ticket_conflict where customer_id = ${tx.customerId} and ticket_id = ${row.id} and field = any(${[...settled]}::text[])`)
  if (conflicts.length === 0) return []
  const of = <T>(value: (conflict: Conflict) => T) => conflicts.map(value)
  const shown = (field: SyncedField, value: Value) => (field === 'state' ? there.told.state : field === 'assignee' ? there.told.assignee : value)
  await tx.run(sql`insert into ticket_conflict as c (customer_id, ticket_id, field, here, there, there_shown, since, found_at)
    select ${tx.customerId}, t.id, f.field, f.here, f.there, f.shown, coalesce(t.looked_at, t.made_at), ${tx.now}
    from ticket t, unnest(${of(({ field }) => field)}::text[], ${of(({ here }) => here)}::text[], ${of((one) => one.there)}::text[],
      ${of((one) => shown(one.field, one.there))}::text[]) as f (field, here, there, shown)
    where t.customer_id = ${tx.customerId} and t.id = ${row.id}
    on conflict (customer_id, ticket_id, field) do update set here = excluded.here, there = excluded.there, there_shown = excluded.there_shown`)
  return conflicts.map(({ field }) => field).filter((field) => !waiting.includes(field))
}

/** Who made each side what it is, as far as it is known: the tool is asked once, when a conflict is found. */
async function nameWho(work: Working, row: TicketRow, fields: readonly SyncedField[]): Promise<void> {
  const last: LastChange = await work.tool.lastChange(work.config, work.reach, row.external_id).catch((error: unknown) => {
    if (error instanceof AdapterFault && error.reason === 'refused') return {}
    throw error
  })
  await work.within(async (tx) => {
    const ours = await tx.first(sql<{
      at: Date
      name: string | null
    }>`select e.at, m.name from audit_log l join audit_entry e on e.customer_id = l.customer_id and e.seq = l.seq
        left join member m on m.customer_id = l.customer_id and m.id = e.actor_id
      where l.customer_id = ${tx.customerId} and l.entity = ${row.kind} and l.object_id = ${row.row} order by l.seq desc limit 1`)
    for (const field of fields)
      await tx.run(sql`update ticket_conflict set there_who = ${last[field]?.who ?? null}, there_at = ${last[field]?.at ?? null}, here_who = ${ours?.name ?? null}, here_at = ${ours?.at ?? null}
        where customer_id = ${tx.customerId} and ticket_id = ${row.id} and field = ${field}`)
  })
}

/** Writes to the tool, and what it holds then is agreed. Refused, it is said and tried again when either side changes. */
async function tell(work: Working, row: TicketRow, there: Ticket, { found, version }: Both): Promise<void> {
  const { priority: _, ...change } = found.writeThere
  let after: Ticket | null
  try {
    after = await work.tool.change(work.config, work.reach, there.id, change as TicketChange)
  } catch (error) {
    if (!(error instanceof AdapterFault) || error.reason !== 'refused') throw error
    await mustSee(work, row)
    work.counts.troubled += 1
    await work.within((tx) =>
      tx.run(
        sql`update ticket set problem = 'ticketing.problems.refused', told = ${toldOf(work, error)}, seen_version = ${version} where customer_id = ${tx.customerId} and id = ${row.id}`,
      ),
    )
    return
  }
  if (!after) return gone(work, row)
  const now = after
  work.counts.sent += 1
  await work.within(async (tx) => {
    const kept = await tx.first(sql<{ base: Base | null }>`select base from ticket where customer_id = ${tx.customerId} and id = ${row.id} for no key update`)
    if (!kept?.base) return
    const written = Object.fromEntries(Object.keys(found.writeThere).map((field) => [field, found.base[field as SyncedField]]))
    await tx.run(sql`update ticket set base = ${JSON.stringify({ ...kept.base, ...written })}::jsonb, external_status = ${externalStatusFor(row.states, now)}, external_state = ${now.told.state}
      where customer_id = ${tx.customerId} and id = ${row.id}`)
  })
}

/** A ticket that is not found. Where nothing of its place is to be seen it is not gone: then the run says so, and all stays as it is. What both agreed on is kept, for it may be seen again. */
async function gone(work: Working, row: TicketRow): Promise<void> {
  await mustSee(work, row)
  work.counts.gone += 1
  await work.within(async (tx) => {
    await tx.run(
      sql`update ticket set state = 'GONE', gone_at = ${tx.now}, external_status = null, external_state = null where customer_id = ${tx.customerId} and id = ${row.id} and state = 'THERE'`,
    )
    await tx.run(sql`delete from ticket_conflict where customer_id = ${tx.customerId} and ticket_id = ${row.id}`)
  })
}
