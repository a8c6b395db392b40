import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emptyDatabase, type TestDatabase } from '#tools/test/database.ts'
import { assertSafeRole, ensureAppRole } from './roles.ts'

let database: TestDatabase
let owner: pg.Client

beforeAll(async () => {
  database = await emptyDatabase()
  owner = new pg.Client(database.ownerUrl)
  await owner.connect()
  await owner.query(`create role roles_test login password 'x' nosuperuser`)
})

afterAll(async () => {
  await owner.query('drop owned by roles_test; drop role roles_test')
  await owner.end()
  await database.drop()
})

const urlOf = (user: string) => Object.assign(new URL(database.ownerUrl), { username: user, password: 'x' }).href

async function rowsAs(url: string, ...statements: string[]): Promise<unknown[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    for (const statement of statements.slice(0, -1)) await client.query(statement)
    return (await client.query(statements.at(-1) ?? '')).rows as unknown[]
  } finally {
    await client.end()
  }
}

test('the server gets a restricted role that is the same however often, or at once, it is asked for', async () => {
  const urls = await Promise.all([1, 2, 3].map(() => ensureAppRole(database.ownerUrl)))
  expect(new Set(urls)).toEqual(new Set([database.appUrl]))
  await assertSafeRole(database.appUrl)
})

test('servers of several databases of one cluster may start at once', async () => {
  const other = await emptyDatabase()
  try {
    const started = [database, other].flatMap(({ ownerUrl }) => Array.from({ length: 4 }, () => ensureAppRole(ownerUrl)))
    expect(await Promise.all(started)).toHaveLength(8)
  } finally {
    await other.drop()
  }
})

test('the role becomes the provider only by asking for it', async () => {
  const has = `select current_user::text as who, pg_has_role('vigie_provider', 'usage') as provider`
  expect(await rowsAs(database.appUrl, has)).toEqual([{ who: 'vigie_app', provider: false }])
  expect(await rowsAs(database.appUrl, 'begin', 'set local role vigie_provider', has)).toEqual([{ who: 'vigie_provider', provider: true }])
})

test('a login given by the administrator inherits the rights of the server', async () => {
  const url = urlOf('roles_test')
  expect(await ensureAppRole(database.ownerUrl, url)).toBe(url)
  await assertSafeRole(url)
  expect(await rowsAs(url, `select pg_has_role('vigie_app', 'usage') as app`)).toEqual([{ app: true }])
})

test('a role above row-level security is refused, also where it is only a member of one', async () => {
  await expect(assertSafeRole(database.ownerUrl)).rejects.toThrow(/"vigie_owner": it is a superuser/)
  await owner.query('alter role roles_test bypassrls')
  await expect(assertSafeRole(urlOf('roles_test'))).rejects.toThrow(/bypass row-level security/)
  await owner.query('alter role roles_test nobypassrls; create table roles_test_owned (); alter table roles_test_owned owner to roles_test')
  await expect(assertSafeRole(urlOf('roles_test'))).rejects.toThrow(/owner of tables/)
  await owner.query('drop table roles_test_owned; grant vigie_owner to roles_test')
  await expect(assertSafeRole(urlOf('roles_test'))).rejects.toThrow(/"vigie_owner": it is a superuser/)
  await owner.query('revoke vigie_owner from roles_test')
})
