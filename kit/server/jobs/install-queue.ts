import { PgBoss } from 'pg-boss'
import pg from 'pg'

/** Waiting jobs of every kind; the kind is in the payload, so that a new one needs no schema. */
export const workQueue = 'work'
/** Those that wait for servers of others. */
export const outsideQueue = 'outside'
/** Those of them that take minutes. */
export const slowQueue = 'slow'
/** Jobs that failed for good. */
export const deadQueue = 'dead'
export const queueSchema = 'pgboss'

/**
 * Makes or upgrades the queue's tables, as the schema's owner, and lets the server's roles use them. To run after the migrations, at every
 * start; several servers may do so at once.
 */
export async function installQueue(ownerUrl: string): Promise<void> {
  const boss = new PgBoss({ connectionString: ownerUrl, schema: queueSchema, supervise: false, schedule: false, max: 2 })
  boss.on('error', () => {})
  await boss.start()
  try {
    await boss.createQueue(deadQueue, { retentionSeconds: 30 * 86_400 })
    // `short`: of the jobs with one key, one waits; others of that key may be at work.
    const options = { deadLetter: deadQueue, retryLimit: 3, retryDelay: 5, retryBackoff: true, expireInSeconds: 900, heartbeatSeconds: 30, notify: true }
    for (const queue of [workQueue, outsideQueue, slowQueue]) {
      await boss.createQueue(queue, { policy: 'short', ...options })
      await boss.updateQueue(queue, options)
    }
  } finally {
    await boss.stop({ graceful: false })
  }
  await grantQueue(ownerUrl)
}

async function grantQueue(ownerUrl: string): Promise<void> {
  const client = new pg.Client(ownerUrl)
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(`select pg_advisory_lock(hashtext('vigie migrate'));
      grant usage on schema ${queueSchema} to vigie_app, vigie_provider;
      grant select, insert, update, delete on all tables in schema ${queueSchema} to vigie_app, vigie_provider;
      grant execute on all functions in schema ${queueSchema} to vigie_app, vigie_provider`)
  } finally {
    await client.end()
  }
}
