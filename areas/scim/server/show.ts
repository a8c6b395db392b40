import { sql } from 'kysely'
import type { Role } from '#kit/contract/right.ts'
import { authorize } from '#kit/server/access/authorize.ts'
import type { Resources } from '#kit/server/data/resources/resource.ts'
import { updateRow } from '#kit/server/data/store/store.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { Mapping } from '#areas/scim/contract/connection.ts'
import type { Step } from '#areas/scim/contract/steps.ts'
import { connections } from './connection.ts'
import { newConnection } from './connections.ts'
import type { Document } from './protocol/attributes.ts'

/** Somebody who is told of there and has no role here yet. */
export interface ShownNewcomer {
  readonly given: string
  readonly family: string
  readonly email: string
}

export interface ShownConnection {
  readonly name: string
  /** How many of those who are here came, at most. */
  readonly people: number
  readonly newcomers: readonly ShownNewcomer[]
  /** The group that nobody has given a role yet. */
  readonly waiting: string
}

interface There {
  readonly id: number
  readonly email: string
  readonly firstname: string
  readonly lastname: string
  readonly role: Role
  readonly perimeters: readonly number[]
  readonly place: string
}

const minute = 60_000
const word: Readonly<Record<Role, string>> = {
  global_pilote: 'Pilots',
  global_auditor: 'Auditors',
  local_pilote: 'Site',
  local_auditor: 'Audit',
  contributor: 'Staff',
}

/** A connection as one looks that has worked for a while, for demonstrations: those who are here were linked to groups that give what they hold, and nobody is changed by it. */
export async function showConnection(tx: Tx, resources: Resources, { name, people, newcomers, waiting }: ShownConnection): Promise<void> {
  const grant = authorize(tx.who, 'scim_connection.write')
  const { id } = await newConnection(tx, grant, resources, { name, networks: [], days: 180, trial: false, invites: false })
  const there = await tx.run(sql<There>`select m.id, m.email, m.firstname, m.lastname, m.roles[1] as role,
      array(select p.target_id from member__perimeters p where p.customer_id = m.customer_id and p.owner_id = m.id order by 1) as perimeters,
      coalesce((select string_agg(coalesce(p.name_en, p.name_fr), '-' order by p.id) from member__perimeters mp join perimeter p on p.customer_id = mp.customer_id and p.id = mp.target_id
        where mp.customer_id = m.customer_id and mp.owner_id = m.id), '') as place
    from member m where m.customer_id = ${tx.customerId} and m.kind = 'MEMBER' and not m.disabled and not m.archived and not m.is_external and cardinality(m.roles) = 1 and m.tag_id is null
    order by m.id limit ${people}`)
  const groupOf = ({ role, place }: There) => ['SEC-Vigie', word[role], place].filter(Boolean).join('-').replaceAll(/\s+/g, '-').slice(0, 60)
  const groups = Map.groupBy(there, groupOf)
  const mappings = [...groups].map(([value, [first]]): Mapping => {
    const { role = 'contributor', perimeters = [] } = first ?? {}
    return { source: 'GROUP', value, role, perimeters: role.startsWith('global') ? [] : perimeters, place: null }
  })
  await updateRow(tx, authorize(tx.who, 'session'), connections, resources, id, { mappings }, { action: 'mappings' })
  const userOf = async (document: Document, member: number | null) => {
    const row = await tx.first(sql<{
      id: number
    }>`insert into scim_user (customer_id, connection_id, user_name, active, address, document, member_id, created_at, updated_at)
      values (${tx.customerId}, ${id}, ${String(document.userName)}, true, ${String(document.userName)}, ${JSON.stringify(document)}::jsonb, ${member}, ${tx.now}, ${tx.now}) returning id`)
    return row?.id ?? 0
  }
  const documentOf = (given: string, family: string, email: string): Document => ({
    userName: email,
    active: true,
    displayName: `${given} ${family}`,
    name: { givenName: given, familyName: family },
    emails: [{ value: email, type: 'work', primary: true }],
  })
  const groupRow = async (displayName: string, users: readonly number[]) => {
    const row = await tx.first(sql<{ id: number }>`insert into scim_group (customer_id, connection_id, display_name, document, created_at, updated_at)
      values (${tx.customerId}, ${id}, ${displayName}, ${JSON.stringify({ displayName })}::jsonb, ${tx.now}, ${tx.now}) returning id`)
    await tx.run(
      sql`insert into scim_group_user (customer_id, group_id, user_id) select ${tx.customerId}, ${row?.id}, x from unnest(${[...users]}::bigint[]) x`,
    )
  }
  let before = 60 * 26
  const entry = async (method: string, target: string, state: string, status: number, step: Step, times = 1) => {
    before = Math.max(3, before - 41)
    await tx.run(sql`insert into scim_entry (customer_id, connection_id, at, method, target, state, status, address, steps, count, times)
      values (${tx.customerId}, ${id}, ${new Date(tx.now.getTime() - before * minute)}, ${method}, ${target.slice(0, 200)}, ${state}, ${status}, '203.0.113.24', ${JSON.stringify([step])}::jsonb, 1, ${times})`)
  }
  for (const [group, some] of groups) {
    const users: number[] = []
    for (const { id: member, firstname, lastname, email } of some) {
      users.push(await userOf(documentOf(firstname, lastname, email), member))
      await entry('POST', `Users/${email}`, 'DONE', 201, { kind: 'LINKED', name: `${firstname} ${lastname}`, email, member })
    }
    await groupRow(group, users)
    await entry('POST', `Groups/${group}`, 'DONE', 201, { kind: 'GROUP_CAME', group })
  }
  await entry('PATCH', 'Groups/8', 'REFUSED', 404, { kind: 'REFUSED', detail: 'Group not found' }, 6)
  const waits: number[] = []
  for (const { given, family, email } of newcomers) {
    waits.push(await userOf(documentOf(given, family, email), null))
    await entry('POST', `Users/${email}`, 'WAITING', 201, { kind: 'WAITS_ROLE', name: `${given} ${family}` })
  }
  await groupRow(waiting, waits)
  await entry('POST', `Groups/${waiting}`, 'DONE', 201, { kind: 'GROUP_CAME', group: waiting, detail: 'UNMAPPED' })
  await tx.run(
    sql`insert into scim_seen (customer_id, connection_id, last_at, last_address) values (${tx.customerId}, ${id}, ${new Date(tx.now.getTime() - 3 * minute)}, '203.0.113.24')`,
  )
}
