import { sql } from 'kysely'
import type { Language } from '#kit/contract/catalogue.ts'
import type { Role } from '#kit/contract/right.ts'
import { systemGrant } from '#kit/server/access/authorize.ts'
import type { Resources } from '#kit/server/data/resources/resource.ts'
import { createRow, updateRow } from '#kit/server/data/store/store.ts'
import { takeTurn } from '#kit/server/data/store/turn.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { memberKinds } from '#areas/people/contract/member.ts'
import { holdsAnything } from './assigned-objects.ts'
import { inviteLater } from './invite.ts'
import { members } from './members.ts'

/** Somebody of the organisation, as far as an identity provider says anything of them. */
export interface DirectoryMember {
  readonly id: number
  readonly email: string
  readonly kind: (typeof memberKinds)[number]
  readonly firstname: string
  readonly lastname: string
  readonly job_title: string | null
  readonly roles: readonly Role[]
  readonly roles_from_sso: boolean
  readonly perimeters: readonly number[]
  readonly tag_id: number | null
  readonly disabled: boolean
  readonly archived: boolean
  readonly is_external: boolean
}

/** Those who are named by their ids, or who have one of some mail addresses here. */
export const directoryMembers = (tx: Tx, ids: readonly number[], addresses: readonly string[]): Promise<DirectoryMember[]> =>
  tx.run(sql<DirectoryMember>`select m.id, m.email, m.kind, m.firstname, m.lastname, m.job_title, m.roles, m.roles_from_sso, m.tag_id, m.disabled, m.archived, m.is_external,
      array(select p.target_id from member__perimeters p where p.customer_id = m.customer_id and p.owner_id = m.id order by 1) as perimeters
    from member m where m.customer_id = ${tx.customerId} and (m.id = any(${ids}::bigint[]) or lower(m.email) = any(${addresses.map((one) => one.toLowerCase())}::text[]))`)

export interface NewFromDirectory {
  readonly email: string
  readonly firstname: string
  readonly lastname: string
  readonly jobTitle: string | null
  readonly lang: Language
  readonly roles: readonly Role[]
  readonly perimeters: readonly number[]
}

const directoryGrant = (tx: Tx) => systemGrant('people whom an identity provider names', tx.who)

/** What an identity provider changes is decided one after the other: how many pilots there are, who has which address. Before anything is locked. */
export const takeDirectoryTurn = (tx: Tx): Promise<void> => takeTurn(tx, 'pilots')

/** Makes a member of somebody whom an identity provider names. An account that the address has already stays as it is, wherever else it is used. */
export async function createFromDirectory(tx: Tx, resources: Resources, given: NewFromDirectory, invited: boolean): Promise<number> {
  const { email, firstname, lastname, jobTitle, lang, roles, perimeters } = given
  const row = await createRow(tx, directoryGrant(tx), members, resources, {
    email,
    firstname,
    lastname,
    job_title: jobTitle,
    lang,
    roles: [...roles],
    perimeters: [...perimeters],
    roles_from_sso: true,
  })
  if (invited) await inviteLater(tx, row.id, email)
  return row.id
}

export type DirectoryChanges = Partial<{
  firstname: string
  lastname: string
  job_title: string | null
  roles: readonly Role[]
  roles_from_sso: boolean
  perimeters: readonly number[]
  disabled: boolean
  archived: boolean
}>

/** Changes a member as an identity provider says. Throws CONFLICT for one pilot too many, and where no global pilot would be left. */
export async function changeFromDirectory(tx: Tx, resources: Resources, id: number, changes: DirectoryChanges): Promise<void> {
  await updateRow(tx, directoryGrant(tx), members, resources, id, changes)
}

/** How many objects somebody answers for, at least: none, or some. */
export const answersForSomething = (tx: Tx, resources: Resources, id: number): Promise<boolean> => holdsAnything(tx, resources, { holder: 'member', id })
