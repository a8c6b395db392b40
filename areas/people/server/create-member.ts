import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Language } from '#kit/contract/catalogue.ts'
import type { Role } from '#kit/contract/right.ts'
import { systemGrant } from '#kit/server/access/authorize.ts'
import { systemWho } from '#kit/server/access/who.ts'
import type { DatabaseAccess } from '#kit/server/data/database/database.ts'
import type { Resources } from '#kit/server/data/resources/resource.ts'
import { createRow, updateRow } from '#kit/server/data/store/store.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { createGround, providerCustomer } from '#areas/tenancy/server/index.ts'
import type { Profile } from '#areas/people/contract/profile.ts'
import { members } from './members.ts'

export interface NewMember {
  readonly email: string
  readonly firstname: string
  readonly lastname: string
  readonly roles: readonly Role[]
  readonly lang?: Language
  readonly theme?: Profile['theme']
  readonly time_zone?: string | null
  readonly date_order?: Profile['date_order']
  readonly jobTitle?: string
  /** Of `hashPassword`; kept only if the account is new. */
  readonly passwordHash?: string
  readonly kind?: 'MEMBER' | 'VISITING' | 'OUTSIDE'
  readonly perimeterIds?: readonly number[]
  readonly tagId?: number
}

/** Makes a member, with their account if the address has none, in the transaction's customer and in the system's name; answers the member's id. */
export async function createMember(tx: Tx, resources: Resources, given: NewMember): Promise<number> {
  const { email, firstname, lastname, roles, lang = 'en', kind = 'MEMBER' } = given
  const account = await tx.first(sql<{ id: number }>`select account_for(${email}, ${given.passwordHash ?? null}, ${lang}) as id`)
  const grant = systemGrant('a member who comes in', { ...tx.who, lang })
  const row = await createRow(tx, grant, members, resources, {
    email,
    firstname,
    lastname,
    roles,
    lang,
    kind,
    account_id: account?.id,
    job_title: given.jobTitle ?? null,
    ...(given.theme && { theme: given.theme }),
    ...(given.time_zone && { time_zone: given.time_zone }),
    ...(given.date_order && { date_order: given.date_order }),
    ...(given.perimeterIds && { perimeters: given.perimeterIds }),
    ...(given.tagId && { tag: given.tagId }),
  })
  return row.id
}

/** Makes what a program is called by in authorship and history, and where it may work; it holds no role, has no account, and is nobody to choose or to write to. */
export async function createAgent(tx: Tx, resources: Resources, name: string, perimeters: readonly number[]): Promise<number> {
  const grant = systemGrant('what a program is called by', tx.who)
  const { lang } = tx.who
  const email = `${randomUUID()}@key.invalid`
  const row = await createRow(tx, grant, members, resources, {
    email,
    firstname: name,
    lastname: '',
    roles: [],
    lang,
    kind: 'KEY',
    perimeters: [...perimeters],
  })
  return row.id
}

/** Calls a program otherwise, in what it did before as well. */
export async function renameAgent(tx: Tx, resources: Resources, id: number, name: string): Promise<void> {
  // Nobody finds a program among people but itself.
  await updateRow(tx, systemGrant('what a program is called by', tx.who, id), members, resources, id, { firstname: name })
}

export interface Installation {
  readonly name: string
  /** Of `hashPassword`. */
  readonly passwordHash: string
  readonly rootEmail?: string
  readonly lang?: Language
  readonly timeZone?: string
}

/** Makes the first rows of an empty installation, in one transaction: instance, provider, catalog and the root account (root@vigie.example). */
export async function createInstallation(db: DatabaseAccess, resources: Resources, given: Installation): Promise<void> {
  const { name, passwordHash, rootEmail = 'root@vigie.example', lang = 'en', timeZone = 'Europe/Paris' } = given
  await db.transaction(providerCustomer, async (tx) => {
    tx.act(systemWho(providerCustomer, 'first-start', 'start', lang, timeZone))
    await createGround(tx, name, lang, timeZone)
    const id = await createMember(tx, resources, {
      email: rootEmail,
      firstname: 'Root',
      lastname: name,
      roles: [],
      lang,
      passwordHash,
    })
    await tx.run(sql`select set_admin_type(account_id, 'ROOT') from member where customer_id = ${providerCustomer} and id = ${id}`)
  })
}
