/**
 * The demonstration as it was built, kept beside the tables of a database: what a file of journeys changed is undone row by row before the next begins. Under ids of
 * their own each time, its organisations would cost twenty times as much, most of it for the search, and their audit would no longer hold.
 */
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'

/** How many rows of which table were undone. */
export type Undone = Readonly<Record<string, number>>

/** What says how the schema came about, and when jobs are due. */
const leftAlone = ['schema_migration', 'schema_column', 'scheduled_run']
/** Milliseconds for which what the servers are at is waited for. */
const patience = 5000

interface Table {
  readonly name: string
  /** Those that can be written. */
  readonly columns: readonly string[]
  readonly key: readonly string[]
}

/** Keeps all rows in a schema that the servers' roles do not reach, with a function that brings them back. No server may run meanwhile. */
export async function keepPristine(databaseUrl: string): Promise<void> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  try {
    await client.query('begin; create schema pristine; delete from pgboss.job; delete from scheduled_run')
    const { rows: tables } = await client.query<Table>(
      `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns,
         (select array_agg(k.attname::text) from pg_constraint p join pg_attribute k on k.attrelid = c.oid and k.attnum = any (p.conkey) where p.conrelid = c.oid and p.contype = 'p') as key
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
       where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> all ($1)
       group by c.oid, c.relname
       -- What always fires writes into other tables: it comes before them, who then are as they were.
       order by exists (select from pg_trigger g where g.tgrelid = c.oid and g.tgenabled = 'A') desc, c.relname`,
      [leftAlone],
    )
    const rowCounts = new Map<string, number>()
    for (const { name } of tables) {
      const table = pg.escapeIdentifier(name)
      const { rowCount } = await client.query(`create table pristine.${table} as table public.${table}`)
      rowCounts.set(name, rowCount ?? 0)
    }
    await client.query('create table pristine.undoing (xid xid)')
    const { rows } = await client.query<{ xid: string }>('select pg_current_xact_id()::text as xid')
    await client.query(undoing(tables, rowCounts, Number(rows[0]?.xid)))
    await client.query('commit')
  } finally {
    await client.end()
  }
}

/** Waits until the servers are at rest and brings the rows back that were kept, in place of whatever else there is. */
export async function undo(client: Pick<pg.Pool, 'query'>, tries = 3): Promise<Undone> {
  for (const until = Date.now() + patience; Date.now() < until && (await isBusy(client));) await wait(20)
  try {
    const { rows } = await client.query<{ undone: Undone }>('select pristine.undo() as undone')
    return rows[0]?.undone ?? {}
  } catch (error) {
    // The servers' own work on the same rows, in another order, or a line of the log that they write at the same moment.
    if (tries > 1 && ['40P01', '23505'].includes((error as pg.DatabaseError).code ?? '')) return undo(client, tries - 1)
    throw error
  }
}

async function isBusy(client: Pick<pg.Pool, 'query'>): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from pgboss.job where state = 'active' union all
     select from pg_stat_activity where datname = current_database() and usename = 'vigie_app' and state <> 'idle' limit 1`,
  )
  return rowCount !== 0
}

/**
 * Servers keep scores in memory by the number of the last audit entry, and ask what came since. The numbers go on from the highest that was given, each in place of an entry that was
 * undone, with a line of what may have changed anything of them (score-version.ts); going back, they would come again for something else. Each follows from the one before it: whoever
 * verifies the log finds it whole.
 */
const newsOfTheUndone = `
  for head in select c.id as customer, b.value::bigint as given, coalesce(e.seq, 0) as seq, coalesce(e.hash, repeat('0', 64)) as hash
      from jsonb_each_text(heads) b join public.customer c on c.id = b.key::bigint
        left join lateral (select a.seq, a.hash from public.audit_entry a where a.customer_id = c.id order by a.seq desc limit 1) e on true
      where b.value::bigint > coalesce(e.seq, 0) loop
    perform set_config('app.customer_id', head.customer::text, true);
    update public.audit_head set seq = head.seq, hash = head.hash where customer_id = head.customer;
    for i in head.seq .. head.given loop
      perform public.audit_append(null, null, 'journeys', 'undone', '[{"entity": "scale", "action": "update"}]');
    end loop;
  end loop;
  perform set_config('app.customer_id', '', true);`

/** Whatever was written by none of those who may is gone at the end: rows carry the number of the transaction that wrote them. */
function undoing(tables: readonly Table[], rowCounts: ReadonlyMap<string, number>, before: number): string {
  const statements = tables.map(({ name, columns, key }) => {
    const [table, all] = [pg.escapeIdentifier(name), columns.map((column) => pg.escapeIdentifier(column)).join(', ')]
    const note = (what: string) =>
      `${what} get diagnostics touched = row_count; if touched > 0 then undone := undone || jsonb_build_object('${name}', touched); end if;`
    const rows = rowCounts.get(name) ?? 0
    if (rows === 0) return note(`delete from public.${table};`)
    const same = key.map((column) => `l.${pg.escapeIdentifier(column)} = p.${pg.escapeIdentifier(column)}`).join(' and ')
    return `${note(`delete from public.${table} where xmin::text::bigint >= ${before} and xmin <> all (written);`)}
      if touched > 0 or (select count(*) from public.${table}) < ${rows} then
        ${note(`insert into public.${table} (${all}) overriding system value select ${all} from pristine.${table} p where not exists (select from public.${table} l where ${same});`)}
      end if;`
  })
  // The rows were consistent when they were kept: neither triggers nor keys look at each table on its own.
  return `create function pristine.undo() returns jsonb language plpgsql set session_replication_role = replica as $body$
    #variable_conflict use_column
    declare
      touched int;
      undone jsonb := '{}';
      heads constant jsonb := (select jsonb_object_agg(h.customer_id, h.seq) from public.audit_head h);
      head record;
      written constant xid[] := coalesce((select array_agg(u.xid) from pristine.undoing u), '{}');
    begin
      insert into pristine.undoing values (pg_current_xact_id()::xid);
      delete from pgboss.job;
      ${statements.join('\n')}
      ${newsOfTheUndone}
      delete from public.scheduled_run s where not exists (select from public.customer c where c.id = s.customer_id);
      return undone;
    end $body$`
}
