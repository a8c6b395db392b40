import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { columnsOf } from '#kit/contract/field.ts'
import { resources } from '#app/server/registry.ts'
import { tableOwners } from '#app/server/table-owners.ts'
import { testApp, type TestApp } from '#app/test/worlds/test-app.ts'

/** Tables that belong to no customer: the provider's, or the program's own. */
const providerTables = [
  'account',
  'account_token',
  'benchmark_cell',
  'benchmark_release',
  'connector_withheld',
  'customer',
  'former_password',
  'instance',
  'login_message',
  'membership',
  'metadata_property',
  'passkey',
  'passkey_challenge',
  'rate_limit',
  'recovery_code',
  'reset_request',
  'scheduled_run',
  'schema_column',
  'schema_migration',
  'shelf_folder',
  'shelf_folder_file',
  'sign_in_attempt',
  'spent_assertion',
  'spent_captcha',
  'sso_domain',
  'sso_request',
  'terms_document',
  'wiki_page',
  'wiki_vote',
]
/** Tables of the provider that look an organisation's sign-in up by an address: whoever distributes the schema drops their keys (docs/SCALE-OUT.md). */
const looksUpTenants = ['sso_domain', 'sso_request']
/** Its policy is not forced, so that the search function may use text indexes (see the ground migration). */
const notForced = ['search_document']

let app: TestApp
let owner: pg.Client
beforeAll(async () => {
  app = await testApp()
  owner = new pg.Client(app.database.ownerUrl)
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await app.close()
})

const rowsOf = async <T extends pg.QueryResultRow>(text: string, values: unknown[] = []) => (await owner.query<T>(text, values)).rows
const inPublic = "n.nspname = 'public' and c.relkind in ('r', 'p')"

/** Everything that is wrong with the protection of the tables; nothing, if the schema is sound. */
async function faults(): Promise<string[]> {
  const tables = await rowsOf<{ name: string; tenant: boolean; enabled: boolean; forced: boolean; verbs: string[]; unchecked: number; truncate: boolean }>(`
    select c.relname as name, c.relrowsecurity as enabled, c.relforcerowsecurity as forced,
      exists (select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'customer_id' and a.attnotnull) as tenant,
      coalesce((select array_agg(distinct p.polcmd::text) from pg_policy p where p.polrelid = c.oid and coalesce(pg_get_expr(p.polqual, p.polrelid), pg_get_expr(p.polwithcheck, p.polrelid)) like '%app.customer_id%'), '{}') as verbs,
      (select count(*)::int from pg_policy p where p.polrelid = c.oid and p.polcmd in ('a', 'w') and p.polwithcheck is null) as unchecked,
      has_table_privilege('vigie_app', c.oid, 'truncate') as truncate
    from pg_class c join pg_namespace n on n.oid = c.relnamespace where ${inPublic}`)
  const keys = await rowsOf<{ table: string; name: string; first: string }>(`
    select t.relname as table, k.conname as name, (select a.attname from pg_attribute a where a.attrelid = t.oid and a.attnum = k.conkey[1]) as first
    from pg_constraint k join pg_class t on t.oid = k.conrelid join pg_namespace n on n.oid = t.relnamespace where n.nspname = 'public' and k.contype in ('p', 'u', 'f')`)
  const unique = await rowsOf<{ table: string; name: string; first: string }>(`
    select t.relname as table, i.relname as name, (select a.attname from pg_attribute a where a.attrelid = t.oid and a.attnum = x.indkey[0]) as first
    from pg_index x join pg_class t on t.oid = x.indrelid join pg_class i on i.oid = x.indexrelid join pg_namespace n on n.oid = t.relnamespace where n.nspname = 'public' and x.indisunique`)
  const tenants = new Set(tables.filter((t) => !providerTables.includes(t.name)).map((t) => t.name))
  return [
    ...tables.filter((t) => tenants.has(t.name) && !t.tenant).map((t) => `${t.name} has no customer_id`),
    ...tables.filter((t) => tenants.has(t.name) && !t.enabled).map((t) => `${t.name} has no row-level security`),
    ...tables.filter((t) => tenants.has(t.name) && t.forced === notForced.includes(t.name)).map((t) => `${t.name} is not forced as it should be`),
    ...tables
      .filter((t) => tenants.has(t.name) && ['r', 'a', 'w', 'd'].some((verb) => !t.verbs.includes(verb)))
      .map((t) => `${t.name} has not a policy for every verb`),
    ...tables.filter((t) => tenants.has(t.name) && t.unchecked > 0).map((t) => `${t.name} has a policy without a check`),
    ...tables.filter((t) => t.truncate).map((t) => `${t.name} can be truncated`),
    ...[...keys, ...unique].filter((k) => tenants.has(k.table) && k.first !== 'customer_id').map((k) => `${k.table}.${k.name} does not start with customer_id`),
  ]
}

test('every tenant table is protected for every verb, and every key starts with the customer', async () => {
  expect(await faults()).toEqual([])
})

test('every table belongs to one area or to the kit, and none is declared that there is not', async () => {
  const tables = await rowsOf<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace where ${inPublic} and not c.relispartition`,
  )
  const owners = tableOwners()
  expect(tables.flatMap(({ name }) => (owners.has(name) ? [] : [name]))).toEqual([])
  const known = new Set(tables.map(({ name }) => name))
  // Not everything has a history.
  expect([...owners.keys()].filter((name) => !known.has(name) && !name.endsWith('_history'))).toEqual([])
})

test('the check sees a policy that is dropped, a forced policy that is relaxed and a key without the customer', async () => {
  await owner.query('begin')
  await owner.query('drop policy tenant_update on perimeter; alter table measure no force row level security; create unique index loose on tag (name_en)')
  expect(await faults()).toEqual(
    expect.arrayContaining(['perimeter has not a policy for every verb', 'measure is not forced as it should be', 'tag.loose does not start with customer_id']),
  )
  await owner.query('rollback')
})

test('the server’s role sees no row of any tenant table without a customer, and cannot change the audit log', async () => {
  const customer = await app.customer()
  await app.member(customer.id, 'global_pilote')
  const server = new pg.Client(app.database.appUrl)
  await server.connect()
  const tables = await rowsOf<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace where ${inPublic} and has_table_privilege('vigie_app', c.oid, 'select')`,
  )
  const seen: string[] = []
  for (const { name } of tables) {
    if (name === 'instance' || name === 'rate_limit' || name.startsWith('schema_')) continue
    const { rows } = await server.query<{ n: number }>(`select count(*)::int as n from ${pg.escapeIdentifier(name)}`)
    if (rows[0]?.n !== 0) seen.push(name)
  }
  expect(seen).toEqual([])
  expect(tables.length).toBeGreaterThan(40)
  await server.query(`select set_config('app.customer_id', '${customer.id}', false)`)
  for (const statement of [
    'update audit_entry set hash = hash',
    'delete from audit_log',
    'truncate audit_entry',
    'update perimeter_history set version = 1',
    'select * from account',
    'set role vigie_owner',
  ]) {
    await expect(server.query(statement), statement).rejects.toThrow(/permission denied|does not exist/)
  }
  await server.end()
})

test('functions that run as their owner say where they look names up, last of all among temporary tables, and are not for everybody', async () => {
  const wrong = await rowsOf(`select p.oid::regprocedure::text as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where p.prosecdef and n.nspname not in ('pg_catalog', 'information_schema')
      and (not coalesce('search_path=public, pg_temp' = any(p.proconfig), false) or has_function_privilege('public', p.oid, 'execute'))`)
  expect(wrong).toEqual([])
  expect(await rowsOf("select 1 from pg_proc where prosecdef and pronamespace = 'public'::regnamespace")).not.toEqual([])
})

test('the server’s role reaches no row of another customer, for reading, writing or moving one there', async () => {
  const [ours, theirs] = [await app.customer(), await app.customer()]
  for (const { id } of [ours, theirs]) await app.member(id, 'global_pilote')
  const server = new pg.Client(app.database.appUrl)
  await server.connect()
  await server.query(`select set_config('app.customer_id', '${ours.id}', false)`)
  const tables = await rowsOf<{
    name: string
  }>(`select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
    where ${inPublic} and a.attname = 'customer_id' and has_table_privilege('vigie_app', c.oid, 'select')`)
  const reached: string[] = []
  for (const { name } of tables) {
    const table = pg.escapeIdentifier(name)
    const { rows } = await server.query<{ n: number }>(`select count(*)::int as n from ${table} where customer_id = ${theirs.id}`)
    if (rows[0]?.n !== 0) reached.push(`read ${name}`)
    for (const statement of [`update ${table} set customer_id = ${theirs.id}`, `delete from ${table} where customer_id = ${theirs.id}`]) {
      await server.query('begin')
      const changed = await server.query(statement).then(
        ({ rowCount }) => rowCount ?? 0,
        () => 0,
      )
      await server.query('rollback')
      if (changed > 0) reached.push(statement)
    }
  }
  await server.end()
  expect(reached).toEqual([])
  expect(tables.length).toBeGreaterThan(60)
})

test('what the schema uses can be distributed by customer: no set null on composite keys, no enum, no exclusion', async () => {
  expect(await rowsOf("select conname from pg_constraint where contype = 'f' and (confdeltype in ('n', 'd') or confupdtype in ('n', 'd'))")).toEqual([])
  expect(await rowsOf("select typname from pg_type t join pg_namespace n on n.oid = t.typnamespace where typtype = 'e' and n.nspname = 'public'")).toEqual([])
  expect(await rowsOf("select conname from pg_constraint where contype = 'x'")).toEqual([])
})

test('what the schema ties together can be distributed by customer: nothing of the provider hangs on an organisation, and both ends of a key are of one', async () => {
  const keys = await rowsOf<{ name: string; from: string; to: string; ends: string[] }>(`
    select k.conname as name, t.relname as from, f.relname as to, array[
        (select attname from pg_attribute where attrelid = k.conrelid and attnum = k.conkey[1]),
        (select attname from pg_attribute where attrelid = k.confrelid and attnum = k.confkey[1])]::text[] as ends
    from pg_constraint k join pg_class t on t.oid = k.conrelid join pg_class f on f.oid = k.confrelid join pg_namespace n on n.oid = t.relnamespace
    where k.contype = 'f' and n.nspname = 'public'`)
  const provider = new Set(providerTables)
  const intoTenants = keys.filter(({ to }) => !provider.has(to))
  expect(intoTenants.length).toBeGreaterThan(200)
  expect(intoTenants.filter(({ from }) => provider.has(from)).map(({ from }) => from)).toEqual(looksUpTenants)
  expect(intoTenants.filter(({ ends }) => ends.some((name) => name !== 'customer_id'))).toEqual([])
})

test('numbers that are given out are wide enough for every node to give out its own', async () => {
  const narrow =
    await rowsOf(`select c.relname, a.attname from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    where ${inPublic} and a.attidentity <> '' and a.atttypid <> 'bigint'::regtype`)
  expect(narrow).toEqual([])
})

test('what has one default cannot have two, whatever writes it', async () => {
  const declared = [...resources.values()].flatMap(({ def: { name, fields, oneDefault } }) => {
    if (!oneDefault) return []
    const { within } = oneDefault
    const field = within === undefined ? undefined : fields[within]
    return [`${name} (${['customer_id', ...(within !== undefined && field ? columnsOf(within, field) : [])].join(', ')}) WHERE is_default`]
  })
  const unique = await rowsOf<{ definition: string }>(
    `select pg_get_indexdef(indexrelid) as definition from pg_index where indisunique and indpred is not null`,
  )
  const existing = unique.map(({ definition }) => definition.replace(/.* ON (?:public\.)?(\S+) USING btree /, '$1 '))
  expect(declared).toContain('program (customer_id) WHERE is_default')
  expect(declared.filter((index) => !existing.includes(index))).toEqual([])
})
