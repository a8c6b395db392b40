import { sql } from 'kysely'
import type { z } from 'zod'
import { filterCountsSchema, pageBodySchema, type ListQuery } from '#kit/contract/list-query.ts'
import { objectAnswer, pageAnswer, rowSchema } from '#kit/contract/row-schema.ts'
import { authorize } from '#kit/server/access/authorize.ts'
import type { RowCondition } from '#kit/server/access/row-rule.ts'
import { rowRef } from '#kit/server/data/sql/columns.ts'
import { filterCounts, type MadeRows } from '#kit/server/data/lists/filter-counts.ts'
import { checkQuery, listConditions, ordering } from '#kit/server/data/sql/list-query-sql.ts'
import { aboutKey, notificationsOf } from '#kit/server/data/people/notifications.ts'
import { resourceOf, type Resource, type Resources } from '#kit/server/data/resources/resource.ts'
import { mentionTexts } from '#kit/server/data/people/mention-texts.ts'
import { saysEvery, wordsOf } from '#kit/server/data/sql/search-sql.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { Api } from '#kit/server/http/api.ts'
import { filterCountsAnswer } from '#kit/server/http/filter-counts-route.ts'
import { notificationList, notifiedObjects } from '#areas/people/contract/notification-list.ts'

/** What the list is asked by; whose rows it has is said where they are made. */
const list: Resource = { def: notificationList, rules: { read: () => true, create: () => false, update: () => false, delete: () => false } }
const t = rowRef('t')

/** What one was told as rows of a list: the reader's own, of objects that they may read now, under the names that these have now. Null: nothing. */
async function madeRows(tx: Tx, resources: Resources, search: string): Promise<MadeRows | null> {
  const selectNotifications = await notificationsOf(tx, resources)
  if (!selectNotifications) return null
  const named = sql.join(notifiedObjects.map((name) => sql.lit(name)))
  const made = sql`${selectNotifications(false, null)}, notification as (
    select n.customer_id, n.id, n.kind, n.entity, case when n.entity in (${named}) then n.entity else 'other' end as object_type, n.object_id, o.identifier collate numeric_text as identifier,
      o.name collate "und-x-icu" as name, n.actor_id, m.name as actor_name, n.comment_id, n.day, n.about, n.due_at, n.needs_action, n.created_at, n.created_at as updated_at, n.created_at as told_at, n.read_at is null as unread, n.for_id
    from n join o on o.entity = n.entity and o.id = n.object_id left join member m on m.customer_id = n.customer_id and m.id = n.actor_id)`
  return { made, searched: searched(search) }
}

/** Every word stands in what the object is called, or in the name of whoever did it. */
function searched(search: string): RowCondition {
  const words = wordsOf(search)
  return words.length === 0 ? true : saysEvery(sql`concat_ws(' ', t.identifier, t.name, t.actor_name) collate "und-x-icu"`, words)
}

interface Row {
  readonly of: string
  readonly clock: string | null
  readonly due_at: Date | null
  readonly told_at: Date
  readonly words: string | null
}

async function page(tx: Tx, resources: Resources, query: ListQuery): Promise<{ readonly objects: readonly Row[]; readonly total: number }> {
  checkQuery(list, query)
  const rows = await madeRows(tx, resources, query.global_search)
  if (!rows) return { objects: [], total: 0 }
  const where = listConditions(list, { filters: query.filters, global_search: '' }, rows.searched, t, tx.who)
  const { joins, orderBy } = ordering(list, resources, query.sort, t, tx.who)
  const person = sql`case when t.actor_id is null then null else jsonb_build_object('id', t.actor_id, 'name', t.actor_name) end`
  const counted = tx.first(sql<{ total: number }>`with ${rows.made} select count(*)::int as total from notification as t where ${where}`)
  counted.catch(() => {})
  const found = await tx.run(sql<Row>`with ${rows.made}
    select t.id, t.kind, t.entity as of, t.object_id, t.object_type, t.identifier, t.name, ${person} as actor,
      (select left(c.text, 300) from comment c where c.customer_id = t.customer_id and c.id = t.comment_id and c.entity = t.entity and c.object_id = t.object_id) as words,
      t.day, t.about as clock, t.due_at, t.told_at, t.unread,
      (select jsonb_build_object('id', m.id, 'name', m.name) from member m where m.customer_id = t.customer_id and m.id = t.for_id) as stands_for
    from notification as t${joins} where ${where} order by ${orderBy} limit ${query.per_page} offset ${(query.page - 1) * query.per_page}`)
  const spoken = await mentionTexts(
    tx,
    resources,
    found.flatMap(({ words }) => words ?? []),
  )
  const objects = found.map((row) => ({ ...row, words: row.words === null ? null : spoken(row.words) }))
  return { objects, total: (await counted)?.total ?? 0 }
}

/** What every row of a list tells of itself. */
const everyRow = { entity: 'notification', type: 'notification', version: 1, view_right: true, edit_right: false, delete_right: false } as const
const rights = { edit_right_regular: false, checkbox_right: true, created_by: null, updated_by: null } as const

/** The list of what one was told, as any list is asked. */
export function notificationListCalls(api: Api, resources: Resources): void {
  const { name } = notificationList
  api.add(
    {
      method: 'POST',
      path: `/${name}/page`,
      tag: name,
      summary: 'List what one was told, filtered, a page at a time',
      access: 'notification.read',
      reads: true,
      body: pageBodySchema,
      answer: pageAnswer(rowSchema(notificationList)),
    },
    async ({ tx, body, translate }) => {
      const { objects, total } = await page(tx, resources, body)
      const shown = objects.map((row) => {
        const [at, due, clock] = [row.told_at.toISOString(), row.due_at?.toISOString() ?? null, row.clock]
        const clockName = clock === null ? null : translate(aboutKey(resourceOf(resources, row.of).def, clock))
        return { ...row, told_at: at, due_at: due, clock_name: clockName, created_at: at, updated_at: at, ...everyRow, ...rights }
      })
      return { objects: shown, total, add_right: false }
    },
  )

  api.add(
    {
      method: 'POST',
      path: `/list/${name}/counts`,
      tag: 'view',
      summary: 'Count what one was told without each of the filters of its list',
      access: 'notification.read',
      reads: true,
      body: filterCountsSchema,
      answer: objectAnswer(filterCountsAnswer),
    },
    async ({ tx, who, body }) => {
      const { queryParams, of }: z.output<typeof filterCountsSchema> = body
      checkQuery(list, { sort: [], filters: [...queryParams.filters] })
      const rows = await madeRows(tx, resources, queryParams.global_search)
      const nothing = { total: 0, all: 0, without: queryParams.filters.map(() => 0), options: (of?.options ?? []).map(() => 0) }
      return { object: rows ? await filterCounts(tx, authorize(who, 'notification.read'), list, resources, { query: queryParams, of }, rows) : nothing }
    },
  )
}
