import { z } from 'zod'

/** Whom a provider vouches for. */
export interface Identity {
  /** As the provider writes it; null when it told none. */
  readonly email: string | null
  readonly firstname: string | null
  readonly lastname: string | null
  readonly groups: readonly string[]
}

const claims = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims'
/** How providers call what they tell of people: plain, by Microsoft's addresses, and by the numbers of directories. */
const names = {
  email: ['email', 'mail', 'emailaddress', 'email_address', `${claims}/emailaddress`, 'urn:oid:0.9.2342.19200300.100.1.3', 'urn:oid:1.2.840.113549.1.9.1'],
  firstname: ['given_name', 'givenname', 'firstname', 'first_name', `${claims}/givenname`, 'urn:oid:2.5.4.42'],
  lastname: ['family_name', 'familyname', 'surname', 'sn', 'lastname', 'last_name', `${claims}/surname`, 'urn:oid:2.5.4.4'],
  groups: ['groups', 'http://schemas.microsoft.com/ws/2008/06/identity/claims/groups'],
}

const textsOf = (value: unknown): string[] =>
  [value ?? []]
    .flat()
    .filter((each): each is string => typeof each === 'string')
    .map((each) => each.trim())
    .filter(Boolean)

const isEmail = (text: string | undefined): text is string => text !== undefined && text.length <= 254 && z.email().safeParse(text).success

/** Reads attributes or claims; the subject's own name is the address where it is one (ACC-29). */
export function identityOf(attributes: Readonly<Record<string, unknown>>, subject: string | undefined, groupClaim: string | null): Identity {
  const byName = new Map(Object.entries(attributes).map(([name, value]) => [name.toLowerCase(), value]))
  const first = (known: readonly string[]) => known.flatMap((name) => textsOf(byName.get(name)))[0] ?? null
  const emails = [subject?.trim(), ...names.email.flatMap((name) => textsOf(byName.get(name)))]
  const groups = groupClaim ? textsOf(byName.get(groupClaim.toLowerCase())) : names.groups.flatMap((name) => textsOf(byName.get(name)))
  return {
    email: emails.find(isEmail) ?? null,
    firstname: first(names.firstname)?.slice(0, 128) ?? null,
    lastname: first(names.lastname)?.slice(0, 128) ?? null,
    groups: groups.slice(0, 1000),
  }
}

export const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1).toLowerCase()
