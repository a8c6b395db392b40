import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { LoggedLine } from '#kit/server/data/history/line-changes.ts'

/** What lines of the audit are about: of these actions or none of them, of these entities. */
export interface LogLines {
  readonly actions?: readonly string[]
  readonly notActions?: readonly string[]
  readonly entities?: readonly string[]
}

/** Which entries are asked for; whatever is null or empty asks for nothing. */
export interface LogAsked {
  /** Who did it, or in whose name it was done. */
  readonly person: number | null
  readonly object: { readonly entity: string; readonly id: number } | null
  readonly lines: LogLines
  /** Days of the customer, both included. */
  readonly from: string | null
  readonly to: string | null
  /** What a text found: any of these people or objects; null: no text was given. */
  readonly found: { readonly people: readonly number[]; readonly objects: readonly { readonly entity: string; readonly id: number }[] } | null
  /** Of the provider's log: what this member did, and what was done to one of these customers. */
  readonly only: { readonly member: number | null; readonly customers: readonly number[] } | null
}

export const wholeLog: LogAsked = { person: null, object: null, lines: {}, from: null, to: null, found: null, only: null }

export interface LogPerson {
  readonly id: number
  readonly name: string
}

/** An entry with the first of its lines. */
export interface LogEntry {
  readonly seq: number
  readonly at: Date
  readonly actor: LogPerson | null
  readonly impersonator: LogPerson | null
  readonly source: string
  readonly request_id: string
  readonly address: string | null
  readonly session_at: Date | null
  readonly previous_hash: string
  readonly hash: string
  readonly lines: readonly LoggedLine[]
  /** Of each entity how many lines there are, counted among the first `countedLines`. */
  readonly kinds: readonly { readonly entity: string; readonly count: number }[]
}

/** Beyond this, entries that are found are not counted. */
export const countedEntries = 10_000
/** Beyond this, lines of an entry are not counted. */
export const countedLines = 200

/** A branch gives the numbers of entries, newest first, and no more than asked for: each walks one index, so that many of them cost no more than what they give. */
function numbers(tx: Tx, asked: LogAsked, limit: number, before: number | null, ordered = true): RawBuilder<unknown> {
  const { customerId } = tx
  const zone = tx.who.timeZone
  const { person, object, lines, from, to, found, only } = asked
  const lineIs = linesAre(lines)
  const days = [
    ...(from === null ? [] : [sql`e.at >= (${from}::date::timestamp at time zone ${zone})`]),
    ...(to === null ? [] : [sql`e.at < ((${to}::date + 1)::timestamp at time zone ${zone})`]),
  ]
  const own =
    only === null
      ? []
      : [
          sql`(e.actor_id = ${only.member} or exists (select 1 from audit_log o where o.customer_id = ${customerId} and o.seq = e.seq and o.entity = 'customer' and o.object_id = any(${[...only.customers]}::bigint[])))`,
        ]
  const people = person === null ? [] : [sql`(e.actor_id = ${person} or e.impersonator_id = ${person})`]
  const within = (column: RawBuilder<unknown>) => [
    ...(before === null ? [] : [sql`${column} < ${before}`]),
    ...(days.length === 0 ? [] : [sql`${column} between (select first from span) and (select last from span)`]),
  ]
  const ofEntry = (...more: RawBuilder<unknown>[]) => and([...days, ...own, ...more])
  /** What lines must be, beside what the branch is about. */
  const ofLine = and([...(lineIs ? [lineIs] : []), ...(object === null ? [] : [sql`l.entity = ${object.entity}`, sql`l.object_id = ${object.id}`])])
  const anyLine = lineIs || object ? [sql`exists (select 1 from audit_log l where l.customer_id = ${customerId} and l.seq = e.seq and ${ofLine})`] : []
  const byEntry = (...more: RawBuilder<unknown>[]) =>
    sql`(select e.seq from audit_entry e where e.customer_id = ${customerId} and ${and([...within(sql`e.seq`), ...more])} and ${ofEntry(...anyLine)} order by e.seq desc limit ${limit})`
  const entryIs = [...days, ...own, ...people]
  const byLine = (...more: RawBuilder<unknown>[]) =>
    sql`(select l.seq from audit_log l where l.customer_id = ${customerId} and ${and([...within(sql`l.seq`), ...more])} and ${ofLine}${
      entryIs.length === 0 ? sql`` : sql` and exists (select 1 from audit_entry e where e.customer_id = ${customerId} and e.seq = l.seq and ${and(entryIs)})`
    } group by l.seq order by l.seq desc limit ${limit})`
  const isObject = (one: { readonly entity: string; readonly id: number }) => [sql`l.entity = ${one.entity}`, sql`l.object_id = ${one.id}`]
  const branches =
    found !== null
      ? [
          ...found.people.flatMap((id) => [byEntry(sql`e.actor_id = ${id}`, ...people), byEntry(sql`e.impersonator_id = ${id}`, ...people)]),
          ...found.objects.map((one) => byLine(...isObject(one))),
        ]
      : object !== null
        ? [byLine(...isObject(object))]
        : person !== null
          ? [byEntry(sql`e.actor_id = ${person}`), byEntry(sql`e.impersonator_id = ${person}`)]
          : lines.actions !== undefined
            ? lines.actions.map((action) => byLine(sql`l.action = ${action}`))
            : lines.entities !== undefined
              ? lines.entities.map((entity) => byLine(sql`l.entity = ${entity}`))
              : [byEntry()]
  const span =
    days.length === 0
      ? sql``
      : // The limits of the days in the order of the chain, by the index of days alone: `offset 0` keeps them from being looked for entry by entry.
        sql`with span as materialized (select min(d.seq) as first, max(d.seq) as last from (select e.seq from audit_entry e where e.customer_id = ${customerId} and ${and(days)} offset 0) d) `
  if (branches.length === 0) return sql`select null::bigint as seq where false`
  // Of one branch each number comes once; whoever counts asks for no order.
  const all = sql.join(branches, sql` union all `)
  if (!ordered) return branches.length === 1 ? sql`${span}select b.seq from (${all}) b` : sql`${span}select b.seq from (${all}) b group by b.seq limit ${limit}`
  return sql`${span}select b.seq from (${all}) b group by b.seq order by b.seq desc limit ${limit}`
}

const and = (conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> => (conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `))

function linesAre({ actions, notActions, entities }: LogLines): RawBuilder<unknown> | null {
  const conditions = [
    ...(actions ? [sql`l.action = any(${[...actions]}::text[])`] : []),
    ...(notActions ? [sql`l.action <> all(${[...notActions]}::text[])`] : []),
    ...(entities ? [sql`l.entity = any(${[...entities]}::text[])`] : []),
  ]
  return conditions.length === 0 ? null : and(conditions)
}

/** Columns of entries `e`, with at most so many lines of each: those that were asked for first. */
function entryColumns(tx: Tx, shown: number, first: RawBuilder<unknown> | null): RawBuilder<unknown> {
  const person = (column: 'actor_id' | 'impersonator_id') =>
    sql`(select jsonb_build_object('id', m.id, 'name', m.name) from member m where m.customer_id = ${tx.customerId} and m.id = e.${sql.ref(column)})`
  return sql`e.seq, e.at, ${person('actor_id')} as actor, ${person('impersonator_id')} as impersonator, e.source, e.request_id, e.address, e.session_at, e.previous_hash, e.hash,
    (select coalesce(jsonb_agg(jsonb_build_object('n', l.n, 'entity', l.entity, 'object_id', l.object_id, 'action', l.action, 'version', l.object_version, 'details', l.details,
        'versioned', l.digest is not null or l.action = 'create') order by ${first ? sql`(${first}) desc, ` : sql``}l.n), '[]')
      from (select * from audit_log l where l.customer_id = ${tx.customerId} and l.seq = e.seq order by ${first ? sql`(${first}) desc, ` : sql``}l.n limit ${shown}) l) as lines,
    (select coalesce(jsonb_agg(jsonb_build_object('entity', k.entity, 'count', k.count) order by k.count desc, k.entity), '[]')
      from (select l.entity, count(*) as count from (select l.entity from audit_log l where l.customer_id = ${tx.customerId} and l.seq = e.seq order by l.n limit ${countedLines + 1}) l group by l.entity) k) as kinds`
}

/** Entries that were asked for, newest first, from before an entry's number on; one statement. */
export async function logEntries(
  tx: Tx,
  asked: LogAsked,
  { limit, before = null, shown = 1 }: { limit: number; before?: number | null; shown?: number },
): Promise<LogEntry[]> {
  const { object, lines, found } = asked
  const first = object
    ? sql`l.entity = ${object.entity} and l.object_id is not distinct from ${object.id}`
    : found && found.objects.length > 0
      ? sql`(l.entity, l.object_id) in (${sql.join(found.objects.map((one) => sql`(${one.entity}, ${one.id}::bigint)`))})`
      : linesAre(lines)
  return tx.run(
    sql<LogEntry>`select ${entryColumns(tx, shown, first && sql`coalesce(${first}, false)`)} from audit_entry e where e.customer_id = ${tx.customerId} and e.seq in (${numbers(tx, asked, limit, before)}) order by e.seq desc`,
    { planned: true },
  )
}

/** How many entries were asked for, `countedEntries + 1` of them at most. */
export async function countEntries(tx: Tx, asked: LogAsked): Promise<number> {
  const row = await tx.first(sql<{ count: number }>`select count(*) as count from (${numbers(tx, asked, countedEntries + 1, null, false)}) n`, {
    planned: true,
  })
  return row?.count ?? 0
}

/** One entry with its lines, so many at most. */
export const logEntry = (tx: Tx, seq: number, shown: number, only: LogAsked['only']): Promise<LogEntry | undefined> =>
  logEntries(tx, { ...wholeLog, only }, { limit: 1, before: seq + 1, shown }).then((entries) => entries.find((entry) => entry.seq === seq))

/** Where the chain of the customer begins and ends, and for how long it is kept. */
export interface ChainEnds {
  readonly base: { readonly seq: number; readonly hash: string; readonly at: Date } | null
  readonly head: { readonly seq: number; readonly hash: string; readonly at: Date } | null
  readonly retention_days: number
  readonly version: number
}

interface KeptEnd {
  readonly seq: number
  readonly hash: string
  readonly at: string
}

export async function chainEnds(tx: Tx): Promise<ChainEnds> {
  const row = await tx.first(sql<{ base: KeptEnd | null; head: KeptEnd | null; retention_days: number; version: number }>`select
      (select jsonb_build_object('seq', b.seq, 'hash', b.hash, 'at', b.at) from audit_base b where b.customer_id = ${tx.customerId} and b.seq > 0) as base,
      (select jsonb_build_object('seq', h.seq, 'hash', h.hash, 'at', e.at) from audit_head h join audit_entry e on e.customer_id = h.customer_id and e.seq = h.seq where h.customer_id = ${tx.customerId}) as head,
      c.log_retention_days as retention_days, c.version
    from customer c where c.id = ${tx.customerId} and current_customer() = ${tx.customerId}`)
  if (!row) throw new Error('The customer is not there')
  const dated = (end: KeptEnd | null) => end && { ...end, at: new Date(end.at) }
  return { ...row, base: dated(row.base), head: dated(row.head) }
}

/** The entries that would go if they were kept for so many days: how many, and the day of the last of them. The newest stays, and none goes that stands after one that stays. */
export async function wouldGo(tx: Tx, days: number): Promise<{ readonly count: number; readonly until: Date | null }> {
  if (days === 0) return { count: 0, until: null }
  const row = await tx.first(
    sql<{ base: number; first: number | null }>`select coalesce((select b.seq from audit_base b where b.customer_id = ${tx.customerId}), 0) as base,
      (select least(min(d.seq), (select h.seq from audit_head h where h.customer_id = ${tx.customerId}))
        from (select e.seq from audit_entry e where e.customer_id = ${tx.customerId} and e.at >= present() - make_interval(days => ${days}) offset 0) d) as first`,
    { planned: true },
  )
  if (!row?.first || row.first <= row.base + 1) return { count: 0, until: null }
  const last = await tx.first(sql<{ at: Date }>`select at from audit_entry where customer_id = ${tx.customerId} and seq = ${row.first - 1}`)
  return { count: row.first - row.base - 1, until: last?.at ?? null }
}
