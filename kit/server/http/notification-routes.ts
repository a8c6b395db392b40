import { sql } from 'kysely'
import { z } from 'zod'
import { notFound } from '#kit/contract/errors.ts'
import {
  followedSchema,
  followQuery,
  followSchema,
  muteSchema,
  notificationDays,
  notificationSchema,
  readNotificationsSchema,
  type Notification,
} from '#kit/contract/notification.ts'
import { notificationKindNames } from '#kit/contract/notification-kinds.ts'
import { listAnswer, objectAnswer } from '#kit/contract/row-schema.ts'
import {
  aboutKey,
  countUnread,
  listNotifications,
  muteObject,
  newestNotification,
  readNotifications,
  type NotificationRow,
} from '#kit/server/data/people/notifications.ts'
import { followedOf, followObject } from '#kit/server/data/people/following.ts'
import { spreadJob, writeNotifications, type Spread } from '#kit/server/data/people/notify.ts'
import { getRow } from '#kit/server/data/lists/get-row.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import { authorizeVerb } from '#kit/server/data/store/store.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { Api } from './api.ts'
import type { Job, LongJob } from './area.ts'
import { NotificationStreams } from './notification-streams.ts'

const counts = z.array(z.object({ kind: z.enum(notificationKindNames), count: z.int() }))
const tag = 'notification'

/** What its reader was told: the list, how many are unread, marking them as read, muting an object, and a stream that says when there is something new. */
export function notificationRoutes(api: Api, resources: Resources, streams: NotificationStreams): void {
  api.add(
    {
      method: 'GET',
      path: '/notification',
      tag,
      summary: 'List what one was told of objects that one may read',
      access: 'session',
      query: z.strictObject({ unread: z.enum(['true', 'false']).default('true') }),
      answer: listAnswer(notificationSchema).extend({ unread: counts }),
    },
    async ({ tx, query, translate }) => {
      const rows = await listNotifications(tx, resources, (query as { unread: string }).unread === 'true')
      return { objects: rows.map((row) => shownNotification(row, resources, translate)), unread: await countUnread(tx, resources) }
    },
  )

  api.add(
    {
      method: 'GET',
      path: '/notification/count',
      tag,
      summary: 'Count what one was told and has not read',
      access: 'session',
      answer: z.object({ unread: counts, newest: z.int() }),
    },
    async ({ tx }) => ({ unread: await countUnread(tx, resources), newest: await newestNotification(tx) }),
  )

  api.add(
    {
      method: 'PUT',
      path: '/notification/read',
      tag,
      summary: 'Mark what one was told as read, or as not read',
      access: 'session',
      body: readNotificationsSchema,
      answer: z.object({}),
    },
    async ({ tx, body }) => {
      await readNotifications(tx, body)
      return {}
    },
  )

  api.add(
    {
      method: 'PUT',
      path: '/notification/mute',
      tag,
      summary: 'Be told no more of an object, or again',
      access: 'session',
      body: muteSchema,
      answer: z.object({}),
    },
    async ({ tx, body }) => {
      const { entity, object_id, muted } = body as z.output<typeof muteSchema>
      if (!resources.has(entity)) throw notFound()
      await muteObject(tx, entity, object_id, muted)
      return {}
    },
  )

  followRoutes(api, resources)
  streamRoute(api, resources, streams)
}

/** Following an object: whoever does is told whatever happens to it. */
function followRoutes(api: Api, resources: Resources): void {
  const path = '/notification/follow'
  const named = (entity: string) => {
    const resource = resources.get(entity)
    if (!resource) throw notFound()
    return resource
  }
  api.add(
    {
      method: 'GET',
      path,
      tag,
      summary: 'Tell whether one follows an object, and how many do',
      access: 'session',
      query: followQuery,
      answer: objectAnswer(followedSchema),
    },
    async ({ tx, query }) => {
      const { entity, object_id }: z.output<typeof followQuery> = query
      return { object: await followedOf(tx, named(entity), object_id) }
    },
  )
  api.add(
    { method: 'PUT', path, tag, summary: 'Be told whatever happens to an object, or no more', access: 'session', body: followSchema, answer: z.object({}) },
    async ({ tx, body }) => {
      const { entity, object_id, following } = body as z.output<typeof followSchema>
      await followObject(tx, named(entity), object_id, following)
      return {}
    },
  )
}

/** A notification as it is answered: which clock it is about, in its reader's language. */
const shownNotification = <R extends Pick<NotificationRow, 'entity' | 'about' | 'due_at' | 'created_at'>>(
  row: R,
  resources: Resources,
  translate: (key: string) => string,
): Omit<R, 'about' | 'due_at' | 'created_at'> & Pick<Notification, 'about' | 'due_at' | 'created_at'> => ({
  ...row,
  about: row.about === null ? null : { code: row.about, name: translate(aboutKey(resourceOf(resources, row.entity).def, row.about)) },
  due_at: row.due_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
})

/** Whoever does not ask for events, as a browser's stream does, is told where they stand and no more. The stream holds neither a connection nor a transaction: who asks is found out in one that is over before the first word is said. */
const streamQuery = z.strictObject({
  about: z
    .string()
    .regex(/^[a-z_]{1,40}:[1-9]\d{0,14}$/)
    .optional(),
})

function streamRoute(api: Api, resources: Resources, streams: NotificationStreams): void {
  api.addRaw(
    {
      method: 'GET',
      path: '/notification/stream',
      tag,
      summary: 'Hear when one is told something, as server-sent events',
      access: 'session',
      query: streamQuery,
      answer: z.object({ newest: z.int() }),
      embedded: true,
    },
    async ({ request, reply, query }) => {
      const { about }: z.output<typeof streamQuery> = query
      const session = api.ports.sessions.hashOf?.(request) ?? ''
      const options = { embedded: true, quiet: true } as const
      const newest = () => api.inSession(request, newestNotification, options)
      if (!request.headers.accept?.includes('text/event-stream')) return { ok: true, newest: await newest() }
      const listener = await api.inSession(
        request,
        async (tx) => {
          const { customerId, who } = tx
          // Nobody in particular, such as staff who stand outside of any organisation, is told nothing.
          if (who.memberId === null) throw notFound()
          if (about !== undefined) await assertReadable(tx, resources, about)
          return { customerId, memberId: who.memberId, session, about }
        },
        options,
      )
      streams.assertRoom(listener)
      reply.hijack()
      await streams.add(listener, reply.raw)
      // After it has begun to hear, so that nothing falls between what is known here and what is told from now on.
      const last = Number(request.headers['last-event-id'] ?? Number.NaN)
      await newest()
        .then((id) => NotificationStreams.say(reply.raw, id, Number.isFinite(last) && id > last))
        .catch(() => reply.raw.end())
      return reply
    },
  )
}

/** Whoever has a row open hears that it changes only where they may read it. */
async function assertReadable(tx: Tx, resources: Resources, about: string): Promise<void> {
  const [entity = '', id] = about.split(':')
  const resource = resources.get(entity)
  if (!resource) throw notFound()
  await getRow(tx, authorizeVerb(tx, resource, 'read'), resource, resources, Number(id))
}

/** Members told in one transaction of the job. */
const batch = 1000

const spread: LongJob = {
  name: spreadJob,
  runLong: async ({ data, apart, resources }) => {
    const { pairs, ...what } = data as unknown as Spread
    for (let from = 0; from < pairs.length; from += batch)
      await apart((tx) => writeNotifications(tx, resources, { ...what, pairs: pairs.slice(from, from + batch) }))
  },
}

const forget: Job = {
  name: 'notification.forget',
  schedule: '45 3 * * *',
  run: async ({ tx }) => {
    await tx.run(
      sql`delete from notification where customer_id = ${tx.customerId} and created_at < (select present()) - make_interval(days => ${notificationDays}::int)`,
    )
  },
}

/** Telling many, and forgetting what was told long ago. */
export const notificationJobs: readonly (Job | LongJob)[] = [spread, forget]
