import { sql } from 'kysely'
import { z } from 'zod'
import {
  commentBodySchema,
  commentEditMinutes,
  commentSchema,
  mentionableQuery,
  mentionableSchema,
  removedCommentSchema,
  resolveCommentSchema,
  commentVersionSchema,
} from '#kit/contract/collaboration.ts'
import { mentionsIn } from '#kit/contract/mention.ts'
import { defineEntity } from '#kit/contract/entity.ts'
import { forbidden, notFound } from '#kit/contract/errors.ts'
import { integer, markdown, text, timestamp } from '#kit/contract/field.ts'
import { asOfQuery, type AsOf } from '#kit/contract/list-query.ts'
import { listAnswer, messageAnswer, objectAnswer } from '#kit/contract/row-schema.ts'
import { authorize, can } from '#kit/server/access/authorize.ts'
import { asSql, createdBySelf, everyRow } from '#kit/server/access/row-rule.ts'
import { commentsOn, removedFrom, earlierWordings } from '#kit/server/data/people/comments.ts'
import { assertMayRead, membersWhoRead } from '#kit/server/data/people/notify.ts'
import { defineResource, type Resource, type Resources } from '#kit/server/data/resources/resource.ts'
import { authorizeVerb, createRow, removeRow, updateRow } from '#kit/server/data/store/store.ts'
import { rowRef } from '#kit/server/data/sql/columns.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { responsibleColumns } from '#kit/server/data/work/work-sql.ts'
import type { Api } from './api.ts'
import { tally, throttled, windowEndsIn } from './rate-limit.ts'

export const commentEntity = defineEntity({
  name: 'comment',
  area: 'kit',
  title: 'text',
  fields: {
    entity: text({ by: 'server' }),
    object_id: integer({ by: 'server' }),
    text: markdown({ max: 5000 }),
    resolved_at: timestamp({ by: 'server' }),
    resolved_by: integer({ by: 'server' }),
  },
  rights: { read: 'comment.read', create: null, update: null, delete: null },
  list: { columns: ['text'], filters: [], sort: 'created_at', search: [] },
  form: [],
})

/** Stored, versioned and audited like any entity, but reached only through the object it is about: its rights are that object's. */
const comments = defineResource({ def: commentEntity, rules: { read: everyRow, create: everyRow, update: createdBySelf, delete: createdBySelf } })
/** The same for whoever may speak about the object: they settle what anybody said. */
const discussion = defineResource({ def: commentEntity, rules: { ...comments.rules, update: everyRow } })

const nothing: Resources = new Map()
/** How many comments one member may write in a minute: each may call twenty others. */
const perMinute = 60
/** Members that a completion offers. */
const offered = 8

/** Comments on every entity (GET, POST `/<entity>/{id}/comments`) and what their authors and readers may do with them. */
export function commentRoutes(api: Api, resources: Resources): void {
  for (const resource of resources.values()) commentsOf(api, resource)

  api.add(
    {
      method: 'GET',
      path: '/comment/mentionable',
      tag: 'comment',
      summary: 'List members who may read an object, to be called in a comment on it',
      access: 'session',
      query: mentionableQuery,
      answer: listAnswer(mentionableSchema),
    },
    async ({ tx, query }) => {
      const { entity, id, search }: z.output<typeof mentionableQuery> = query
      const resource = resources.get(entity)
      if (!resource) throw notFound()
      authorizeVerb(tx, resource, 'read')
      if (!(await mayComment(tx, resource, id))) throw forbidden('kit.errors.no_add_right')
      return { objects: [...(await membersWhoRead(tx, resource, id, sql<boolean>`strpos(fold(m.name), fold(${search})) > 0`, offered))] }
    },
  )

  api.add(
    {
      method: 'PUT',
      path: '/comment/{id}',
      tag: 'comment',
      summary: 'Change an own comment, while it is young',
      access: 'session',
      body: commentBodySchema,
      answer: messageAnswer,
    },
    async ({ tx, params, body, translate }) => {
      const { text: newText } = body as z.output<typeof commentBodySchema>
      const found = await own(tx, resources, params.id)
      if (tx.now.getTime() - found.created_at.getTime() > commentEditMinutes * 60_000) throw forbidden('kit.errors.comment_too_old')
      const fresh = mentionsIn(newText).filter((id) => !mentionsIn(found.text).includes(id))
      await assertMayRead(tx, found.resource, found.object_id, fresh)
      await updateRow(tx, authorize(tx.who, 'session'), comments, nothing, params.id, { text: newText })
      tellMentioned(tx, found.entity, found.object_id, params.id, fresh)
      return { message: translate('kit.messages.saved') }
    },
  )

  api.add(
    { method: 'DELETE', path: '/comment/{id}', tag: 'comment', summary: 'Delete an own comment', access: 'session', answer: messageAnswer },
    async ({ tx, params, translate }) => {
      await own(tx, resources, params.id)
      await removeRow(tx, authorize(tx.who, 'session'), comments, nothing, params.id)
      return { message: translate('kit.record.comment_deleted') }
    },
  )

  api.add(
    {
      method: 'PUT',
      path: '/comment/{id}/resolved',
      tag: 'comment',
      summary: 'Settle what a comment asks, or open it again',
      access: 'session',
      body: resolveCommentSchema,
      answer: messageAnswer,
    },
    async ({ tx, params, body, translate }) => {
      const { resolved } = body as z.output<typeof resolveCommentSchema>
      await spoken(tx, resources, params.id)
      const changes = resolved ? { resolved_at: tx.now.toISOString(), resolved_by: tx.who.memberId } : { resolved_at: null, resolved_by: null }
      await updateRow(tx, authorize(tx.who, 'session'), discussion, nothing, params.id, changes, { action: resolved ? 'resolve' : 'reopen' })
      return { message: translate('kit.messages.saved') }
    },
  )

  api.add(
    {
      method: 'GET',
      path: '/comment/{id}/said',
      tag: 'comment',
      summary: 'List what a comment said before it was changed',
      access: 'session',
      answer: listAnswer(commentVersionSchema),
    },
    async ({ tx, params }) => {
      await find(tx, resources, params.id)
      return { objects: await earlierWordings(tx, params.id) }
    },
  )
}

/** Whether the reader of an object may speak about it; throws NOT_FOUND out of reach. Who may only look, at all of it or at this, says nothing (SEC-18). */
async function mayComment(tx: Tx, { def, rules, refusals }: Resource, id: number): Promise<boolean> {
  const t = rowRef('t')
  const { who } = tx
  const speaks = def.rights.update !== null && can(who, def.rights.update) ? (rules.comment ?? rules.update)(t, who) : false
  const found = await tx.first(sql<{ speaks: boolean }>`select coalesce(${asSql(speaks)}, false) as speaks from ${sql.table(def.name)} as t
    where t.customer_id = ${tx.customerId} and t.id = ${id} and ${asSql(rules.read(t, who))}`)
  if (!found) throw notFound(refusals?.access)
  return found.speaks
}

function commentsOf(api: Api, resource: Resource): void {
  const { name, rights } = resource.def
  const path = `/${name}/{id}/comments`

  api.add(
    {
      method: 'GET',
      path,
      tag: name,
      summary: 'List the comments on one',
      access: rights.read,
      query: asOfQuery,
      answer: listAnswer(commentSchema).extend({ add_right: z.boolean(), removed: z.array(removedCommentSchema) }),
    },
    async ({ tx, params, query }) => {
      const { as_of }: AsOf = query
      if (as_of) tx.readAsOf(as_of)
      const speaks = (await mayComment(tx, resource, params.id)) && !as_of
      const objects = await commentsOn(tx, sql`c.entity = ${name} and c.object_id = ${params.id}`, speaks)
      return { objects, removed: await removedFrom(tx, name, params.id), add_right: speaks }
    },
  )

  api.add(
    { method: 'POST', path, tag: name, summary: 'Comment on one', access: rights.read, body: commentBodySchema, answer: objectAnswer(commentSchema) },
    async ({ tx, params, body }) => {
      const id = await commentOn(tx, resource, params.id, (body as z.output<typeof commentBodySchema>).text)
      const [object] = await commentsOn(tx, sql`c.id = ${id}`, true)
      return { object }
    },
  )
}

/** Adds a comment to an object, tells those whom it concerns, and answers its id; throws NOT_FOUND out of reach, FORBIDDEN where its author may only look. */
export async function commentOn(tx: Tx, resource: Resource, id: number, content: string): Promise<number> {
  const { name } = resource.def
  if (!(await mayComment(tx, resource, id))) throw forbidden('kit.errors.no_add_right')
  const mentioned = mentionsIn(content)
  if (tx.who.session && (await tally(tx, `comment:${tx.customerId}:${tx.who.memberId ?? 0}`, 60)) > perMinute) throw throttled(windowEndsIn(60))
  await assertMayRead(tx, resource, id, mentioned)
  const row = await createRow(tx, authorize(tx.who, 'session'), comments, nothing, { entity: name, object_id: id, text: content })
  tellMentioned(tx, name, id, row.id, mentioned)
  const { members, groups } = await concerned(tx, resource, id)
  tx.tell({
    kind: 'commented',
    entity: name,
    id,
    members: members.filter((one) => !mentioned.includes(one)),
    groups,
    followers: true,
    cause: `comment:${row.id}`,
    comment: row.id,
  })
  return row.id
}

const tellMentioned = (tx: Tx, entity: string, id: number, comment: number, members: readonly number[]): void => {
  if (members.length > 0) tx.tell({ kind: 'mentioned', entity, id, members, cause: `mention:${comment}`, comment })
}

/** Whom a comment concerns: who made the object, who is responsible for it, and who spoke about it. */
async function concerned(tx: Tx, { def, work }: Resource, id: number): Promise<{ members: number[]; groups: number[] }> {
  const { person, group } = work ? responsibleColumns(work) : { person: null, group: null }
  const column = (name: string | null) => (name === null ? sql`null::bigint` : sql.ref(`t.${name}`))
  const row = await tx.first(sql<{ members: number[]; groups: number[] }>`select array_remove(array[t.created_by, ${column(person)}] || array(
      select distinct c.created_by from comment c where c.customer_id = ${tx.customerId} and c.entity = ${def.name} and c.object_id = ${id}), null)::bigint[] as members,
      array_remove(array[${column(group)}], null)::bigint[] as groups
    from ${sql.table(def.name)} as t where t.customer_id = ${tx.customerId} and t.id = ${id}`)
  return row ?? { members: [], groups: [] }
}

interface Found {
  readonly entity: string
  readonly object_id: number
  readonly created_by: number | null
  readonly created_at: Date
  readonly text: string
}

/** A comment on an object that may be read, and whether its reader may speak about that; else throws NOT_FOUND. */
async function find(tx: Tx, resources: Resources, id: number): Promise<Found & { readonly resource: Resource; readonly speaks: boolean }> {
  const found = await tx.first(
    sql<Found>`select entity, object_id, created_by, created_at, text from comment where customer_id = ${tx.customerId} and id = ${id}`,
  )
  const resource = found && resources.get(found.entity)
  if (!resource) throw notFound()
  authorizeVerb(tx, resource, 'read')
  return { ...found, resource, speaks: await mayComment(tx, resource, found.object_id) }
}

/** Throws NOT_FOUND unless the comment's object may be read, FORBIDDEN to whoever may only look at it. */
async function spoken(tx: Tx, resources: Resources, id: number) {
  const found = await find(tx, resources, id)
  if (!found.speaks) throw forbidden()
  return found
}

/** The same, and FORBIDDEN for somebody else's comment. */
async function own(tx: Tx, resources: Resources, id: number) {
  const found = await spoken(tx, resources, id)
  if (found.created_by !== tx.who.memberId) throw forbidden()
  return found
}
