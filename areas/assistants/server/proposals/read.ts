import { sql, type RawBuilder } from 'kysely'
import { notFound } from '#kit/contract/errors.ts'
import { columnChanges, mentioned, namesOf } from '#kit/server/data/history/object-history.ts'
import { asSql } from '#kit/server/access/row-rule.ts'
import { columnValues } from '#kit/server/data/store/column-values.ts'
import { fieldOf, mayOpen, rowRef, title } from '#kit/server/data/sql/columns.ts'
import type { Changes, Resource, Resources, Stored } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { ChangeState, ListState, Proposal, ProposalLine, ProposedChange } from '#areas/assistants/contract/proposals.ts'
import { everyKey } from '#areas/programs/server/index.ts'
import { levelsOf } from '#kit/server/data/resources/levels.ts'
import type { Translate } from '#kit/server/http/words.ts'
import { LineSpeaker } from '#areas/logs/server/index.ts'
import { decides, type Targets } from './deciders.ts'

/** Proposals of a page. */
const pageSize = 50

interface Line extends Omit<ProposalLine, 'made_at' | 'ends_at'> {
  readonly made_at: Date
  readonly ends_at: Date
}

/** Changes that the reader may decide, or that a key of theirs has proposed, as `c`. */
const inSight = (tx: Tx, targets: Targets) => sql`select c.customer_id, c.id, c.proposal_id, c.decision, ${decides(targets, tx.who)} as decides
  from proposal_change c join proposal p on p.customer_id = c.customer_id and p.id = c.proposal_id join ${everyKey(tx.customerId)} k on k.id = p.key_id
  where c.customer_id = ${tx.customerId} and (k.maker_id = ${tx.who.memberId} or ${decides(targets, tx.who)})`

const lines = (
  tx: Tx,
  targets: Targets,
) => sql`select p.customer_id, p.id, p.title, p.reason, p.made_at, p.ends_at, k.name as assistant, k.prefix, w.name as maker, p.withdrawn_at is not null or k.revoked_at is not null as withdrawn,
    count(*)::int as changes, count(*) filter (where c.decision is null)::int as open, count(*) filter (where c.decision = 'YES')::int as accepted,
    count(*) filter (where c.decision = 'NO')::int as refused,
    p.withdrawn_at is null and k.revoked_at is null and p.ends_at > ${tx.now} and bool_or(c.decision is null) as waiting
  from (${inSight(tx, targets)}) c join proposal p on p.customer_id = c.customer_id and p.id = c.proposal_id
    join ${everyKey(tx.customerId)} k on k.id = p.key_id join member w on w.customer_id = k.customer_id and w.id = k.maker_id
  group by p.customer_id, p.id, k.name, k.prefix, k.revoked_at, w.name`

const told = ({ made_at: made, ends_at: ends, ...line }: Line): ProposalLine => ({ ...line, made_at: made.toISOString(), ends_at: ends.toISOString() })

export interface ListAsked {
  readonly state: ListState
  readonly search: string
  readonly before?: number | undefined
}

export async function proposalLines(tx: Tx, targets: Targets, { state, search, before }: ListAsked) {
  const found = await tx.run(sql<Line>`with line as (${lines(tx, targets)})
    select l.id, l.title, l.assistant, l.maker, l.made_at, l.ends_at, l.changes, l.open, l.accepted, l.refused from line l
    where l.waiting = ${state === 'WAITING'} and (${search} = '' or strpos(lower(l.title || ' ' || l.assistant || ' ' || l.reason), lower(${search})) > 0)
      and (${before ?? null}::bigint is null or l.id < ${before ?? null}) order by l.id desc limit ${pageSize + 1}`)
  const counts = await tx.first(sql<{
    waiting: number
    decided: number
  }>`select count(*) filter (where l.waiting)::int as waiting, count(*) filter (where not l.waiting)::int as decided
    from (${lines(tx, targets)}) l`)
  return { objects: found.slice(0, pageSize).map(told), waiting: counts?.waiting ?? 0, decided: counts?.decided ?? 0, more: found.length > pageSize }
}

interface Change {
  readonly id: number
  readonly entity: string
  readonly object_id: number | null
  readonly read_version: number | null
  readonly changes: Changes
  readonly before: Changes | null
  readonly quote: string | null
  readonly decision: 'YES' | 'NO' | null
  readonly decided_by: string | null
  readonly decided_at: Date | null
  readonly decides: boolean
}

interface Speaking {
  readonly resources: Resources
  readonly translate: Translate
}

/** A proposal with each change that its reader may see; throws NOT_FOUND where there is none. */
export async function oneProposal(tx: Tx, targets: Targets, { resources, translate }: Speaking, id: number): Promise<Proposal> {
  const line = await tx.first(sql<
    Line & { reason: string; prefix: string; withdrawn: boolean; waiting: boolean }
  >`select l.id, l.title, l.assistant, l.maker, l.made_at, l.ends_at, l.changes, l.open, l.accepted,
      l.refused, l.reason, l.prefix, l.withdrawn, l.waiting from (${lines(tx, targets)}) l where l.id = ${id}`)
  if (!line) throw notFound()
  const changes =
    await tx.run(sql<Change>`select c.id, c.entity, c.object_id, c.read_version, c.changes, c.before, c.quote, c.decision, m.name as decided_by, c.decided_at, s.decides
    from (${inSight(tx, targets)}) s join proposal_change c on c.customer_id = s.customer_id and c.id = s.id
      left join member m on m.customer_id = c.customer_id and m.id = c.decided_by
    where c.proposal_id = ${id} order by c.id`)
  const ended: ChangeState | null = line.withdrawn ? 'WITHDRAWN' : line.ends_at <= tx.now ? 'ENDED' : null
  const speaker = new LineSpeaker({ resources, translate, lang: tx.who.lang, timeZone: tx.who.timeZone, levels: await levelsOf(tx) })
  const shown = new Map<number, ProposedChange>()
  for (const [entity, these] of Map.groupBy(changes, (one) => one.entity)) {
    const target = targets.get(entity)
    if (target) for (const one of await shownOf(tx, speaker, resources, target, these, ended)) shown.set(one.id, one)
  }
  const { waiting: _, ...rest } = line
  return { ...told(rest), reason: line.reason, prefix: line.prefix, withdrawn: line.withdrawn, objects: changes.flatMap((one) => shown.get(one.id) ?? []) }
}

/** Throws NOT_FOUND for a proposal of which the reader may see nothing. */
export async function mustSee(tx: Tx, targets: Targets, id: number): Promise<void> {
  if (!(await tx.first(sql`select 1 from (${inSight(tx, targets)}) s where s.proposal_id = ${id} limit 1`))) throw notFound()
}

interface Known {
  readonly row: Stored
  readonly name: string | null
  readonly by: string | null
  readonly at: Date
}

async function shownOf(
  tx: Tx,
  speaker: LineSpeaker,
  resources: Resources,
  resource: Resource,
  changes: readonly Change[],
  ended: ChangeState | null,
): Promise<ProposedChange[]> {
  const { def } = resource
  const known = await rowsOf(
    tx,
    resource,
    changes.flatMap(({ object_id: object }) => object ?? []),
  )
  const sides = changes.map((one): { before: Stored | undefined; after: Stored } | null => {
    const row = one.object_id === null ? undefined : known.get(one.object_id)?.row
    if (one.object_id !== null && !row) return null
    const before = row && one.before ? ({ ...row, ...columnValues(resource, one.before) } as Stored) : row
    return { before, after: { ...before, ...columnValues(resource, one.changes) } as Stored }
  })
  const stored = sides.flatMap((side) => (side ? [...(side.before ? [side.before] : []), side.after] : []))
  const names = await namesOf(tx, resources, mentioned(def, stored, [], tx.who))
  return changes.map((one, n) => {
    const side = sides[n]
    const row = one.object_id === null ? undefined : known.get(one.object_id)
    const open = one.decision === null
    const changed = open && row !== undefined && one.read_version !== null && row.row.version !== one.read_version
    return {
      id: one.id,
      entity: one.entity,
      kind: speaker.kind(one.entity),
      object_id: one.object_id,
      identifier: row && fieldOf(def, 'identifier') ? String(row.row.identifier ?? '') || null : null,
      name: row?.name ?? null,
      state: one.decision ?? ended ?? 'WAITING',
      decided_by: one.decided_by,
      decided_at: one.decided_at?.toISOString() ?? null,
      quote: one.object_id !== null && !row ? null : one.quote,
      changes: side
        ? speaker.changes(def, columnChanges(def, side.before, side.after, names, tx.who)).map(({ field, before, after }) => ({ field, before, after }))
        : [],
      read_version: one.read_version,
      version: row?.row.version ?? null,
      changed: changed ? { by: row.by, at: row.at.toISOString() } : null,
      decides: one.decides && open && !ended && (one.object_id === null || row !== undefined),
    }
  })
}

/** Rows as they are stored, those that the reader may see. */
async function rowsOf(tx: Tx, resource: Resource, ids: readonly number[]): Promise<ReadonlyMap<number, Known>> {
  if (ids.length === 0) return new Map()
  const t = rowRef('t')
  const named: RawBuilder<unknown> = title(resource, t, tx.who.lang)
  const rows = await tx.run(sql<{
    row: Stored
    name: string | null
    by: string | null
    at: Date
  }>`select to_jsonb(t) as row, (${named})::text as name, t.updated_at as at,
      (select m.name from member m where m.customer_id = t.customer_id and m.id = t.updated_by) as by
    from ${sql.table(resource.def.name)} as t where t.customer_id = ${tx.customerId} and t.id = any(${[...ids]}::bigint[]) and ${asSql(mayOpen(resource, t, tx.who))}`)
  return new Map(rows.map((one) => [one.row.id, one]))
}
