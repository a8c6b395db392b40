import { sql } from 'kysely'
import { tellDays } from '#areas/people/server/index.ts'
import { commentOn } from '#kit/server/http/comment-routes.ts'
import type { DigestSource } from '#kit/server/http/area.ts'
import type { Happening } from './happening.ts'
import type { Site } from './site.ts'

/** What people said to each other about anything but their actions' own comments. */
export function talkOf(site: Site): Happening[] {
  return (site.content.talk ?? []).map(({ about: [entity, key], by, ago, text }) => {
    const writer = site.person(by)
    if (!writer) throw new Error(`There is no ${by}`)
    return {
      day: -ago,
      what: 'discuss',
      by: writer,
      run: (session) => {
        const comment = site.translate(text).replaceAll(/@\{(\w+)\}/g, (_, called: string) => `@[${site.id('member', called)}]`)
        return commentOn(session.tx, session.resource(entity), site.id(entity, key), comment)
      },
    }
  })
}

/** Unread of one kind that somebody who looks each few days has left. */
const unreadOfKind = 3
/** Unread of all kinds. */
const unread = { contributor: 6, others: 10 } as const
/** Days after which everything was read. */
const readWithin = 9

/** The bells as they are found: this morning was told, most of what is older was read, and no mail waits to tell months at once. */
export async function settleBells(site: Site, sources: readonly DigestSource[]): Promise<void> {
  const { rightsOf } = site.ground
  await tellDays({ data: {}, resources: site.ground.resources, apart: (work) => site.at(0, null, ({ tx }) => work(tx)) }, { sources, rightsOf })
  await site.at(0, null, ({ tx }) =>
    tx.run(sql`with n as (select n.id, n.member_id, n.created_at, n.kind, row_number() over (partition by n.member_id, n.kind order by n.id desc) as of_kind
        from notification n where n.customer_id = ${tx.customerId} and n.read_at is null),
      ranked as (select n.*, row_number() over (partition by n.member_id order by n.of_kind > ${unreadOfKind}, n.id desc) as rank from n),
      read as (select r.id from ranked r join member m on m.customer_id = ${tx.customerId} and m.id = r.member_id
        where r.of_kind > ${unreadOfKind} or r.created_at < ${tx.now}::timestamptz - make_interval(days => ${readWithin}::int)
          or r.rank > case when 'contributor' = any(m.roles) then ${unread.contributor}::int else ${unread.others}::int end)
      update notification u set read_at = least(u.created_at + interval '5 hours', ${tx.now}::timestamptz) from read where u.customer_id = ${tx.customerId} and u.id = read.id`),
  )
  await site.at(0, null, ({ tx }) => tx.run(sql`update notification set mail = null where customer_id = ${tx.customerId} and mail is not null`))
}
