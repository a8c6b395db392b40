import { afterEach, expect, test } from 'vitest'
import type { Config, Reach } from '#areas/connectors/server/adapters/adapter.ts'
import { allOf, metrics, testReach } from '#tools/test/fake-service.ts'
import { ldapServer, type LdapEntry, type LdapServer } from '#tools/test/ldap-server.ts'
import { ldap } from './collect.ts'

let server: LdapServer
afterEach(() => server.close())

const domain = Buffer.from('010400000000000515000000a065cf7e784b9b5fe77c8770', 'hex')
const sidOf = (rid: number) => {
  const bytes = Buffer.concat([domain, Buffer.alloc(4)])
  bytes[1] = 5
  bytes.writeUInt32LE(rid, bytes.length - 4)
  return bytes
}
const fileTime = (moment: string) => String(BigInt(Date.parse(moment) + 11_644_473_600_000) * 10_000n)
const base = 'dc=acme,dc=test'
const group = (name: string, rid: number, more: LdapEntry['attributes'] = {}): LdapEntry => ({
  dn: `cn=${name},${base}`,
  attributes: { objectClass: ['top', 'group'], cn: name, objectSid: sidOf(rid), ...more },
})
const person = (n: number, more: LdapEntry['attributes'] = {}): LdapEntry => {
  const guid = Buffer.alloc(16, n)
  return {
    dn: `cn=p${n},ou=people,${base}`,
    attributes: {
      objectClass: ['top', 'person', 'organizationalPerson', 'user'],
      objectCategory: 'person',
      cn: `p${n}`,
      // Some are text by what is in them, and some are not.
      objectGUID: guid,
      userAccountControl: '512',
      whenCreated: '20200101000000.0Z',
      lastLogonTimestamp: fileTime('2026-11-29T00:00:00Z'),
      primaryGroupID: '513',
      ...more,
    },
  }
}
const activeRoot = {
  defaultNamingContext: base,
  namingContexts: [base, `cn=Configuration,${base}`],
  supportedCapabilities: ['1.2.840.113556.1.4.800', '1.2.840.113556.1.4.1670'],
}
const activeDirectory: LdapEntry[] = [
  { dn: base, attributes: { objectClass: ['top', 'domain'], objectSid: domain } },
  group('Domain Admins', 512),
  group('Helpdesk', 1200, { memberOf: `cn=Domain Admins,${base}` }),
  { dn: `cn=Administrators,cn=Builtin,${base}`, attributes: { objectClass: 'group', objectSid: Buffer.from('01020000000000052000000020020000', 'hex') } },
  person(1, { memberOf: `CN=Domain Admins,${base}` }),
  person(2, { memberOf: `cn=Helpdesk,${base}`, userAccountControl: String(512 + 0x10000) }),
  person(3, { primaryGroupID: '512', userAccountControl: String(512 + 0x40000) }),
  person(4, { memberOf: [`cn=Administrators,cn=Builtin,${base}`, `cn=Helpdesk,${base}`] }),
  person(5, { memberOf: `cn=Domain Admins,${base}`, userAccountControl: '514' }),
  person(6, { lastLogonTimestamp: fileTime('2026-01-01T00:00:00Z'), userAccountControl: String(512 + 0x20) }),
  person(7, { lastLogonTimestamp: '0' }),
  person(8, { lastLogonTimestamp: '0', whenCreated: '20261120000000.0Z' }),
  { dn: `cn=pc,${base}`, attributes: { objectClass: ['user', 'computer'], objectCategory: 'computer', userAccountControl: '4096' } },
]

/** As a worker that may go to this machine. */
const reach = (): Reach & ReturnType<typeof testReach> => ({ ...testReach(), addressOf: () => Promise.resolve('127.0.0.1') })
const signedIn = { user: 'cn=reader,dc=acme,dc=test', password: 'rea(der)*' }
async function serve(entries: readonly LdapEntry[], root: Parameters<typeof ldapServer>[0]['root'], more = {}): Promise<Config> {
  server = await ldapServer({ ...signedIn, entries, root, ...more })
  return { base_url: `ldap://directory.acme.test:${server.port}`, ...signedIn, base: null, certificate: null, encryption: 'none' }
}
const valuesOf = (brought: Awaited<ReturnType<typeof allOf>>) =>
  Object.fromEntries(brought.flatMap((one) => (one.is === 'value' ? [[one.metric, one.value]] : [])))

test('of Active Directory, accounts and privileged members are counted, also by groups within groups and by the main group', async () => {
  const config = await serve(activeDirectory, activeRoot)
  const asked = metrics('dormant_accounts', 'password_never_ends', 'password_not_needed', 'without_smart_card', 'privileged_members')
  expect(valuesOf(await allOf(ldap, config, { metrics: asked }, reach()))).toEqual({
    dormant_accounts: 2,
    password_never_ends: 1,
    password_not_needed: 1,
    without_smart_card: 6,
    privileged_members: 4,
  })
  expect(await ldap.test(config, reach())).toMatchObject({ as: signedIn.user })
})

test('one group, by its name', async () => {
  const config = await serve(activeDirectory, activeRoot)
  const of = (name: string) => [{ key: 'privileged_members', parameters: { group: name } }]
  expect(valuesOf(await allOf(ldap, config, { metrics: of(`cn=Helpdesk,${base}`) }, reach()))).toEqual({ privileged_members: 2 })
  const other = reach()
  expect(await allOf(ldap, config, { metrics: of(`cn=Nobody,${base}`) }, other)).toEqual([])
  expect(other.lines).toMatchObject([{ key: 'nothing_there' }])
})

test('1,100 people come in pages, each counted once whatever their identifiers are made of', async () => {
  const many = Array.from({ length: 1100 }, (_, n) => {
    const guid = Buffer.alloc(16, 'a')
    guid.writeUInt32BE(n * 1_600_000, 0)
    return person(n, { objectGUID: guid, memberOf: `cn=Domain Admins,${base}`, userAccountControl: String(512 + 0x10000) })
  })
  const config = await serve([...activeDirectory.slice(0, 4), ...many], activeRoot)
  expect(valuesOf(await allOf(ldap, config, { metrics: metrics('password_never_ends', 'privileged_members') }, reach()))).toEqual({
    password_never_ends: 1100,
    privileged_members: 1100,
  })
  expect(server.searches.filter(({ filter }) => filter.includes('objectCategory')).map(({ size }) => size)).toEqual(Array.from({ length: 6 }, () => 500))
})

test('of another directory, what it notes is counted and what it does not is said', async () => {
  const open: LdapEntry[] = [
    { dn: base, attributes: { objectClass: ['top', 'dcObject'] } },
    { dn: `uid=a,${base}`, attributes: { objectClass: 'inetOrgPerson', uid: 'a', createTimestamp: '20200101000000Z', authTimestamp: '20261129000000Z' } },
    { dn: `uid=b,${base}`, attributes: { objectClass: 'inetOrgPerson', uid: 'b', createTimestamp: '20200101000000Z' } },
    { dn: `uid=c,${base}`, attributes: { objectClass: 'inetOrgPerson', uid: 'c', createTimestamp: '20200101000000Z', pwdAccountLockedTime: '000001010000Z' } },
    { dn: `cn=admins,${base}`, attributes: { objectClass: 'groupOfNames', member: [`uid=a,${base}`, `cn=more,${base}`] } },
    { dn: `cn=more,${base}`, attributes: { objectClass: 'groupOfNames', member: [`uid=b,${base}`, `cn=admins,${base}`, `uid=gone,${base}`] } },
  ]
  const config = await serve(open, { namingContexts: base, vendorName: 'OpenLDAP' })
  const at = reach()
  const asked = [...metrics('dormant_accounts', 'password_never_ends'), { key: 'privileged_members', parameters: { group: `cn=admins,${base}` } }]
  expect(valuesOf(await allOf(ldap, config, { metrics: asked }, at))).toEqual({ dormant_accounts: 1, privileged_members: 2 })
  expect(at.lines).toMatchObject([{ key: 'nothing_there', values: { metric: 'password_never_ends' } }])
})

test('a directory that notes no sign-ins has nobody sleep', async () => {
  const config = await serve([{ dn: `uid=a,${base}`, attributes: { objectClass: 'inetOrgPerson', uid: 'a', createTimestamp: '20200101000000Z' } }], {
    namingContexts: base,
  })
  const at = reach()
  expect(await allOf(ldap, { ...config, base: `uid=a,${base}` }, { metrics: metrics('dormant_accounts') }, at)).toEqual([])
  expect(at.lines).toMatchObject([{ key: 'nothing_there' }])
})

test('a wrong password is refused in the words of the directory, without it', async () => {
  const config = await serve(activeDirectory, activeRoot)
  const refused = ldap.test({ ...config, password: 'wrong-one' }, reach())
  await expect(refused).rejects.toMatchObject({ reason: 'refused', told: expect.stringContaining('data 52e') as string })
  await expect(refused).rejects.not.toMatchObject({ told: expect.stringContaining('wrong-one') as string })
})

test('unless asked otherwise nothing is said before it is encrypted', async () => {
  const config = await serve(activeDirectory, activeRoot)
  await expect(ldap.test({ ...config, encryption: 'always' }, reach())).rejects.toMatchObject({ name: 'Error' })
  expect(server.searches).toEqual([])
})

test('nowhere is connected to but where the worker may go, and from the server nowhere', async () => {
  const config = await serve(activeDirectory, activeRoot)
  await expect(ldap.test(config, testReach())).rejects.toMatchObject({ reason: 'unreachable', told: 'only a worker reaches a directory' })
  const refused = { ...testReach(), addressOf: () => Promise.reject(new Error('not allowed')) }
  await expect(ldap.test(config, refused)).rejects.toThrow('not allowed')
})

test('a directory that is not there, and one that gives the same page for ever', async () => {
  const config = await serve(activeDirectory, activeRoot, { circles: true })
  await expect(allOf(ldap, config, { metrics: metrics('password_never_ends') }, reach())).rejects.toMatchObject({
    reason: 'unexpected',
    told: 'the same page came twice',
  })
  await expect(ldap.test({ ...config, base_url: 'ldap://x:1' }, reach())).rejects.toMatchObject({ reason: 'unreachable', told: 'ECONNREFUSED' })
})
