import pg from 'pg'
import type { TestApp } from './test-app.ts'

/** Every row of an organisation in every table that has customers, as the database's owner sees it; for tests. */
export async function everythingOf(app: TestApp, customerId: number): Promise<Map<string, string>> {
  const client = new pg.Client(app.database.ownerUrl)
  await client.connect()
  try {
    await client.query(`set app.customer_id = '${customerId}'`)
    const { rows: tables } = await client.query<{
      name: string
    }>(`select c.table_name as name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      where table_schema = 'public' and column_name = 'customer_id' and table_type = 'BASE TABLE' order by 1`)
    const content = new Map<string, string>()
    for (const { name } of tables) {
      const { rows } = await client.query<{ row: string }>(
        `select to_jsonb(t)::text as row from ${client.escapeIdentifier(name)} t where customer_id = $1 order by 1`,
        [customerId],
      )
      content.set(name, rows.map(({ row }) => row).join('\n'))
    }
    return content
  } finally {
    await client.end()
  }
}
