import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { unanswered, type Question } from '#kit/contract/decision.ts'
import { AppError, forbidden, invalidField, notFound, type Message } from '#kit/contract/errors.ts'
import { roles } from '#kit/contract/right.ts'
import type { Reference } from '#kit/contract/field.ts'
import type { Grant } from '#kit/server/access/authorize.ts'
import { memberReach } from '#kit/server/access/member-reach.ts'
import { allOf, asSql, both, either, type RowRule } from '#kit/server/access/row-rule.ts'
import { rowRef } from '#kit/server/data/sql/columns.ts'
import { freeze, readCopies, type FrozenCopy } from '#kit/server/data/history/frozen-copy.ts'
import type { Resource, Resources } from '#kit/server/data/resources/resource.ts'
import { getRow } from '#kit/server/data/lists/get-row.ts'
import { lockRow } from '#kit/server/data/store/locking.ts'
import { settleAsked } from '#kit/server/data/people/notify.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'

/** A question as the server asks it of rows of an entity. */
export interface AskedOf<O extends string = string> {
  readonly question: Question<O>
  readonly resource: Resource
  /** Who decides, of those who may read the row: by their roles and what they reach. */
  readonly decides: RowRule
  /** Who of them hears that something is asked; absent: all. */
  readonly tells?: RowRule
  /** What others who try are told, where it is not what everybody is told who may not do something. */
  readonly refusal?: Message['key']
  /** What is decided about besides the row itself, such as the lines of a statement: kept with the copy, and compared with it. People by their ids alone. */
  readonly content?: (tx: Tx, id: number) => Promise<unknown>
}

const [replaced, withdrawn] = unanswered

interface Answer<O extends string> {
  readonly request: number
  readonly outcome: O
  readonly reason: string | null
  /** Said by who approves what they asked for themselves, where the question lets them. */
  readonly alone?: boolean
}

interface Request {
  readonly id: number
  readonly asked_by: number | null
  readonly copy_version: number
  readonly copy: string
  readonly expired: boolean
  readonly outcome: string | null
}

/** Asks for a decision about a row as it is now, which its asker may change; a request that is still open is replaced. Answers the request's id. */
export async function ask(
  tx: Tx,
  grant: Grant,
  { question, resource, decides, tells, content }: AskedOf,
  resources: Resources,
  id: number,
  comment: string | null = null,
  /** Whose wish it stays, where somebody else only completes it. */
  by: number | null = tx.who.memberId,
): Promise<number> {
  const { name: entity } = resource.def
  const row = await lockRow(tx, grant, resource, resources, id, 'update')
  const open = await openRequest(tx, question, entity, id)
  if (open) await close(tx, question, open.id, replaced, null)
  const frozen = await freeze(tx, grant, resource, resources, id)
  const copy = JSON.stringify(content ? { ...frozen, content: await content(tx, id) } : frozen)
  const made = await tx.first(sql<{
    id: number
  }>`insert into decision_request (customer_id, entity, object_id, question, copy, copy_version, comment, asked_by, expires_on)
    values (${tx.customerId}, ${entity}, ${id}, ${question.name}, ${copy}, ${row.version}, ${comment}, ${by},
      ${question.openDays === undefined ? null : sql`${tx.today}::date + ${question.openDays}::int`}) returning id`)
  if (!made) throw new Error('The request was not written')
  const others: RowRule = (_, who) => sql<boolean>`${who.memberId} is distinct from ${by}::bigint`
  const hear = tells ? allOf(decides, tells) : decides
  const whom = question.bySelf || by === tx.who.memberId ? hear : allOf(hear, others)
  tx.tell({ kind: 'to_approve', entity, id, whom, cause: askedCause(question, made.id) })
  note(tx, `${question.name}_asked`, row, resource, { request: made.id, copy: fingerprintOf(copy) })
  return made.id
}

/** Whether nobody but this person could decide about a row, of all who may come in today; provider staff who visit are nobody's second pair of eyes. */
export async function decidesAlone(tx: Tx, { resource, decides }: Pick<AskedOf, 'resource' | 'decides'>, id: number): Promise<boolean> {
  const { customerId, today, who } = tx
  const m = rowRef('m')
  const reach = { memberId: sql<number>`m.id`, ...memberReach(m, customerId), tagIds: sql<readonly number[]>`array_remove(array[m.tag_id], null)` }
  // Each role by itself, so that one statement speaks of whoever holds any of them.
  const may = roles.map((role) => both(sql<boolean>`${role} = any(m.roles)`, decides(rowRef('t'), { roles: [role], rights: who.rights, ...reach })))
  const other = await tx.first(sql`select 1 from ${sql.table(resource.def.name)} as t join member m on m.customer_id = t.customer_id
    where t.customer_id = ${customerId} and t.id = ${id} and m.id is distinct from ${who.memberId} and m.kind = 'MEMBER'
      and not m.disabled and not m.archived and not m.awaits_approval
      and coalesce(m.access_start <= ${today}::date, true) and coalesce(m.access_end >= ${today}::date, true) and ${asSql(either(...may))} limit 1`)
  return other === undefined
}

/**
 * Decides about a request. Refused to who may not decide, to who asked (unless the question says otherwise, or they say that they are alone and are), once it
 * is decided or expired, without a reason where one is due, and for an outcome that approves what has changed since.
 */
export async function decide<O extends string>(
  tx: Tx,
  grant: Grant,
  asked: AskedOf<O>,
  resources: Resources,
  id: number,
  { request: requestId, outcome, reason, alone = false }: Answer<O>,
): Promise<void> {
  const { question, resource, decides, refusal, content } = asked
  const { name: entity } = resource.def
  const { approves, reasoned } = question.outcomes[outcome]
  await getRow(tx, grant, resource, resources, id)
  const t = rowRef('t')
  const row = await tx.first(sql<{ id: number; version: number; may: boolean }>`select t.id, t.version, ${asSql(decides(t, grant.who))} as may
    from ${sql.table(entity)} as t where t.customer_id = ${tx.customerId} and t.id = ${id} for no key update of t`)
  if (!row) throw notFound(resource.refusals?.access)
  if (!row.may) throw forbidden(refusal)
  const request = await requestOf(tx, question, entity, id, requestId)
  if (!request) throw notFound()
  if (request.outcome !== null) throw new AppError('CONFLICT', 'kit.errors.decided_already')
  if (request.expired) throw new AppError('CONFLICT', 'kit.errors.request_expired')
  const own = !question.bySelf && request.asked_by !== null && request.asked_by === tx.who.memberId
  const asAlone = own && alone && question.alone === true && approves === true && (await decidesAlone(tx, asked, id))
  if (own && !asAlone) throw forbidden('kit.errors.own_request')
  if (reasoned && !reason?.trim()) throw invalidField('reason', 'kit.errors.mandatory')
  const changed = async () =>
    request.copy_version !== row.version || (content !== undefined && contentText(request.copy) !== JSON.stringify(await content(tx, id)))
  if (approves && (await changed())) throw new AppError('CONFLICT', 'kit.errors.changed_since_asked')
  await close(tx, question, request.id, outcome, reason, asAlone)
  if (request.asked_by !== null)
    tx.tell({
      kind: approves ? 'decided' : 'rejected',
      entity,
      id,
      members: [request.asked_by],
      cause: `decided:${question.name}:${request.id}`,
      ...(!approves && question.letter && { letter: true }),
    })
  note(tx, `${question.name}_decided`, row, resource, { request: request.id, outcome, reason, ...(asAlone && { alone: true }) })
}

/** The request that nobody has answered yet, if there is one, with what was submitted. */
export async function openRequestOf(
  tx: Tx,
  { question, resource }: AskedOf,
  id: number,
): Promise<{ readonly id: number; readonly asked_by: number | null; readonly submitted: FrozenCopy } | undefined> {
  const open = await openRequest(tx, question, resource.def.name, id)
  return open && { id: open.id, asked_by: open.asked_by, submitted: JSON.parse(open.copy) as FrozenCopy }
}

/** Takes back a request that nobody has decided, for whoever may change the row. */
export async function withdraw(tx: Tx, grant: Grant, { question, resource }: AskedOf, resources: Resources, id: number): Promise<void> {
  const row = await lockRow(tx, grant, resource, resources, id, 'update')
  const open = await openRequest(tx, question, resource.def.name, id)
  if (!open) throw new AppError('CONFLICT', 'kit.errors.decided_already')
  await close(tx, question, open.id, withdrawn, null)
  note(tx, `${question.name}_withdrawn`, row, resource, { request: open.id })
}

/** A request with what came of it, and what it was about as its reader may see it. */
export interface ReadDecision {
  readonly id: number
  readonly question: string
  readonly state: string
  /** Of the object as it was submitted. */
  readonly version: number
  /** The object is another by now. */
  readonly stale: boolean
  readonly comment: string | null
  readonly asked_by: Reference | null
  readonly asked_at: Date
  readonly expires_on: string | null
  readonly decided_by: Reference | null
  readonly decided_at: Date | null
  readonly reason: string | null
  /** Approved by who had asked: nobody else could. */
  readonly alone: boolean
  readonly copy: Readonly<Record<string, unknown>>
  /** SHA-256 of what was kept, in hexadecimal digits, as the audit has it. */
  readonly fingerprint: string
  /** What was kept with the copy, see `AskedOf`; its reader is given what they may read of it. */
  readonly content?: unknown
}

/** Requests about a row that are told. */
const mostDecisions = 100

/** Whether a request is one of those that are told of a row. */
export const hasDecision = async (tx: Tx, entity: string, id: number, request: number): Promise<boolean> =>
  (await tx.first(sql`select 1 from (select id from decision_request where customer_id = ${tx.customerId} and entity = ${entity} and object_id = ${id}
    order by id desc limit ${mostDecisions}) q where q.id = ${request}`)) !== undefined

/** The newest requests about a row that its reader may open, with their copies; newest first. */
export async function decisionsOf(tx: Tx, grant: Grant, resource: Resource, resources: Resources, id: number): Promise<ReadDecision[]> {
  const { version } = await getRow(tx, grant, resource, resources, id)
  const person = (column: string) =>
    sql`(select jsonb_build_object('id', m.id, 'name', m.name) from member m where m.customer_id = q.customer_id and m.id = ${sql.ref(column)})`
  const rows = await tx.run(sql<
    Omit<ReadDecision, 'copy' | 'fingerprint'> & { copy: string }
  >`select q.id, q.question, q.comment, q.copy, q.copy_version as version, q.asked_at, q.expires_on, d.decided_at, d.reason, coalesce(d.alone, false) as alone,
      q.copy_version <> ${version} as stale, coalesce(d.outcome, case when q.expires_on < ${tx.today}::date then 'EXPIRED' else 'OPEN' end) as state,
      ${person('q.asked_by')} as asked_by, ${person('d.decided_by')} as decided_by
    from decision_request q left join decision d on d.customer_id = q.customer_id and d.request_id = q.id
    where q.customer_id = ${tx.customerId} and q.entity = ${resource.def.name} and q.object_id = ${id} order by q.id desc limit ${mostDecisions}`)
  const frozen = rows.map(({ copy }) => JSON.parse(copy) as FrozenCopy)
  const copies = await readCopies(tx, resource, resources, frozen)
  return rows.map((row, n) => ({ ...row, copy: copies[n] ?? {}, fingerprint: fingerprintOf(row.copy), content: frozen[n]?.content }))
}

const fingerprintOf = (copy: string) => createHash('sha256').update(copy).digest('hex')

const requests = (tx: Tx, { name }: Question, entity: string, id: number) => sql`select q.id, q.asked_by, q.copy_version, q.copy, d.outcome,
    coalesce(q.expires_on < ${tx.today}::date, false) as expired
  from decision_request q left join decision d on d.customer_id = q.customer_id and d.request_id = q.id
  where q.customer_id = ${tx.customerId} and q.entity = ${entity} and q.object_id = ${id} and q.question = ${name}`

const requestOf = (tx: Tx, question: Question, entity: string, id: number, request: number) =>
  tx.first(sql<Request>`${requests(tx, question, entity, id)} and q.id = ${request}`)
/** One that nobody has answered, expired or not. */
const openRequest = (tx: Tx, question: Question, entity: string, id: number) =>
  tx.first(sql<Request>`${requests(tx, question, entity, id)} and d.outcome is null order by q.id desc limit 1`)

const askedCause = ({ name }: Question, request: number) => `asked:${name}:${request}`

async function close(tx: Tx, question: Question, request: number, outcome: string, reason: string | null, alone = false): Promise<void> {
  await tx.run(sql`insert into decision (customer_id, request_id, outcome, reason, decided_by, alone)
    values (${tx.customerId}, ${request}, ${outcome}, ${reason}, ${tx.who.memberId}, ${alone})`)
  await settleAsked(tx, askedCause(question, request))
}

/** What was decided about besides the row, as it was written. */
const contentText = (copy: string) => JSON.stringify((JSON.parse(copy) as FrozenCopy).content)

/** Into the audit chain, with the digest of the copy: what was submitted cannot be changed unseen. */
const note = (tx: Tx, action: string, { id, version }: { id: number; version: number }, { def }: Resource, details: object) =>
  tx.audit({ entity: def.name, object_id: id, action, version, details: JSON.stringify(details) })
