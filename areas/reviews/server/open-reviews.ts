import { sql } from 'kysely'
import { systemGrant } from '#kit/server/access/authorize.ts'
import { createRows } from '#kit/server/data/store/create-rows.ts'
import { resourceOf, type Changes, type Resources } from '#kit/server/data/resources/resource.ts'
import type { WrittenRow } from '#kit/contract/event.ts'
import type { DomainEvent, Tx } from '#kit/server/data/database/transaction.ts'
import type { Job } from '#kit/server/http/area.ts'
import { certificatesEnding } from '#areas/access/server/index.ts'
import type { member } from '#areas/people/contract/member.ts'
import { listAssigned } from '#areas/people/server/index.ts'
import { copiesBehind, openPolicies, policiesBehind } from './policies.ts'
import { suggestion } from './suggestion.ts'

/** How many days before its end a certificate is looked at. */
const certificateDays = 30
/** The most reviews that one night opens of a kind. */
const atMost = 200

const lookingGrant = (tx: Tx) => systemGrant('what somebody is to look at', tx.who)

const openAll = (tx: Tx, resources: Resources, found: readonly Changes[]) => createRows(tx, lookingGrant(tx), resourceOf(resources, 'review'), resources, found)

/** Those who are gone and of whom nobody was asked since; all of them, or one. */
const peopleGone = (tx: Tx, one: number | null = null): Promise<{ id: number }[]> =>
  tx.run(sql<{ id: number }>`select m.id from member m where m.customer_id = ${tx.customerId} and m.kind = 'MEMBER'
      and (${one}::bigint is null or m.id = ${one}::bigint) and (m.archived or m.disabled or m.access_end < ${tx.today}::date)
      and not exists (select 1 from review r where r.customer_id = m.customer_id and r.target_member_id = m.id and (r.status = 'OPEN' or r.timestamp >= m.updated_at))
    order by m.id limit ${atMost}`)

async function openPeople(tx: Tx, resources: Resources, people: readonly { id: number }[]): Promise<void> {
  const found: Changes[] = []
  // All that they hold is to be handed over, also where whoever caused it sees little: a program, for one.
  const { who } = lookingGrant(tx)
  for (const { id } of people) {
    const held = await listAssigned(tx, resources, { holder: 'member', id }, who)
    if (held.length > 0) found.push({ source: 'USER', target_type: 'USER', target: { entity: 'member', id }, ...suggestion('USER', { count: held.length }) })
  }
  await openAll(tx, resources, found)
}

/** Whose account is closed or put away leaves what they held to somebody else, which is asked at once. */
export async function onMember(tx: Tx, { id, payload: { before } }: DomainEvent<WrittenRow<typeof member>>, resources: Resources): Promise<void> {
  if (!before.disabled && !before.archived) await openPeople(tx, resources, await peopleGone(tx, id))
}

/**
 * What no write tells of: people whose access has ended and who still hold objects, certificates about to end, policies of which others have published a newer version (REV-32). One that was closed is not opened
 * again for what was so already.
 */
export async function openWhatIsSeen(tx: Tx, resources: Resources): Promise<void> {
  await openPeople(tx, resources, await peopleGone(tx))
  const ending = await tx.run(sql<{
    id: number
    day: string
  }>`select c.id, c.certificate_expires_on::text as day from ${certificatesEnding(tx.customerId, sql`${tx.today}::date + ${certificateDays}::int`)} c
    where not exists (select 1 from review r where r.customer_id = c.customer_id and r.target_auth_config_id = c.id and (r.status = 'OPEN' or r.timestamp >= c.updated_at))
    order by c.id limit ${atMost}`)
  const found: Changes[] = ending.map(({ id, day }) => ({
    source: 'AUTH_CONFIG',
    target: { entity: 'auth_config', id },
    ...suggestion('AUTH_CONFIG', { day }),
  }))
  await openAll(tx, resources, found)
  await openPolicies(tx, resources, [...(await policiesBehind(tx)), ...(await copiesBehind(tx))])
}

export const lookAround: Job = {
  name: 'reviews.look_around',
  schedule: '15 5 * * *',
  run: ({ tx, resources }) => openWhatIsSeen(tx, resources),
}
