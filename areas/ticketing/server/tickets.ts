import { sql } from 'kysely'
import { AppError, forbidden, notFound } from '#kit/contract/errors.ts'
import { asSql } from '#kit/server/access/row-rule.ts'
import { can } from '#kit/server/access/authorize.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import { rowRef } from '#kit/server/data/sql/columns.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { everyConnector } from '#areas/connectors/server/index.ts'
import type { TicketField, TicketOf } from '#areas/ticketing/contract/calls.ts'
import type { Kind } from '#areas/ticketing/contract/tables.ts'
import { syncedFields, unsaid, type Base } from './decide/reconcile.ts'
import { conflictsOf } from './conflicts.ts'
import { serviceName } from './joins.ts'
import { rowsOf } from './rows.ts'
import { newMark, want } from './sync/run.ts'

const r = rowRef('r')

interface Reached {
  readonly register: number | null
  readonly writes: boolean
}

/** A row as its reader finds it; throws NOT_FOUND out of reach. */
async function reached(tx: Tx, resources: Resources, kind: Kind, id: number): Promise<Reached> {
  const { def, rules, refusals } = resourceOf(resources, kind)
  const { every, register } = rowsOf[kind]
  const may = def.rights.update !== null && can(tx.who, def.rights.update) && can(tx.who, 'ticket.write')
  const found = can(tx.who, def.rights.read)
    ? await tx.first(sql<Reached>`select r.${sql.ref(register)} as register, ${may ? asSql(rules.update(r, tx.who)) : sql`false`} as writes
        from ${every(tx.customerId)} r where r.id = ${id} and ${asSql(rules.read(r, tx.who))}`)
    : undefined
  if (!found) throw notFound(refusals?.access)
  return found
}

interface Ticket {
  readonly id: number
  readonly kind: Kind
  readonly row: number
  readonly state: 'WANTED' | 'THERE' | 'GONE' | 'LEFT'
  readonly key: string | null
  readonly url: string | null
  readonly connector: string
  readonly external_status: NonNullable<TicketOf['object']>['external_status']
  readonly external_state: string | null
  readonly problem: string | null
  readonly told: string | null
  readonly gone_at: Date | null
}

const ticketWhere = (tx: Tx, condition: ReturnType<typeof sql>) =>
  tx.first(sql<Ticket>`select t.id, case when t.remediation_id is null then 'occurrence' else 'remediation' end as kind, coalesce(t.remediation_id, t.occurrence_id) as row, t.state, t.key, t.url,
      k.connector, t.external_status, t.external_state, t.problem, t.told, t.gone_at
    from ticket t join ticket_join j on j.customer_id = t.customer_id and j.id = t.join_id join ${everyConnector(tx.customerId)} k on k.id = j.connector_id
    where t.customer_id = ${tx.customerId} and ${condition}`)

export async function ticketFor(tx: Tx, resources: Resources, kind: Kind, id: number): Promise<Omit<TicketOf, 'ok'>> {
  const { register, writes } = await reached(tx, resources, kind, id)
  const found = await ticketWhere(tx, sql`t.${sql.ref(rowsOf[kind].ticket)} = ${id}`)
  const shown = found && found.state !== 'LEFT' ? found : null
  const [conflict] = shown ? await conflictsOf(tx, kind, sql`t.id = ${shown.id}`) : []
  return {
    object: shown && {
      id: shown.id,
      state: shown.state,
      key: shown.key,
      url: shown.url,
      service: serviceName(tx, shown.connector),
      external_status: shown.external_status,
      external_state: shown.external_state,
      problem: shown.problem,
      told: shown.told,
      gone_at: shown.gone_at?.toISOString() ?? null,
      conflicts: [...(conflict?.fields ?? [])],
    },
    places: shown || !writes ? [] : await placesFor(tx, kind, register),
    edit_right: writes,
  }
}

/** Where a ticket could be made: with those of its own plan, where that is joined; else with any that is joined. */
async function placesFor(tx: Tx, kind: Kind, register: number | null): Promise<TicketOf['places']> {
  const column = sql.ref(rowsOf[kind].register)
  const found = await tx.run(sql<{
    join: number
    project: string
    project_name: string
    connector: string
    own: boolean
  }>`select j.id as join, j.project, j.project_name, k.connector, j.${column} = ${register} as own
    from ticket_join j join ${everyConnector(tx.customerId)} k on k.id = j.connector_id
    where j.customer_id = ${tx.customerId} and j.enabled and j.${column} is not null order by j.id`)
  const own = found.filter((one) => one.own)
  const places = own.length > 0 ? own : found
  return places.map(({ join, project, project_name, connector }) => ({ join, project, project_name, service: serviceName(tx, connector) }))
}

/** A ticket of a row that its reader may change; throws NOT_FOUND or FORBIDDEN. */
async function mine(tx: Tx, resources: Resources, id: number): Promise<Ticket> {
  const ticket = await ticketWhere(tx, sql`t.id = ${id}`)
  if (!ticket) throw notFound()
  if (!(await reached(tx, resources, ticket.kind, ticket.row)).writes) throw forbidden()
  return ticket
}

export async function makeFor(tx: Tx, resources: Resources, kind: Kind, id: number, join: number): Promise<void> {
  const { register, writes } = await reached(tx, resources, kind, id)
  if (!writes) throw forbidden()
  if (!(await placesFor(tx, kind, register)).some((place) => place.join === join)) throw new AppError('CONFLICT', 'ticketing.errors.not_joined')
  const column = rowsOf[kind].ticket
  // Left without one before, it has one now.
  await tx.run(sql`delete from ticket where customer_id = ${tx.customerId} and ${sql.ref(column)} = ${id} and state = 'LEFT'`)
  if ((await want(tx, column, [{ join_id: join, id }])) === 0) throw new AppError('CONFLICT', 'ticketing.errors.has_ticket')
  tx.audit({ entity: kind, object_id: id, action: 'ticket_made' })
}

/** What the ticket says is written by the program once somebody has decided so: nobody decides by that what they may not write themselves. */
async function mustWrite(tx: Tx, kind: Kind, row: number, fields: Partial<Record<TicketField, 'here' | 'there'>>): Promise<void> {
  const { every, writes } = rowsOf[kind]
  const asked = syncedFields.filter((field) => fields[field] === 'there')
  if (asked.length === 0) return
  const rules = sql.join(
    asked.map((field) => asSql(writes(field)(r, tx.who))),
    sql` and `,
  )
  if (!(await tx.first(sql`select 1 from ${every(tx.customerId)} r where r.id = ${row} and ${rules}`))) throw forbidden('kit.errors.no_update_right')
}

/** Lets one side's value of each field hold on both: what it writes is written with the next look, and once. */
export async function decideOn(tx: Tx, resources: Resources, id: number, fields: Partial<Record<TicketField, 'here' | 'there'>>): Promise<void> {
  const { kind, row } = await mine(tx, resources, id)
  await mustWrite(tx, kind, row, fields)
  const kept = await tx.first(
    sql<{ base: Base | null }>`select t.base from ticket t where t.customer_id = ${tx.customerId} and t.id = ${id} and t.state = 'THERE' for no key update`,
  )
  const waiting = await tx.run(
    sql<{
      field: TicketField
      here: string | null
      there: string | null
    }>`select c.field, c.here, c.there from ticket_conflict c where c.customer_id = ${tx.customerId} and c.ticket_id = ${id}`,
  )
  const chosen = waiting.filter(({ field }) => fields[field] !== undefined)
  if (!kept || chosen.length < Object.keys(fields).length) throw new AppError('CONFLICT', 'ticketing.errors.decided_already')
  // The other side counts as agreed; the chosen one as changed, so that it is told, unless the other changes once more.
  const base = Object.fromEntries(chosen.map(({ field, here, there }) => [field, fields[field] === 'here' ? { here: unsaid, there } : { here, there: unsaid }]))
  await tx.run(sql`update ticket set base = base || ${JSON.stringify(base)}::jsonb, seen_version = 0 where customer_id = ${tx.customerId} and id = ${id}`)
  await tx.run(
    sql`delete from ticket_conflict where customer_id = ${tx.customerId} and ticket_id = ${id} and field = any(${chosen.map(({ field }) => field)}::text[])`,
  )
  tx.audit({ entity: kind, object_id: row, action: 'ticket_decided', details: JSON.stringify({ fields }) })
}

/** A new one in place of one that is gone; the old one is looked for once more before it is made. */
export async function renew(tx: Tx, resources: Resources, id: number): Promise<void> {
  const { kind, row } = await mine(tx, resources, id)
  const done = await tx.first(sql`update ticket set state = 'WANTED', gone_at = null, mark = ${newMark()}, tried_at = null, key = null, url = null, base = null,
      external_status = null, external_state = null, problem = null, told = null, sent_files = '{}', made_at = ${tx.now}
    where customer_id = ${tx.customerId} and id = ${id} and state = 'GONE' returning 1`)
  if (!done) throw new AppError('CONFLICT', 'ticketing.errors.not_gone')
  await tx.run(sql`delete from ticket_comment where customer_id = ${tx.customerId} and ticket_id = ${id}`)
  tx.audit({ entity: kind, object_id: row, action: 'ticket_made' })
}

/** Left without: nothing is made of it by itself again. */
export async function leave(tx: Tx, resources: Resources, id: number): Promise<void> {
  const { kind, row } = await mine(tx, resources, id)
  const done =
    await tx.first(sql`update ticket set state = 'LEFT', gone_at = null, external_id = null, key = null, url = null, base = null, external_status = null, external_state = null, problem = null, told = null
    where customer_id = ${tx.customerId} and id = ${id} and (state = 'GONE' or (state = 'WANTED' and problem is not null)) returning 1`)
  if (!done) throw new AppError('CONFLICT', 'ticketing.errors.not_gone')
  tx.audit({ entity: kind, object_id: row, action: 'ticket_left' })
}
