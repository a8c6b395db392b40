import pg from 'pg'
import type { Secrets } from '#kit/server/access/secrets.ts'

/** Every column that holds sealed texts, with the purpose they were sealed for; the owner sees those of all customers. A test finds any that is missing here. */
export const sealedColumns = [
  { table: 'account', column: 'mfa_secret', purpose: 'mfa' },
  { table: 'auth_config_state', column: 'client_secret', purpose: 'sso' },
  { table: 'auth_config_state', column: 'signing_key', purpose: 'sso' },
  { table: 'customer_connector_secret', column: 'sealed', purpose: 'connector' },
  { table: 'outbox_mail', column: 'secret', purpose: 'mail' },
  { table: 'webhook_secret', column: 'sealed', purpose: 'webhook' },
] as const

/** Seals what is kept with the newest key, all or nothing, and answers how many secrets there are and how many were changed; throws when one opens with no known key. */
export async function resealAll(ownerUrl: string, secrets: Secrets): Promise<Map<string, { kept: number; changed: number }>> {
  const client = new pg.Client(ownerUrl)
  client.on('error', () => {})
  await client.connect()
  const counts = new Map<string, { kept: number; changed: number }>()
  try {
    await client.query('begin')
    for (const { table, column, purpose } of sealedColumns) {
      const { rows } = await client.query<{ place: string; sealed: string }>(
        `select ctid::text as place, ${column} as sealed from ${table} where ${column} is not null for update`,
      )
      let changed = 0
      for (const { place, sealed } of rows) {
        const anew = secrets.reseal(purpose, sealed)
        if (anew === null) continue
        await client.query(`update ${table} set ${column} = $2 where ctid = $1::tid`, [place, anew])
        changed += 1
      }
      counts.set(`${table}.${column}`, { kept: rows.length, changed })
    }
    await client.query('commit')
    return counts
  } finally {
    await client.end()
  }
}
