/** What keeps files of journeys apart, tried on the worst that one could leave behind. */
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { place, signIn } from '#e2e/browser.ts'
import { undo } from '#e2e/pristine.ts'

const { database } = place()
const owner = new pg.Client(database || undefined)
beforeAll(async () => {
  if (database) await owner.connect()
})
afterAll(() => owner.end())

/** The tables that are brought back, and a hash of all that each holds. */
async function contents(schema: 'public' | 'pristine'): Promise<Readonly<Record<string, string>>> {
  const { rows } = await owner.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'pristine'::regnamespace and relkind = 'r' and relname <> 'undoing'",
  )
  const held: Record<string, string> = {}
  for (const { name } of rows) {
    const table = pg.escapeIdentifier(name)
    const { rows: found } = await owner.query<{ hash: string }>(
      `select md5(coalesce(string_agg(t::text, e'\\n' order by t::text collate "C"), '')) as hash from ${schema}.${table} t`,
    )
    held[name] = found[0]?.hash ?? ''
  }
  return held
}

/** The numbers of the audit go on: what servers keep in memory goes by them. */
const goOn = { audit_head: '', audit_entry: '', audit_log: '' }

const titles = async (server: 0 | 1, email = 'global_pilote@demo.example', entity = 'perimeter') => {
  const visitor = await signIn(email, { server })
  const { objects, total } = await visitor.api<{ objects: { id: number; name: string }[]; total: number }>('POST', `/${entity}/page`, {
    queryParams: { per_page: 100 },
  })
  await visitor.close()
  return { total, names: objects.map(({ id, name }) => `${id} ${name}`) }
}

test.skipIf(!database)('whatever was written, changed or deleted in whichever table, all of it is as it was built, and both servers say so', async () => {
  const built = await contents('pristine')
  expect(Object.keys(built).length).toBeGreaterThan(300)
  const before = await titles(0)
  // By people: an organisation more, its user, a perimeter gone by another name, and a password.
  const root = await signIn('root@vigie.example')
  await root.api('POST', '/customer', { name: 'Left behind' })
  await root.close()
  const pilot = await signIn('global_pilote@demo.example', { server: 1 })
  const { objects } = await pilot.api<{ objects: { id: number; version: number }[] }>('POST', '/perimeter/page', { queryParams: { per_page: 1 } })
  await pilot.api('PUT', `/perimeter/${objects[0]?.id}`, { name_en: 'Renamed', name_fr: 'Renommé', version: objects[0]?.version })
  await pilot.api('POST', '/tag', { name_en: 'Left behind', name_fr: 'Laissé là' })
  await pilot.close()
  expect(await titles(0)).not.toEqual(before)
  // And in every table: some rows gone, the rest written anew.
  await owner.query('begin; set local session_replication_role = replica')
  for (const name of Object.keys(built)) {
    const table = pg.escapeIdentifier(name)
    // Entries that stand for what was undone earlier were not built.
    const kept = name in goOn ? `and exists (select from pristine.audit_head h where h.customer_id = t.customer_id and h.seq >= t.seq)` : ''
    await owner.query(`delete from public.${table} t where ctid in (select ctid from public.${table} tablesample bernoulli (20) repeatable (1)) ${kept}`)
  }
  await owner.query(
    `update perimeter set version = version + 7; update account set email = 'x' || email, password_hash = null; update customer set disabled = true; commit`,
  )
  const undone = await undo(owner)
  expect(Object.keys(undone)).toEqual(expect.arrayContaining(['account', 'audit_entry', 'customer', 'measure', 'perimeter', 'search_document']))
  expect({ ...(await contents('public')), ...goOn }).toEqual({ ...built, ...goOn })
  expect(await titles(0)).toEqual(before)
  expect(await titles(1)).toEqual(before)
  const reader = await signIn('global_pilote@demo.example')
  const { object } = await reader.api<{ object: { check: { finished_at: string | null; fault: object | null } } }>('POST', '/log/verify', { start: true })
  await reader.close()
  expect(object.check).toMatchObject({ finished_at: expect.any(String), fault: null })
})

test.skipIf(!database)('where nothing was written nothing is undone', async () => {
  await undo(owner)
  expect(await undo(owner)).toEqual({})
})

test.skipIf(!database)('the servers do not reach what is kept', async () => {
  const { rows } = await owner.query(
    "select has_schema_privilege('vigie_app', 'pristine', 'usage') as app, has_schema_privilege('vigie_provider', 'pristine', 'usage') as provider",
  )
  expect(rows).toEqual([{ app: false, provider: false }])
})
