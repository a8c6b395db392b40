import pg from 'pg'
import { expect, test } from 'vitest'
import { emptyDatabase } from '#tools/test/database.ts'
import { writeTypes } from './write-types.ts'

test('columns become what the driver answers, with what an insert may leave out', async () => {
  const database = await emptyDatabase()
  const client = new pg.Client(database.ownerUrl)
  await client.connect()
  try {
    await client.query(`
      create table aaa_boat (
        id bigint generated always as identity, name text not null, length numeric, launched_on date not null,
        created_at timestamptz not null default now(), tags text[] not null, extra jsonb, loud text generated always as (upper(name)) stored)`)
    const text = await writeTypes(client)
    expect(text).toContain('  aaa_boat: AaaBoatTable\n')
    expect(text).toContain(`export interface AaaBoatTable {
  id: GeneratedAlways<number>
  name: string
  length: number | null
  launched_on: string
  created_at: Generated<Date>
  tags: string[]
  extra: unknown
  loud: GeneratedAlways<string | null>
}
`)
    await client.query('alter table aaa_boat add column shape point')
    await expect(writeTypes(client)).rejects.toThrow('Column aaa_boat.shape has the type point')
  } finally {
    await client.end()
    await database.drop()
  }
})
