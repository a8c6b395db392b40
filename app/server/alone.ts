import { setTimeout as pause } from 'node:timers/promises'
import type { DatabaseAccess } from '#kit/server/data/database/database.ts'

/** What of several servers on one database one does at a time. */
const locks = { start: 0x76696769, demonstration: 0x76696770 } as const

/** Milliseconds between two looks whether the other is done: it may take longer than any statement may wait. */
const between = 250

/** Holds a lock of the database, so that a second server waits until the first has done its work, or has died. */
export async function alone<T>(db: DatabaseAccess, what: keyof typeof locks, work: () => Promise<T>): Promise<T> {
  return db.connection(async (client) => {
    const isMine = async () => (await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [locks[what]])).rows[0]?.mine
    while (!(await isMine())) await pause(between)
    try {
      return await work()
    } finally {
      await client.query('select pg_advisory_unlock($1)', [locks[what]])
    }
  })
}
