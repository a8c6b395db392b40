import { sql } from 'kysely'
import { z } from 'zod'
import { commentBodySchema, commentSchema } from '#kit/contract/collaboration.ts'
import { defineEntity } from '#kit/contract/entity.ts'
import { forbidden, notFound } from '#kit/contract/errors.ts'
import { integer, markdown, text } from '#kit/contract/field.ts'
import { listAnswer, messageAnswer, objectAnswer } from '#kit/contract/row-schema.ts'
import { authorize, can } from '#kit/server/access/authorize.ts'
import { asSql, createdBySelf, everyRow } from '#kit/server/access/row-rule.ts'
import { defineResource, type Resource, type Resources } from '#kit/server/data/resource.ts'
import { authorizeVerb, createRow, removeRow, updateRow } from '#kit/server/data/store.ts'
import { rowRef } from '#kit/server/data/columns.ts'
import type { Tx } from '#kit/server/data/transaction.ts'
import type { Api } from './api.ts'

export const commentEntity = defineEntity({
  name: 'comment',
  area: 'kit',
  title: 'text',
  fields: { entity: text({ by: 'server' }), object_id: integer({ by: 'server' }), text: markdown({ max: 5000 }) },
  rights: { read: 'comment.read', create: null, update: null, delete: null },
  list: { columns: ['text'], filters: [], sort: 'created_at', search: [] },
  form: [],
})

/** Stored, versioned and audited like any entity, but reached only through the object it is about: its rights are that object's. */
const comments = defineResource({ def: commentEntity, rules: { read: everyRow, create: everyRow, update: createdBySelf, delete: createdBySelf } })

const nothing: Resources = new Map()

/** Comments on every entity (GET, POST `/<entity>/{id}/comments`) and what their authors may do with them. */
export function commentRoutes(api: Api, resources: Resources): void {
  for (const resource of resources.values()) commentsOf(api, resource)

  api.add(
    {
      method: 'PUT',
      path: '/comment/{id}',
      tag: 'comment',
      summary: 'Change an own comment',
      access: 'session',
      body: commentBodySchema,
      answer: messageAnswer,
    },
    async ({ tx, params, body, translate }) => {
      await own(tx, resources, params.id)
      await updateRow(tx, authorize(tx.who, 'session'), comments, nothing, params.id, body)
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
      answer: listAnswer(commentSchema).extend({ add_right: z.boolean() }),
    },
    async ({ tx, params }) => {
      const speaks = await mayComment(tx, resource, params.id)
      return { objects: await commentsOn(tx, sql`c.entity = ${name} and c.object_id = ${params.id}`, speaks), add_right: speaks }
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

/** Adds a comment to an object and answers the comment's id; throws NOT_FOUND out of reach, FORBIDDEN where its author may only look. */
export async function commentOn(tx: Tx, resource: Resource, id: number, said: string): Promise<number> {
  if (!(await mayComment(tx, resource, id))) throw forbidden('kit.errors.no_add_right')
  const row = await createRow(tx, authorize(tx.who, 'session'), comments, nothing, { entity: resource.def.name, object_id: id, text: said })
  return row.id
}

/** Oldest first, at most a thousand. */
async function commentsOn(tx: Tx, condition: ReturnType<typeof sql>, speaks: boolean): Promise<z.input<typeof commentSchema>[]> {
  const rows = await tx.run(sql<{ id: number; text: string; created_at: Date; author: { id: number; name: string } | null; own: boolean }>`
    select c.id, c.text, c.created_at, coalesce(c.created_by = ${tx.who.memberId}, false) as own,
      (select jsonb_build_object('id', m.id, 'name', m.name) from member m where m.customer_id = c.customer_id and m.id = c.created_by) as author
    from comment c where c.customer_id = ${tx.customerId} and ${condition} order by c.id limit 1000`)
  return rows.map(({ own, created_at, ...row }) => {
    const mine = own && speaks
    return { ...row, created_at: created_at.toISOString(), edit_right: mine, delete_right: mine }
  })
}

/** Throws NOT_FOUND unless the comment's object may be read, FORBIDDEN for somebody else's comment. */
async function own(tx: Tx, resources: Resources, id: number): Promise<void> {
  const found = await tx.first(sql<{ entity: string; object_id: number; created_by: number | null }>`select entity, object_id, created_by from comment
    where customer_id = ${tx.customerId} and id = ${id}`)
  const resource = found && resources.get(found.entity)
  if (!resource) throw notFound()
  authorizeVerb(tx, resource, 'read')
  const speaks = await mayComment(tx, resource, found.object_id)
  if (!speaks || found.created_by !== tx.who.memberId) throw forbidden()
}
