import { AndFilter, EqualityFilter, ExtensibleFilter, OrFilter, type Entry, type Filter } from 'ldapts'
import { AdapterFault, type Adapter, type Asked, type Brought, type Reach } from '#areas/connectors/server/adapters/adapter.ts'
import { daysOf, isAsked, timesAsked } from '#areas/connectors/server/adapters/asked.ts'
import { textOf } from '#areas/connectors/server/adapters/fields.ts'
import { say } from '#areas/connectors/server/adapters/lines.ts'
import { bytesIn, openDirectory, textIn, textsOf, type Directory } from './connect.ts'
import { definition } from './definition.ts'

/** Bits of `userAccountControl`. */
const [disabled, passwordNotNeeded, passwordNeverEnds, smartCard] = [0x2, 0x20, 0x10000, 0x40000]
const bits = { password_never_ends: passwordNeverEnds, password_not_needed: passwordNotNeeded } as const
const ofPeople = ['dormant_accounts', 'password_never_ends', 'password_not_needed', 'without_smart_card']

/** Members of members of a group, in one question (LDAP_MATCHING_RULE_IN_CHAIN). */
const inChain = '1.2.840.113556.1.4.1941'
/** Groups that may do everything, by the last part of their identifier below that of their domain: its administrators, those of the schema and of the enterprise. */
const administrators = [512, 518, 519]
/** S-1-5-32-544: administrators of the controllers. */
const builtIn = sid(5, 32, 544)
const deepest = 20

/** A directory inside the customer's network. */
export const ldap: Adapter = {
  definition,

  async test(config, reach) {
    const directory = await openDirectory(config, reach)
    try {
      return { as: textOf(config, 'user'), mayRead: definition.reads.map(({ what }) => what), missing: [] }
    } finally {
      await directory.close()
    }
  },

  async *collect(config, asked, reach) {
    const directory = await openDirectory(config, reach)
    try {
      if (isAsked(asked, ...ofPeople)) yield* people(directory, asked, reach)
      for (const parameters of timesAsked(asked, 'privileged_members')) {
        const value = await privileged(directory, parameters['group']?.trim() ?? '')
        if (value === null) say(reach, 'warning', 'nothing_there', { metric: 'privileged_members' })
        else yield { is: 'value', metric: 'privileged_members', parameters, value }
      }
    } finally {
      await directory.close()
    }
  },
}

/** Computers are users in Active Directory as well; people alone have this category. */
const person = (isActive: boolean): Filter =>
  isActive
    ? new AndFilter({
        filters: [new EqualityFilter({ attribute: 'objectClass', value: 'user' }), new EqualityFilter({ attribute: 'objectCategory', value: 'person' })],
      })
    : new OrFilter({ filters: ['inetOrgPerson', 'posixAccount'].map((value) => new EqualityFilter({ attribute: 'objectClass', value })) })

async function* people({ entries, bases, isActive }: Directory, asked: Asked, reach: Reach): AsyncGenerator<Brought> {
  const now = reach.now().getTime()
  const dormant = timesAsked(asked, 'dormant_accounts').map((parameters) => ({ parameters, before: now - daysOf(parameters, 90) * 86_400_000, value: 0 }))
  const counts = { password_never_ends: 0, password_not_needed: 0, without_smart_card: 0 }
  const attributes = isActive
    ? ['userAccountControl', 'lastLogonTimestamp', 'whenCreated']
    : ['authTimestamp', 'pwdLastSuccess', 'createTimestamp', 'pwdAccountLockedTime', 'nsAccountLock', 'loginDisabled']
  let knowsSignIns = isActive
  for (const base of bases)
    for await (const entry of entries(base, person(isActive), attributes)) {
      const control = Number(textIn(entry, 'userAccountControl') ?? 0)
      if (isActive ? (control & disabled) !== 0 : isLocked(entry)) continue
      if (isActive) {
        for (const [key, bit] of Object.entries(bits)) if ((control & bit) !== 0) counts[key as keyof typeof bits] += 1
        if ((control & smartCard) === 0) counts.without_smart_card += 1
      }
      const signedIn = isActive ? fileTime(textIn(entry, 'lastLogonTimestamp')) : generalTime(textIn(entry, 'authTimestamp') ?? textIn(entry, 'pwdLastSuccess'))
      if (signedIn !== null) knowsSignIns = true
      const made = generalTime(textIn(entry, isActive ? 'whenCreated' : 'createTimestamp'))
      const last = Math.max(signedIn ?? -Infinity, made ?? -Infinity)
      if (last === -Infinity) continue
      for (const one of dormant) if (last < one.before) one.value += 1
    }
  // A directory that notes no sign-ins would have everybody sleep.
  if (knowsSignIns) for (const { parameters, value } of dormant) yield { is: 'value', metric: 'dormant_accounts', parameters, value }
  else if (dormant.length > 0) say(reach, 'warning', 'nothing_there', { metric: 'dormant_accounts' })
  for (const metric of ['password_never_ends', 'password_not_needed', 'without_smart_card'] as const)
    for (const parameters of timesAsked(asked, metric))
      if (isActive) yield { is: 'value', metric, parameters, value: counts[metric] }
      else say(reach, 'warning', 'nothing_there', { metric })
}

const isLocked = (entry: Entry) =>
  textIn(entry, 'pwdAccountLockedTime') !== undefined ||
  /^true$/i.test(textIn(entry, 'nsAccountLock') ?? '') ||
  /^true$/i.test(textIn(entry, 'loginDisabled') ?? '')

/** How many people are in a group; without one in those of Active Directory that may do everything. Null where there is no such group. */
async function privileged(directory: Directory, group: string): Promise<number | null> {
  if (!directory.isActive) return group ? membersBelow(directory, group) : null
  const groups: { dn: string; rid: number | null }[] = []
  if (group) {
    const [found] = await firstOf(directory, group)
    if (!found) return null
    groups.push({ dn: found.dn, rid: bytesIn(found, 'objectSid')?.readUInt32LE((bytesIn(found, 'objectSid')?.length ?? 4) - 4) ?? null })
  } else
    for (const base of directory.bases) {
      const [domain] = await firstOf(directory, base)
      const own = domain && bytesIn(domain, 'objectSid')
      const sids = [...(own ? administrators.map((rid) => below(own, rid)) : []), builtIn]
      const filter = new OrFilter({ filters: sids.map((value) => new EqualityFilter({ attribute: 'objectSid', value })) })
      for await (const entry of directory.entries(base, filter, ['objectSid']))
        groups.push({ dn: entry.dn, rid: bytesIn(entry, 'objectSid')?.readUInt32LE((bytesIn(entry, 'objectSid')?.length ?? 4) - 4) ?? null })
    }
  if (groups.length === 0) return null
  // The main group of a person is in none of its lists of members.
  const isIn = new OrFilter({
    filters: groups.flatMap(({ dn, rid }) => [
      new ExtensibleFilter({ matchType: 'memberOf', rule: inChain, value: dn }),
      ...(rid === null ? [] : [new EqualityFilter({ attribute: 'primaryGroupID', value: String(rid) })]),
    ]),
  })
  const known = new Set<string>()
  for (const base of directory.bases)
    for await (const entry of directory.entries(base, new AndFilter({ filters: [person(true), isIn] }), ['objectGUID', 'userAccountControl']))
      if ((Number(textIn(entry, 'userAccountControl') ?? 0) & disabled) === 0)
        known.add(bytesIn(entry, 'objectGUID')?.toString('hex') ?? entry.dn.toLowerCase())
  return known.size
}

/** Members of a group and of groups within it, wherever they lead; each once. */
async function membersBelow(directory: Directory, group: string): Promise<number | null> {
  const people = new Set<string>()
  const groups = new Set([group.toLowerCase()])
  let next = [group]
  const [first] = await firstOf(directory, group)
  if (!first) return null
  for (let depth = 0; next.length > 0 && depth < deepest; depth += 1) {
    const found: string[] = []
    for (const dn of next) {
      const [entry] = await firstOf(directory, dn)
      if (!entry) continue
      const members = ['member', 'uniqueMember'].flatMap((name) => textsOf(entry, name))
      const uids = textsOf(entry, 'memberUid')
      if (depth > 0 && members.length === 0 && uids.length === 0 && !/group/i.test(textsOf(entry, 'objectClass').join(' '))) people.add(dn.toLowerCase())
      for (const uid of uids) people.add(`uid ${uid.toLowerCase()}`)
      for (const member of members)
        if (!groups.has(member.toLowerCase())) {
          groups.add(member.toLowerCase())
          found.push(member)
        }
    }
    next = found
  }
  return people.size
}

async function firstOf({ entries }: Directory, dn: string): Promise<readonly [Entry] | readonly []> {
  try {
    for await (const entry of entries(dn, '(objectClass=*)', ['objectSid', 'objectClass', 'member', 'uniqueMember', 'memberUid'], 'base')) return [entry]
    return []
  } catch (error) {
    if (error instanceof AdapterFault && error.reason === 'gone') return []
    throw error
  }
}

/** The bytes of a security identifier S-1-AUTHORITY-PARTS. */
function sid(authority: number, ...parts: readonly number[]): Buffer {
  const bytes = Buffer.alloc(8 + parts.length * 4)
  bytes.writeUInt8(1, 0)
  bytes.writeUInt8(parts.length, 1)
  bytes.writeUIntBE(authority, 2, 6)
  for (const [n, part] of parts.entries()) bytes.writeUInt32LE(part, 8 + n * 4)
  return bytes
}

/** The identifier of something in a domain. */
function below(domain: Buffer, rid: number): Buffer {
  const bytes = Buffer.concat([domain, Buffer.alloc(4)])
  bytes.writeUInt8((domain[1] ?? 0) + 1, 1)
  bytes.writeUInt32LE(rid, bytes.length - 4)
  return bytes
}

/** Tenths of a microsecond since 1601, as milliseconds since 1970; null for never. */
function fileTime(text: string | undefined): number | null {
  return text === undefined || !/^[1-9]\d*$/.test(text) ? null : Number(BigInt(text) / 10_000n) - 11_644_473_600_000
}

/** `20261130120000.0Z` (RFC 4517); null for what is none. */
function generalTime(text: string | undefined): number | null {
  const [, year, month, day, hour = '00', minute = '00', second = '00'] = /^(\d{4})(\d{2})(\d{2})(\d{2})?(\d{2})?(\d{2})?(?:[.,]\d+)?Z$/.exec(text ?? '') ?? []
  return year === undefined ? null : Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
}
