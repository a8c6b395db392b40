import { sql } from 'kysely'
import { AppError, notFound } from '#kit/contract/errors.ts'
import { authorize, type Grant } from '#kit/server/access/authorize.ts'
import { asSql } from '#kit/server/access/row-rule.ts'
import { mustRead } from '#kit/server/data/lists/get-row.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import { refusals } from '#kit/server/data/store/refusals.ts'
import { rowRef } from '#kit/server/data/sql/columns.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { customerConnectors, everyConnector } from '#areas/connectors/server/index.ts'
import type { JoinRow, Joins, WholeJoin } from '#areas/ticketing/contract/calls.ts'
import { mostSent } from '#areas/ticketing/contract/calls.ts'
import {
  attentionPage,
  ownStates,
  toldStates,
  usualAlong,
  usualTables,
  type Along,
  type Kind,
  type StateTable,
  type ToolState,
} from '#areas/ticketing/contract/tables.ts'
import { conflictsOf } from './conflicts.ts'
import { rowsOf } from './rows.ts'
import { want } from './sync/run.ts'
import { ticketTools } from './tools/index-of-tools.ts'

const r = rowRef('r')
const p = rowRef('p')

interface StoredJoin {
  readonly id: number
  readonly version: number
  readonly connector_id: number
  readonly kind: Kind
  readonly of_id: number
  readonly project: string
  readonly project_name: string
  readonly type: string
  readonly enabled: boolean
  readonly along: Along[]
  readonly at_once: boolean
  readonly sends: StateTable
  readonly takes: StateTable
  readonly states: ToolState[]
}

export interface Connector {
  readonly id: number
  readonly name: string
  readonly connector: string
  readonly paused: boolean
}

/** A connector of tickets; throws NOT_FOUND for any other, and out of reach. */
export async function connectorOf(tx: Tx, grant: Grant, id: number): Promise<Connector> {
  await mustRead(tx, authorize(grant.who, 'customer_connector.read'), customerConnectors, id)
  const row = await tx.first(sql<Connector>`select k.id, k.name, k.connector, k.paused from ${everyConnector(tx.customerId)} k where k.id = ${id}`)
  if (!row || !ticketTools.some(({ definition }) => definition.identifier === row.connector)) throw notFound()
  return row
}

const definitionOf = (connector: string) => ticketTools.find(({ definition }) => definition.identifier === connector)?.definition
export const serviceName = (tx: Tx, connector: string): string => definitionOf(connector)?.name[tx.who.lang] ?? connector

export async function joinsOf(tx: Tx, grant: Grant, id: number): Promise<Omit<Joins, 'ok'>> {
  const connector = await connectorOf(tx, grant, id)
  const turn = await tx.first(sql<{ at: Date | null }>`select polled_at as at from ticket_turn where customer_id = ${tx.customerId} and connector_id = ${id}`)
  return {
    object: {
      id,
      name: connector.name,
      service: serviceName(tx, connector.connector),
      mark: definitionOf(connector.connector)?.mark ?? '',
      paused: connector.paused,
      polled_at: turn?.at?.toISOString() ?? null,
    },
    objects: await rowsFor(tx, sql`j.connector_id = ${id}`),
    edit_right: tx.who.rights.has('ticket_join.write'),
  }
}

/** Joins by their plans' and runbooks' names. */
async function rowsFor(tx: Tx, condition: ReturnType<typeof sql>): Promise<JoinRow[]> {
  const found = await tx.run(sql<
    Pick<StoredJoin, 'id' | 'version' | 'kind' | 'of_id' | 'project' | 'project_name' | 'type' | 'enabled'> & {
      tickets: number
      conflicts: number
      gone: number
    }
  >`select j.id, j.version, case when j.program_id is null then 'occurrence' else 'remediation' end as kind,
      coalesce(j.program_id, j.runbook_id) as of_id, j.project, j.project_name, j.type, j.enabled,
      (select count(*)::int from ticket t where t.customer_id = j.customer_id and t.join_id = j.id and t.state = 'THERE') as tickets,
      (select count(*)::int from ticket t where t.customer_id = j.customer_id and t.join_id = j.id and t.state = 'GONE') as gone,
      (select count(distinct t.id)::int from ticket t join ticket_conflict c on c.customer_id = t.customer_id and c.ticket_id = t.id where t.customer_id = j.customer_id and t.join_id = j.id) as conflicts
    from ticket_join j where j.customer_id = ${tx.customerId} and ${condition} order by j.id`)
  const names = new Map<string, JoinRow['of']>()
  for (const kind of ['remediation', 'occurrence'] as const) {
    const ids = found.filter((one) => one.kind === kind).map(({ of_id: of }) => of)
    if (ids.length === 0) continue
    const rows = await tx.run(
      sql<
        JoinRow['of']
      >`select p.id, p.identifier, ${named('p', tx)} as name from ${rowsOf[kind].registers(tx.customerId)} p where p.id = any(${ids}::bigint[])`,
    )
    for (const row of rows) names.set(`${kind} ${row.id}`, row)
  }
  return found.map(({ id, version, kind, of_id: of, project, project_name, type, enabled, tickets, conflicts, gone }) => ({
    id,
    version,
    kind,
    of: names.get(`${kind} ${of}`) ?? { id: of, identifier: null, name: '' },
    project,
    project_name,
    type,
    enabled,
    tickets,
    conflicts,
    gone,
  }))
}

const named = (alias: string, tx: Tx) =>
  sql`coalesce(${sql.ref(`${alias}.name_${tx.who.lang}`)}, ${sql.ref(`${alias}.name_en`)}, ${sql.ref(`${alias}.name_fr`)}, '')`

async function storedJoin(tx: Tx, id: number): Promise<StoredJoin> {
  const row =
    await tx.first(sql<StoredJoin>`select j.id, j.version, j.connector_id, case when j.program_id is null then 'occurrence' else 'remediation' end as kind,
      coalesce(j.program_id, j.runbook_id) as of_id, j.project, j.project_name, j.type, j.enabled, j.along, j.at_once, j.sends, j.takes, j.states
    from ticket_join j where j.customer_id = ${tx.customerId} and j.id = ${id}`)
  if (!row) throw notFound()
  return row
}

/** What of a plan is older than the joining, still to be done and without ticket. */
const older = (tx: Tx, { id, kind, of_id: of }: StoredJoin) => {
  const { every, register, ticket, open, begun } = rowsOf[kind]
  return sql`${every(tx.customerId)} r join ticket_join j on j.customer_id = ${tx.customerId} and j.id = ${id}
    where r.${sql.ref(register)} = ${of} and (r.created_at < j.since or not j.at_once) and ${open(r)} and ${begun(r, tx.today)}
      and not exists (select 1 from ticket t where t.customer_id = j.customer_id and t.${sql.ref(ticket)} = r.id)`
}

const isTroubled = sql`t.problem is not null and t.state in ('WANTED', 'THERE')`

export async function joinOf(tx: Tx, id: number, most: number = attentionPage): Promise<WholeJoin> {
  const join = await storedJoin(tx, id)
  const [row] = await rowsFor(tx, sql`j.id = ${id}`)
  if (!row) throw notFound()
  const { every, register, ticket } = rowsOf[join.kind]
  const counts = await tx.first(sql<Pick<WholeJoin, 'rows' | 'older' | 'older_unknown' | 'people' | 'people_found' | 'troubled_count'>>`select
      (select count(*)::int from ${every(tx.customerId)} r where r.${sql.ref(register)} = ${join.of_id}) as rows,
      (select count(*)::int from ${older(tx, join)}) as older,
      (select count(*)::int from ${older(tx, join)} and (r.manager_id is null or exists (select 1 from ticket_person p where p.customer_id = j.customer_id and p.connector_id = j.connector_id
        and p.member_id = r.manager_id and p.external_id is null))) as older_unknown,
      (select count(*)::int from ticket t where t.customer_id = ${tx.customerId} and t.join_id = ${id} and ${isTroubled}) as troubled_count,
      (select count(*)::int from ticket t where t.customer_id = ${tx.customerId} and t.join_id = ${id} and t.state = 'THERE') as people,
      (select count(*)::int from ticket t join ${every(tx.customerId)} r on r.id = t.${sql.ref(ticket)}
        join ticket_person p on p.customer_id = t.customer_id and p.connector_id = ${join.connector_id} and p.member_id = r.manager_id and p.external_id is not null
        where t.customer_id = ${tx.customerId} and t.join_id = ${id} and t.state = 'THERE') as people_found`)
  const trouble = (condition: ReturnType<typeof sql>) =>
    tx.run(sql<{
      ticket: number
      key: string | null
      row: WholeJoin['are_gone'][number]['row']
      gone_at: Date | null
      problem: string | null
      told: string | null
    }>`select t.id as ticket, t.key, jsonb_build_object('id', r.id, 'identifier', ${join.kind === 'remediation' ? sql`r.identifier` : sql`null`}, 'name', ${named('r', tx)}) as row, t.gone_at, t.problem, t.told
      from ticket t join ${every(tx.customerId)} r on r.id = t.${sql.ref(ticket)} where t.customer_id = ${tx.customerId} and t.join_id = ${id} and ${condition} order by t.id limit ${most}`)
  const gone = await trouble(sql`t.state = 'GONE'`)
  const troubled = await trouble(isTroubled)
  return {
    ...row,
    ...(counts ?? { rows: 0, older: 0, older_unknown: 0, people: 0, people_found: 0, troubled_count: 0 }),
    at_once: join.at_once,
    along: join.along,
    states: join.states,
    sends: join.sends,
    takes: join.takes,
    usual: usualTables(join.kind, join.states),
    in_conflict: await conflictsOf(tx, join.kind, sql`t.join_id = ${id}`, most),
    are_gone: gone.map(({ ticket: one, key, row: of, gone_at: at }) => ({
      ticket: one,
      key: key ?? '',
      kind: join.kind,
      row: of,
      gone_at: (at ?? tx.now).toISOString(),
    })),
    troubled: troubled.map(({ ticket: one, key, row: of, problem, told }) => ({ ticket: one, key, kind: join.kind, row: of, problem: problem ?? '', told })),
  }
}

export interface NewJoin {
  readonly kind: Kind
  readonly of: number
  readonly project: string
  readonly type: string
  readonly at_once: boolean
}

/** Whether a plan or runbook can be joined: read by whoever joins it, in use, and not joined yet. */
export async function mustBeFree(tx: Tx, resources: Resources, { kind, of }: Pick<NewJoin, 'kind' | 'of'>): Promise<void> {
  const resource = resourceOf(resources, kind === 'remediation' ? 'program' : 'runbook')
  const found = await tx.first(
    sql<{
      archived: boolean
    }>`select p.archived from ${rowsOf[kind].registers(tx.customerId)} p where p.id = ${of} and ${asSql(resource.rules.read(p, tx.who))}`,
  )
  const { refuse, done } = refusals()
  if (!found) refuse('of', 'kit.errors.missing_reference')
  else if (found.archived) refuse('of', 'ticketing.errors.put_away')
  else if (await tx.first(sql`select 1 from ticket_join j where j.customer_id = ${tx.customerId} and j.${sql.ref(rowsOf[kind].register)} = ${of}`))
    refuse('of', 'ticketing.errors.joined_already')
  done()
}

/** Joins a plan or a runbook with a place of the tool, whose states were just asked for. */
export async function addJoin(
  tx: Tx,
  resources: Resources,
  connector: number,
  given: NewJoin,
  asked: { readonly name: string; readonly states: readonly ToolState[]; readonly priorities: readonly string[] },
): Promise<number> {
  await mustBeFree(tx, resources, given)
  const { sends, takes } = usualTables(given.kind, asked.states)
  const made = await tx.first(sql<{
    id: number
  }>`insert into ticket_join (customer_id, connector_id, ${sql.ref(rowsOf[given.kind].register)}, project, project_name, type, along, at_once, sends, takes, states, priorities, since, made_by)
    values (${tx.customerId}, ${connector}, ${given.of}, ${given.project}, ${asked.name}, ${given.type}, ${[...usualAlong]}::text[], ${given.at_once}, ${JSON.stringify(sends)}::jsonb, ${JSON.stringify(takes)}::jsonb,
      ${JSON.stringify(asked.states)}::jsonb, ${JSON.stringify(asked.priorities)}::jsonb, moment(), ${tx.who.memberId}) on conflict do nothing returning id`)
  if (!made) throw new AppError('CONFLICT', 'ticketing.errors.joined_already')
  await tx.run(sql`insert into ticket_turn (customer_id, connector_id) values (${tx.customerId}, ${connector}) on conflict do nothing`)
  tx.audit({ entity: 'customer_connector', object_id: connector, action: 'ticket_join', details: JSON.stringify({ project: given.project }) })
  return made.id
}

export interface ChangedJoin {
  readonly version: number
  readonly enabled: boolean
  readonly at_once: boolean
  readonly along: readonly Along[]
  readonly sends: StateTable
  readonly takes: StateTable
}

/** Every state of the left side has a target on the right one, on both sides: nothing else can be saved. */
export async function changeJoinTo(tx: Tx, id: number, given: ChangedJoin): Promise<void> {
  const join = await storedJoin(tx, id)
  const { refuse, done } = refusals()
  judgeTable(
    given.sends,
    ownStates[join.kind],
    join.states.map((state) => state.id),
    (state) => refuse(`sends.${state}`, 'ticketing.errors.no_target'),
  )
  judgeTable(
    given.takes,
    toldStates(join.states).map((state) => state.id),
    ownStates[join.kind],
    (state) => refuse(`takes.${state}`, 'ticketing.errors.no_target'),
  )
  done()
  const changed =
    await tx.first(sql`update ticket_join set version = version + 1, enabled = ${given.enabled}, at_once = ${given.at_once}, along = ${[...new Set(given.along)]}::text[],
      sends = ${JSON.stringify(given.sends)}::jsonb, takes = ${JSON.stringify(given.takes)}::jsonb
    where customer_id = ${tx.customerId} and id = ${id} and version = ${given.version} returning 1`)
  if (!changed) throw new AppError('STALE', 'kit.errors.stale')
  tx.audit({
    entity: 'customer_connector',
    object_id: join.connector_id,
    action: 'ticket_join_change',
    details: JSON.stringify({ project: join.project, enabled: given.enabled }),
  })
}

function judgeTable(table: StateTable, from: readonly string[], to: readonly string[], refuse: (state: string) => void): void {
  for (const state of from) if (!to.includes(table[state] ?? '')) refuse(state)
  for (const state of Object.keys(table)) if (!from.includes(state)) refuse(state)
}

export async function removeJoin(tx: Tx, id: number): Promise<void> {
  const join = await storedJoin(tx, id)
  await tx.run(sql`delete from ticket_join where customer_id = ${tx.customerId} and id = ${id}`)
  tx.audit({ entity: 'customer_connector', object_id: join.connector_id, action: 'ticket_unjoin', details: JSON.stringify({ project: join.project }) })
}

/** Wants tickets for what is older than the joining; answers for how many. */
export async function sendOlderOf(tx: Tx, id: number): Promise<number> {
  const join = await storedJoin(tx, id)
  if (!join.enabled) throw new AppError('CONFLICT', 'ticketing.errors.not_joined')
  const rows = await tx.run(sql<{ join_id: number; id: number }>`select j.id as join_id, r.id from ${older(tx, join)} order by r.id limit ${mostSent}`)
  const sent = await want(tx, rowsOf[join.kind].ticket, rows)
  tx.audit({
    entity: 'customer_connector',
    object_id: join.connector_id,
    action: 'ticket_send',
    details: JSON.stringify({ project: join.project, count: sent }),
  })
  return sent
}
