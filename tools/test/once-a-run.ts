import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'

/**
 * Makes something for all workers of a run: the first to ask makes it, those who ask meanwhile wait for that, and each reads what it is as JSON. Only for what stays
 * as it is, such as a database that is copied.
 */
export async function onceARun<T>(name: string, make: () => Promise<T>): Promise<T> {
  const file = join(inject('runFolder'), `${name}.json`)
  const client = new pg.Client(inject('templateUrl').replace(/\/\w+(?=\?|$)/, '/postgres'))
  await client.connect()
  try {
    await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [name])
    if (!existsSync(file)) {
      writeFileSync(`${file}.made`, JSON.stringify(await make()))
      renameSync(`${file}.made`, file)
    }
    return JSON.parse(readFileSync(file, 'utf8')) as T
  } finally {
    await client.end()
  }
}
