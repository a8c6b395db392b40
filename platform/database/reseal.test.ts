import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { Secrets } from '#kit/server/access/secrets.ts'
import { testDatabase } from '#tools/test/database.ts'
import { resealAll, sealedColumns } from './reseal.ts'

const [old, next] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]

test('every kept secret opens with the new key alone once it is sealed anew, and sealing again changes nothing', async () => {
  const database = await testDatabase()
  const owner = new pg.Client(database.ownerUrl)
  await owner.connect()
  await owner.query("insert into account (email, mfa_activated, mfa_secret) values ('a@x.example', true, $1)", [
    new Secrets(old).seal('mfa', 'JBSWY3DPEHPK3PXP'),
  ])
  const counted = async () => (await resealAll(database.ownerUrl, new Secrets(next, [old]))).get('account.mfa_secret')
  expect(await counted()).toEqual({ kept: 1, changed: 1 })
  expect(await counted()).toEqual({ kept: 1, changed: 0 })
  const { rows } = await owner.query<{ sealed: string }>('select mfa_secret as sealed from account where mfa_secret is not null')
  expect(new Secrets(next).open('mfa', rows[0]?.sealed ?? '')).toBe('JBSWY3DPEHPK3PXP')
  await owner.end()
  await database.drop()
})

test('a secret that no known key opens stops it, and leaves all as it was', async () => {
  const database = await testDatabase()
  const owner = new pg.Client(database.ownerUrl)
  await owner.connect()
  const sealed = [new Secrets(old).seal('mfa', 'A'), new Secrets(Buffer.alloc(32, 3)).seal('mfa', 'B')]
  for (const [n, secret] of sealed.entries())
    await owner.query('insert into account (email, mfa_activated, mfa_secret) values ($1, true, $2)', [`${n}@x.example`, secret])
  await expect(resealAll(database.ownerUrl, new Secrets(next, [old]))).rejects.toThrow()
  const { rows } = await owner.query<{ sealed: string }>('select mfa_secret as sealed from account where mfa_secret is not null order by email')
  expect(rows.map((row) => row.sealed)).toEqual(sealed)
  await owner.end()
  await database.drop()
})

test('no purpose for which secrets are sealed is forgotten', () => {
  const root = join(import.meta.dirname, '../..')
  const sources = ['app', 'areas', 'kit'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .map((file) => join(root, folder, file)),
  )
  const purposes = sources.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/\.seal\('([\w-]+)'/g)].map(([, purpose]) => purpose))
  expect(purposes.length).toBeGreaterThan(1)
  expect(new Set(purposes)).toEqual(new Set(sealedColumns.map(({ purpose }) => purpose)))
})
