import { sql } from 'kysely'
import { z } from 'zod'
import { listName, listSettingSchema, newViewSchema, ownListSettingSchema, viewChangesSchema, viewSchema } from '#kit/contract/collaboration.ts'
import { AppError, notFound } from '#kit/contract/errors.ts'
import { listAnswer, messageAnswer, objectAnswer } from '#kit/contract/row-schema.ts'
import { authorize } from '#kit/server/access/authorize.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { Api } from './api.ts'

/** The most views one person may keep for one list. */
const viewLimit = 50

type View = z.output<typeof viewSchema>

/** How people keep their lists: saved views, private or shared with the organisation, and settings of their own. */
export function viewRoutes(api: Api): void {
  const list = z.strictObject({ list: listName })

  api.add(
    { method: 'GET', path: '/view', tag: 'view', summary: 'List the saved views of a list', access: 'session', query: list, answer: listAnswer(viewSchema) },
    async ({ tx, query }) => ({ objects: await views(tx, sql`v.list = ${(query as z.output<typeof list>).list}`) }),
  )

  api.add(
    { method: 'POST', path: '/view', tag: 'view', summary: 'Save a view', access: 'session', body: newViewSchema, answer: objectAnswer(viewSchema) },
    async ({ tx, body }) => {
      const { list: of, name, shared, state }: z.output<typeof newViewSchema> = body
      if (shared) authorize(tx.who, 'view.share')
      const saved = await tx.first(sql<{ id: number }>`insert into saved_view (customer_id, member_id, list, name, shared, state)
        select ${tx.customerId}, ${tx.who.memberId}, ${of}, ${name}, ${shared}, ${JSON.stringify(state)}::jsonb
        where (select count(*) from saved_view where customer_id = ${tx.customerId} and member_id = ${tx.who.memberId} and list = ${of}) < ${viewLimit} returning id`)
      if (!saved) throw new AppError('CONFLICT', 'kit.errors.too_many', { values: { max: viewLimit } })
      return { object: await view(tx, saved.id) }
    },
  )

  api.add(
    {
      method: 'PUT',
      path: '/view/{id}',
      tag: 'view',
      summary: 'Change an own view',
      access: 'session',
      body: viewChangesSchema,
      answer: objectAnswer(viewSchema),
    },
    async ({ tx, params, body }) => {
      const { name, shared, state }: z.output<typeof viewChangesSchema> = body
      const changed = await tx.first(sql<{
        shared: boolean
      }>`update saved_view set name = coalesce(${name ?? null}, name), shared = coalesce(${shared ?? null}::boolean, shared),
        state = coalesce(${state ? JSON.stringify(state) : null}::jsonb, state)
        where customer_id = ${tx.customerId} and id = ${params.id} and member_id = ${tx.who.memberId} returning shared`)
      if (!changed) throw notFound()
      // What others see is changed by whoever may share; anybody takes their own back.
      if (changed.shared) authorize(tx.who, 'view.share')
      return { object: await view(tx, params.id) }
    },
  )

  api.add(
    { method: 'DELETE', path: '/view/{id}', tag: 'view', summary: 'Delete an own view', access: 'session', answer: messageAnswer },
    async ({ tx, params, translate }) => {
      const removed = await tx.first(
        sql`delete from saved_view where customer_id = ${tx.customerId} and id = ${params.id} and member_id = ${tx.who.memberId} returning id`,
      )
      if (!removed) throw notFound()
      return { message: translate('kit.messages.deleted') }
    },
  )

  const setting = { tag: 'view', access: 'session' as const }
  api.add(
    { ...setting, method: 'GET', path: '/list_setting', summary: 'Read the own settings of all lists', answer: listAnswer(ownListSettingSchema) },
    async ({ tx }) => ({
      objects: await tx.run(sql<z.output<typeof ownListSettingSchema>>`select list, setting from list_setting
        where customer_id = ${tx.customerId} and member_id = ${tx.who.memberId} order by list limit 1000`),
    }),
  )

  api.add(
    {
      ...setting,
      method: 'PUT',
      path: '/list_setting/{list}',
      params: list,
      summary: 'Keep the own setting of a list',
      body: listSettingSchema,
      answer: messageAnswer,
    },
    async ({ tx, params, body }) => {
      await tx.run(sql`insert into list_setting (customer_id, member_id, list, setting) values (${tx.customerId}, ${tx.who.memberId}, ${params.list}, ${JSON.stringify(body)}::jsonb)
        on conflict (customer_id, member_id, list) do update set setting = excluded.setting`)
      return {}
    },
  )
}

/** The person's own first, then the shared ones, each by name. */
async function views(tx: Tx, condition: ReturnType<typeof sql>): Promise<View[]> {
  return tx.run(sql<View>`select v.id, v.name, v.shared, v.member_id = ${tx.who.memberId} as own, v.state from saved_view v
    where v.customer_id = ${tx.customerId} and ${condition} and (v.shared or v.member_id = ${tx.who.memberId}) order by own desc, fold(v.name), v.id limit 500`)
}

async function view(tx: Tx, id: number): Promise<View | undefined> {
  return (await views(tx, sql`v.id = ${id}`))[0]
}
