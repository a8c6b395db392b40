/** The roles the server works under. They belong to the whole cluster and must exist before the migrations, which grant to them. */
import { createHmac, randomBytes } from 'node:crypto'
import pg from 'pg'

const appRole = 'vigie_app'
const providerRole = 'vigie_provider'

/**
 * Makes `vigie_app` (what the server is) and `vigie_provider` (what it may become for one transaction by `set local role`)
 * and answers the URL of the server's role. With `appUrl`, that login gets membership instead and is answered as it is.
 * Without it the password is derived from the owner's, so that several servers on one database agree without storing it.
 */
export async function ensureAppRole(ownerUrl: string, appUrl = derivedUrl(ownerUrl)): Promise<string> {
  const login = decodeURIComponent(new URL(appUrl).username)
  const password = decodeURIComponent(new URL(appUrl).password)
  const make = () =>
    connected(ownerUrl, async (client) => {
      await assertVersion(client)
      await client.query('begin')
      // Two servers that start at once would otherwise both find the role missing, or alter it at the same moment.
      await client.query(`select pg_advisory_xact_lock(hashtext('vigie roles'))`)
      for (const role of [appRole, providerRole]) {
        if (!(await exists(client, role))) await client.query(`create role ${role} nosuperuser nobypassrls nologin`)
      }
      if (login === appRole) await client.query(`alter role ${appRole} login password ${pg.escapeLiteral(password)}`)
      else await grant(client, appRole, login, 'inherit true, set true')
      await grant(client, providerRole, login, 'inherit false, set true')
      // Counting a long list looks expensive enough to be compiled, which takes longer than counting it.
      if (login === appRole) await client.query(`alter role ${appRole} set jit = off`)
      await client.query('commit')
    })
  await untilAlone(make).catch((error: unknown) => {
    throw new Error(`The database roles ${appRole} and ${providerRole} could not be made: ${(error as Error).message}`, {
      cause: error,
    })
  })
  return appUrl
}

/** The lock is one database's, the roles are the cluster's: a server of another database that alters them at the same moment is waited for by trying again. */
async function untilAlone(make: () => Promise<void>, tries = 8): Promise<void> {
  for (let left = tries; ; left -= 1) {
    try {
      return await make()
    } catch (error) {
      if (left === 1 || (error as Error).message !== 'tuple concurrently updated') throw error
    }
  }
}

function derivedUrl(ownerUrl: string): string {
  const url = new URL(ownerUrl)
  const secret = url.password || randomBytes(32).toString('hex')
  return Object.assign(url, { username: appRole, password: createHmac('sha256', secret).update(appRole).digest('hex') }).href
}

async function assertVersion(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string; number: number }>(
    `select current_setting('server_version') as name, current_setting('server_version_num')::int as number`,
  )
  if (rows[0] && rows[0].number < 160_000) throw new Error(`PostgreSQL 16 or newer is needed, this is ${rows[0].name}.`)
}

/** The URL of a replica, entered under the login of the server where it names none. */
export function enteredAs(appUrl: string, replicaUrl: string): string {
  const { username, password } = new URL(appUrl)
  const replica = new URL(replicaUrl)
  return replica.username ? replica.href : Object.assign(replica, { username, password }).href
}

/** Throws if the server's login could step over row-level security: superuser, BYPASSRLS, or owner of a table. */
export async function assertSafeRole(appUrl: string): Promise<void> {
  const { rows } = await connected(appUrl, (client) =>
    client.query<{ name: string; rolsuper: boolean; rolbypassrls: boolean; owns: boolean }>(
      // Whatever it is a member of, it could become: every such role counts.
      `select rolname as name, rolsuper, rolbypassrls, exists (
         select from pg_class c join pg_namespace n on n.oid = c.relnamespace
         where c.relowner = r.oid and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')
           and n.nspname not like 'pg_temp%') as owns
       from pg_roles r where pg_has_role(current_user, oid, 'member')`,
    ),
  )
  for (const { name, rolsuper, rolbypassrls, owns } of rows) {
    const reason = rolsuper ? 'a superuser' : rolbypassrls ? 'allowed to bypass row-level security' : owns ? 'the owner of tables' : undefined
    if (reason) throw new Error(`The server must not work under the database role "${name}": it is ${reason}. Check DATABASE_APP_URL.`)
  }
}

async function exists(client: pg.Client, role: string): Promise<boolean> {
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [role])
  return rowCount === 1
}

async function grant(client: pg.Client, role: string, member: string, options: string): Promise<void> {
  await client.query(`grant ${role} to ${pg.escapeIdentifier(member)} with ${options}`)
}

async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
