import { sql } from 'kysely'
import type { Language } from '#kit/contract/catalogue.ts'
import { roles as everyRole, type Role } from '#kit/contract/right.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { directoryMembers, type DirectoryChanges, type DirectoryMember } from '#areas/people/server/index.ts'
import type { Mapping, PlaceAttribute } from '#areas/scim/contract/connection.ts'
import type { Step } from '#areas/scim/contract/steps.ts'
import { isComplex, type Complex, type Document } from './protocol/attributes.ts'
import { enterpriseSchema } from './protocol/schemas.ts'

/** What is given to whom, as a connection has it. */
export interface Given {
  readonly mappings: readonly Mapping[]
  readonly default_role: Role | null
}

/** Somebody as told, with the names of their groups. */
export interface Told {
  readonly id: number
  readonly user_name: string
  readonly active: boolean
  readonly address: string | null
  readonly document: Document
  readonly gone: boolean
  readonly member_id: number | null
  readonly follows: boolean
  readonly closed: boolean
  /** The perimeters that were given last; null: before that was kept. */
  readonly given_perimeters: readonly number[] | null
  readonly groups: readonly string[]
}

interface PlaceRow {
  readonly id: number
  readonly names: readonly string[]
  readonly shown: string
}

/** What is to be done about somebody, so that they are here as they are told: nothing, where there is no step. */
export interface Plan {
  readonly told: Told
  readonly member: DirectoryMember | undefined
  readonly steps: readonly Step[]
  readonly create?: {
    readonly email: string
    readonly firstname: string
    readonly lastname: string
    readonly jobTitle: string | null
    readonly lang: Language
    readonly roles: readonly Role[]
    readonly perimeters: readonly number[]
  }
  readonly changes?: DirectoryChanges
  /** What is kept about them. */
  readonly link?: true
  readonly follows?: boolean
  readonly closed?: boolean
  readonly given?: readonly number[]
  /** Left there: put away as soon as nothing is theirs any more. */
  readonly leaves?: true
  /** As whom they were known before, by a connection that is over or before they were taken away there. */
  readonly takes?: number
}

const texts = (value: unknown): string[] =>
  (Array.isArray(value) ? (value as unknown[]) : []).flatMap((one) => (isComplex(one) && typeof one.value === 'string' ? [one.value.toLowerCase()] : []))
const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined)

function attributeOf(document: Document, place: PlaceAttribute): string | undefined {
  if (place === 'office' || place === 'locality') {
    const all = (Array.isArray(document.addresses) ? document.addresses : []) as readonly Complex[]
    const work = all.find((one) => String(one.type).toLowerCase() === 'work') ?? all[0]
    return textOf(work?.[place === 'office' ? 'formatted' : 'locality'])
  }
  const own = document[enterpriseSchema.id]
  return isComplex(own) ? textOf(own[place]) : undefined
}

const isLocal = (role: Role) => role.startsWith('local')

interface Wanted {
  readonly roles: readonly Role[]
  readonly perimeters: readonly number[]
}

/**
 * The roles that somebody has by all their groups and values together, and where. Roles of a person hold in all of their perimeters alike, so that those of the strongest one that is bound to places count
 * alone: whoever is a local pilot of one site and contributes at another would else be a pilot of both, which nobody has said.
 */
export function wantedOf(
  { document, groups }: Pick<Told, 'document' | 'groups'>,
  { mappings, default_role: usual }: Given,
  places: readonly PlaceRow[],
): Wanted {
  const [inGroups, hasRoles, hasEntitlements] = [groups.map((name) => name.toLowerCase()), texts(document.roles), texts(document.entitlements)]
  const held = { GROUP: inGroups, ROLE: hasRoles, ENTITLEMENT: hasEntitlements }
  const found = mappings.filter(({ source, value }) => held[source].includes(value.trim().toLowerCase()))
  const there = new Set(places.map(({ id }) => id))
  const placed = found.flatMap((one) => {
    const named = one.place === null ? undefined : attributeOf(document, one.place)?.toLowerCase()
    const own = named === undefined ? [] : places.filter(({ names }) => names.includes(named)).slice(0, 1)
    const perimeters = [...one.perimeters.filter((id) => there.has(id)), ...own.map(({ id }) => id)]
    // A role that is bound to places, and has none of them here, is none.
    return isLocal(one.role) && perimeters.length === 0 ? [] : [{ role: one.role, perimeters }]
  })
  const roles = everyRole.filter((role) => placed.some((one) => one.role === role))
  if (roles.length === 0) return { roles: usual === null ? [] : [usual], perimeters: [] }
  const strongest = roles.find((role) => isLocal(role) || role === 'contributor')
  const perimeters = placed.filter(({ role }) => role === strongest).flatMap((one) => one.perimeters)
  return { roles, perimeters: [...new Set(perimeters)].toSorted((a, b) => a - b) }
}

/** First and last name, as well as they are told. */
export function namesOf({ document, user_name: userName, address }: Pick<Told, 'document' | 'user_name' | 'address'>): { firstname: string; lastname: string } {
  const name = isComplex(document.name) ? document.name : {}
  const [given, family] = [textOf(name.givenName), textOf(name.familyName)]
  const shown = textOf(document.displayName) ?? textOf(name.formatted)
  const [first, ...rest] = (shown ?? '').split(/\s+/).filter(Boolean)
  const [local = userName, domain = ''] = (address ?? userName).split('@')
  const firstname = given ?? (family === undefined ? first : undefined) ?? local
  const lastname = family ?? (given === undefined && rest.length > 0 ? rest.join(' ') : (textOf(domain) ?? userName))
  return { firstname: firstname.slice(0, 128), lastname: lastname.slice(0, 128) }
}

export const shownName = (told: Pick<Told, 'document' | 'user_name' | 'address'>): string => {
  const { firstname, lastname } = namesOf(told)
  return textOf(told.document.displayName) ?? `${firstname} ${lastname}`
}

const equal = <T>(a: readonly T[], b: readonly T[]) => a.length === b.length && a.every((one) => b.includes(one))

/** What somebody has once other perimeters are given than before: what was chosen, or taken away, by hand stays so. */
function placesWith(has: readonly number[], before: readonly number[] | null, wanted: readonly number[]): readonly number[] {
  if (before === null) return wanted
  const kept = has.filter((id) => wanted.includes(id) || !before.includes(id))
  return [...new Set([...kept, ...wanted.filter((id) => !before.includes(id))])].toSorted((a, b) => a - b)
}

const contributing = (given: Given): Given => ({
  ...given,
  mappings: given.mappings.filter(({ role }) => role === 'contributor'),
  default_role: given.default_role === 'contributor' ? 'contributor' : null,
})

/** What follows for one of them. Pure, so that trying is the same as doing. */
export function planFor(told: Told, member: DirectoryMember | undefined, given: Given, places: readonly PlaceRow[]): Plan {
  const name = shownName(told)
  const base = { told, member }
  const isLinked = told.member_id !== null
  if (told.gone || !told.active) return leave(base, name, isLinked)
  if (!isLinked && told.address === null) return { ...base, steps: [{ kind: 'WAITS_ADDRESS', name }] }
  if (member && member.kind !== 'MEMBER') return { ...base, steps: [{ kind: 'WAITS_OUTSIDE', name }] }
  // Somebody from outside the organisation contributes, and no more (GEN-16): nor do they get the places of other roles.
  const wanted = wantedOf(told, member?.is_external ? contributing(given) : given, places)
  const said = { name, roles: wanted.roles, places: wanted.perimeters.flatMap((id) => places.find((one) => one.id === id)?.shown ?? []) }
  const { firstname, lastname } = namesOf(told)
  const jobTitle = textOf(told.document.title)?.slice(0, 128) ?? null
  if (!member) {
    if (wanted.roles.length === 0 || told.address === null) return { ...base, steps: [{ kind: 'WAITS_ROLE', name }] }
    const lang = /^fr\b/i.test(textOf(told.document.preferredLanguage) ?? textOf(told.document.locale) ?? '') ? 'fr' : 'en'
    return {
      ...base,
      link: true,
      follows: true,
      closed: false,
      given: wanted.perimeters,
      create: { email: told.address, firstname, lastname, jobTitle, lang, roles: wanted.roles, perimeters: wanted.perimeters },
      steps: [{ kind: 'CAME', ...said }],
    }
  }
  const steps: Step[] = isLinked ? [] : [{ kind: 'LINKED', name, email: member.email }]
  const changes: DirectoryChanges = {}
  // From the first role that is given here on, until somebody chooses others by hand.
  const takesOver = !told.follows && wanted.roles.length > 0 && given.mappings.length > 0
  const follows = told.follows || takesOver
  const roles = takesOver || (told.follows && member.roles_from_sso) ? wanted : undefined
  const keepsPlaces = member.tag_id !== null
  if (roles && roles.roles.length > 0) {
    if (!equal(roles.roles, member.roles)) changes.roles = roles.roles
    // Whoever is taken over has what is given; from then on only what is given anew or no more is changed.
    const perimeters = takesOver ? roles.perimeters : placesWith(member.perimeters, told.given_perimeters, roles.perimeters)
    if (!keepsPlaces && !equal(perimeters, member.perimeters)) changes.perimeters = perimeters
    if (changes.roles || changes.perimeters) steps.push({ kind: 'ROLES', ...said })
    if (!member.roles_from_sso) Object.assign(changes, { roles: roles.roles, roles_from_sso: true })
  } else if (roles && !told.closed && !member.disabled) {
    steps.push({ kind: 'CLOSED', name, detail: 'ROLE' })
    return { ...base, ...(!isLinked && { link: true as const }), changes: { disabled: true }, closed: true, follows, steps }
  } else if (roles) {
    return { ...base, ...(!isLinked && { link: true as const }), steps: [...steps, { kind: 'WAITS_ROLE', name }] }
  } else if (told.follows && !equal(wanted.roles, member.roles) && wanted.roles.length > 0) {
    steps.push({ kind: 'HAND_KEPT', name, roles: member.roles })
  }
  if (told.closed) {
    if (member.disabled) changes.disabled = false
    if (member.archived) changes.archived = false
    steps.push({ kind: 'RETURNED', ...said })
  }
  if (firstname !== member.firstname) changes.firstname = firstname
  if (lastname !== member.lastname) changes.lastname = lastname
  if (jobTitle !== null && jobTitle !== member.job_title) changes.job_title = jobTitle
  if (changes.firstname !== undefined || changes.lastname !== undefined || changes.job_title !== undefined) steps.push({ kind: 'RENAMED', name })
  if (told.address !== null && told.address.toLowerCase() !== member.email.toLowerCase()) steps.push({ kind: 'ADDRESS_KEPT', name, email: member.email })
  return {
    ...base,
    steps,
    ...(!isLinked && { link: true as const }),
    ...(follows !== told.follows && { follows }),
    ...(told.closed && { closed: false }),
    ...(roles && roles.roles.length > 0 && !equal(roles.perimeters, told.given_perimeters ?? [NaN]) && { given: roles.perimeters }),
    ...(Object.keys(changes).length > 0 && { changes }),
  }
}

function leave(base: Pick<Plan, 'told' | 'member'>, toldName: string, isLinked: boolean): Plan {
  const { told, member } = base
  if (!member || member.kind !== 'MEMBER') return { ...base, steps: [] }
  // Of whoever was taken away there nothing is known but who they are here.
  const name = told.user_name === '' ? `${member.firstname} ${member.lastname}` : toldName
  const link = isLinked ? {} : { link: true as const }
  if (member.archived || (told.closed && member.disabled)) return { ...base, ...link, steps: [], ...(!member.archived && { leaves: true as const }) }
  // Closed by hand before: it stays so, also for whoever comes back.
  if (member.disabled) return { ...base, ...link, steps: [] }
  return { ...base, ...link, changes: { disabled: true }, closed: true, leaves: true, steps: [{ kind: 'CLOSED', name, detail: 'LEFT' }] }
}

/** All who are told of by a connection, or some of them. */
const toldOf = (tx: Tx, connection: number, ids: readonly number[] | null) =>
  tx.run(sql<Told>`select u.id, u.user_name, u.active, u.address, u.document, u.deleted_at is not null as gone, u.member_id, u.follows, u.closed, u.given_perimeters,
      array(select g.display_name from scim_group_user x join scim_group g on g.customer_id = x.customer_id and g.id = x.group_id
        where x.customer_id = u.customer_id and x.user_id = u.id order by 1) as groups
    from scim_user u where u.customer_id = ${tx.customerId} and u.connection_id = ${connection}
      and ${ids === null ? sql`(u.deleted_at is null or (u.member_id is not null and not u.closed))` : sql`u.id = any(${ids}::bigint[])`} order by u.id`)

const placesOf = (tx: Tx) =>
  tx.run(sql<PlaceRow>`select p.id, array_remove(array[lower(p.identifier), lower(p.name_en), lower(p.name_fr)], null) as names,
      coalesce(${tx.who.lang === 'fr' ? sql`p.name_fr, p.name_en` : sql`p.name_en, p.name_fr`}, p.identifier) as shown
    from perimeter p where p.customer_id = ${tx.customerId} and not p.archived order by p.id`)

/** What follows for people of a connection if this is what groups give: three statements, however many they are. */
export async function plansFor(tx: Tx, connection: number, given: Given, ids: readonly number[] | null): Promise<Plan[]> {
  const told = await toldOf(tx, connection, ids)
  if (told.length === 0) return []
  const loose = told.filter(({ member_id: id }) => id === null)
  const members = await directoryMembers(
    tx,
    told.flatMap(({ member_id: id }) => id ?? []),
    loose.flatMap(({ address }) => address ?? []),
  )
  const places = given.mappings.some(({ perimeters, place }) => perimeters.length > 0 || place !== null) ? await placesOf(tx) : []
  const [byId, byAddress] = [new Map(members.map((one) => [one.id, one])), new Map(members.map((one) => [one.email.toLowerCase(), one]))]
  const holders = loose.length > 0 ? await holdersOf(tx, members) : new Map<number, Holder>()
  return told.map((one) => {
    if (one.member_id !== null) return planFor(one, byId.get(one.member_id), given, places)
    const member = one.address === null ? undefined : byAddress.get(one.address.toLowerCase())
    const holder = member && holders.get(member.id)
    if (!holder) return planFor(one, member, given, places)
    if (!holder.free) return { told: one, member, steps: [{ kind: 'WAITS_OTHER', name: shownName(one), email: one.address ?? '' }] }
    const again = planFor({ ...one, follows: holder.follows, closed: holder.closed, given_perimeters: holder.given_perimeters }, member, given, places)
    // What was kept of them goes on with them.
    return {
      ...again,
      takes: holder.id,
      follows: again.follows ?? holder.follows,
      closed: again.closed ?? holder.closed,
      ...(holder.given_perimeters && { given: again.given ?? holder.given_perimeters }),
    }
  })
}

interface Holder {
  readonly id: number
  readonly member_id: number
  readonly follows: boolean
  readonly closed: boolean
  readonly given_perimeters: readonly number[] | null
  readonly free: boolean
}

/** As whom some members are known already, by whichever connection. */
async function holdersOf(tx: Tx, members: readonly DirectoryMember[]): Promise<ReadonlyMap<number, Holder>> {
  const rows =
    await tx.run(sql<Holder>`select u.id, u.member_id, u.follows, u.closed, u.given_perimeters, (u.deleted_at is not null or c.revoked_at is not null) as free
    from scim_user u join scim_connection c on c.customer_id = u.customer_id and c.id = u.connection_id
    where u.customer_id = ${tx.customerId} and u.member_id = any(${members.map(({ id }) => id)}::bigint[])`)
  return new Map(rows.map((row) => [row.member_id, row]))
}
