import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { invalidField, notFound, AppError } from '#kit/contract/errors.ts'
import { dayAfter } from '#kit/contract/day-after.ts'
import { asSql } from '#kit/server/access/row-rule.ts'
import { localizedText, rowRef } from '#kit/server/data/sql/columns.ts'
import { endOfDay } from '#kit/server/time/end-of-day.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { isNetwork } from '#kit/server/http/networks.ts'
import { notificationChannel } from '#kit/server/data/people/notify.ts'
import { hashPassword } from '#areas/access/server/index.ts'
import { codeTries, linkDays, mostLinkDays, type SharedLink } from '#areas/reporting/contract/share.ts'
import { dashboardRules } from './rules.ts'
import { reachOf } from './tell-blocks.ts'
import { hashOf, linkSignal } from './shared-pages.ts'

interface Given {
  readonly expires_at?: string | undefined
  readonly name: string | null
  readonly code: string | null
  readonly networks: readonly string[]
  /** A version that may still be on its way; absent: the one that is published. */
  readonly number?: number
}

/** Whether the version that is published now shows no more than the reader sees: pilots of everything see all, others what was frozen for what they themselves reach. Null: none is. */
export async function mayShare(tx: Tx, id: number): Promise<boolean | null> {
  const row = await tx.first(
    sql<{
      reach: string
    }>`select reach from dashboard_version where customer_id = ${tx.customerId} and dashboard_id = ${id} and state = 'FROZEN' order by number desc limit 1`,
  )
  return row ? tx.who.roles.includes('global_pilote') || reachOf(tx.who) === row.reach : null
}

/** Makes a link for the version that is published now: its token is told here and nowhere else. Throws INVALID for days that do not suit and networks that are none. */
export async function makeLink(tx: Tx, id: number, given: Given, publicUrl: string): Promise<{ id: number; url: string; expires_at: string }> {
  const last = given.expires_at ?? dayAfter(tx.today, linkDays)
  if (last < tx.today) throw invalidField('expires_at', 'reporting.errors.link_over')
  if (last > dayAfter(tx.today, mostLinkDays)) throw invalidField('expires_at', 'reporting.errors.link_long')
  for (const [n, network] of given.networks.entries()) if (!isNetwork(network)) throw invalidField(`networks.${n}`, 'reporting.errors.network')
  const token = randomBytes(32).toString('base64url')
  const expires = endOfDay(last, tx.who.timeZone)
  const row = await tx.first(sql<{
    id: number
  }>`insert into dashboard_link (customer_id, dashboard_id, number, token_hash, name, created_at, created_by, expires_at, code_hash, networks)
    select v.customer_id, v.dashboard_id, v.number, ${hashOf(token)}, ${given.name}, ${tx.now}, ${tx.who.memberId}, ${expires}, ${given.code === null ? null : await hashPassword(given.code)}, ${given.networks}::inet[]
    from dashboard_version v where v.customer_id = ${tx.customerId} and v.dashboard_id = ${id} and ${given.number === undefined ? sql`v.state = 'FROZEN'` : sql`v.number = ${given.number}`} order by v.number desc limit 1 returning id`)
  if (!row) throw new AppError('CONFLICT', 'reporting.errors.not_published')
  tx.audit({
    entity: 'dashboard',
    object_id: id,
    action: 'share',
    details: JSON.stringify({ link: row.id, until: last, code: given.code !== null, networks: given.networks }),
  })
  return { id: row.id, url: `${publicUrl}/share/dashboard/${token}`, expires_at: expires.toISOString() }
}

const d = rowRef('d')

/** Links of a dashboard, newest first. */
export async function linksOf(tx: Tx, id: number): Promise<SharedLink[]> {
  const { lang } = tx.who
  const rows = await tx.run(sql<
    Omit<SharedLink, 'dashboard' | 'created_at' | 'expires_at' | 'last_at' | 'state'> & {
      dashboard_id: number
      dashboard_name: string
      created: Date
      expires: Date
      last: Date | null
      revoked: boolean
      tries: number
    }
  >`select l.id, l.dashboard_id, coalesce(${localizedText(d, 'name', lang)}, d.identifier) as dashboard_name, l.name, l.number as version, l.created_at as created, m.name as created_by, l.expires_at as expires,
      l.code_hash is not null as has_code, array(select text(n) from unnest(l.networks) n) as networks, l.revoked_at is not null as revoked, l.tries,
      coalesce(o.count, 0)::int as openings, o.last
    from dashboard_link l join dashboard d on d.customer_id = l.customer_id and d.id = l.dashboard_id left join member m on m.customer_id = l.customer_id and m.id = l.created_by
      left join lateral (select sum(p.count) as count, max(p.last_at) as last from dashboard_opening p where p.customer_id = l.customer_id and p.link_id = l.id) o on true
    where l.customer_id = ${tx.customerId} and l.dashboard_id = ${id} order by l.id desc limit 500`)
  return rows.map(({ dashboard_id, dashboard_name, created, expires, last, revoked, tries, ...row }) => ({
    ...row,
    dashboard: { id: dashboard_id, name: dashboard_name },
    created_at: created.toISOString(),
    expires_at: expires.toISOString(),
    last_at: last?.toISOString() ?? null,
    state: revoked ? 'REVOKED' : expires <= tx.now ? 'ENDED' : row.has_code && tries >= codeTries ? 'CLOSED' : 'OPEN',
  }))
}

/** The dashboard of a link; throws NOT_FOUND where the reader does not find it. */
export async function dashboardOfLink(tx: Tx, id: number): Promise<number> {
  const row = await tx.first(
    sql<{ dashboard_id: number }>`select l.dashboard_id from dashboard_link l join dashboard d on d.customer_id = l.customer_id and d.id = l.dashboard_id
      where l.customer_id = ${tx.customerId} and l.id = ${id} and ${asSql(dashboardRules.read(d, tx.who))}`,
  )
  if (!row) throw notFound()
  return row.dashboard_id
}

export async function openingsOf(tx: Tx, id: number) {
  const rows = await tx.run(
    sql<{
      address: string
      first: Date
      last: Date
      count: number
    }>`select host(address) as address, first_at as first, last_at as last, count from dashboard_opening
      where customer_id = ${tx.customerId} and link_id = ${id} order by last_at desc limit 500`,
  )
  return rows.map(({ address, first, last, count }) => ({ address, first_at: first.toISOString(), last_at: last.toISOString(), count }))
}

/** Takes a link back: with the commit every server lets its page go. */
export async function takeLinkBack(tx: Tx, dashboardId: number, id: number): Promise<void> {
  const row = await tx.first(
    sql<{
      hash: string
    }>`update dashboard_link set revoked_at = coalesce(revoked_at, ${tx.now}) where customer_id = ${tx.customerId} and id = ${id} returning encode(token_hash, 'hex') as hash`,
  )
  if (!row) throw notFound()
  await letGo(tx, [row.hash])
  tx.audit({ entity: 'dashboard', object_id: dashboardId, action: 'revoke', details: JSON.stringify({ link: id }) })
}

/** Has every server let the pages of some links go, once this is committed. */
export const letGo = (tx: Tx, hashes: readonly string[]): Promise<unknown> =>
  tx.run(sql`select pg_notify(${notificationChannel}, ${`${linkSignal}:`} || hash)::text from unnest(${hashes}::text[]) as hash`)

/** The same for all links of a dashboard, when it is put away or gone. */
export const letDashboardGo = (tx: Tx, id: number): Promise<unknown> =>
  tx.run(
    sql`select pg_notify(${notificationChannel}, ${`${linkSignal}:`} || encode(token_hash, 'hex'))::text from dashboard_link where customer_id = ${tx.customerId} and dashboard_id = ${id}`,
  )
