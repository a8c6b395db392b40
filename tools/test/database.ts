import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { templateDatabase } from './template.ts'

/** A database of one test file. */
export interface TestDatabase {
  readonly name: string
  readonly ownerUrl: string
  /** Under the server's restricted role. */
  readonly appUrl: string
  readonly drop: () => Promise<void>
}

/**
 * A fresh copy of the migrated template (about 20 ms). `drop` cuts open connections, which their clients report as 57P01:
 * a pool that may still be open needs `pool.on('error', …)` and `pool.on('connect', (client) => client.on('error', …))`.
 */
export async function testDatabase(): Promise<TestDatabase> {
  const problem = inject('templateError')
  if (problem) throw new Error(problem)
  return copyOf(templateDatabase)
}

/** The same without any migration applied. */
export async function emptyDatabase(): Promise<TestDatabase> {
  return copyOf('template1')
}

/** A fresh copy of a database that nobody is connected to. */
export async function copyOf(template: string): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`
  // The template is small: copying its files is five times faster than writing it through the log.
  await administer(`create database ${name} template ${template} strategy file_copy`)
  return {
    name,
    ownerUrl: inDatabase(inject('templateUrl'), name),
    appUrl: inDatabase(inject('templateAppUrl'), name),
    drop: () => administer(`drop database ${name} with (force)`),
  }
}

/** This worker's ways to the cluster, kept open: each test file makes and drops a database. */
let administrators: pg.Pool | undefined

async function administer(statement: string): Promise<void> {
  administrators ??= new pg.Pool({ connectionString: inDatabase(inject('templateUrl'), 'postgres'), max: 2, allowExitOnIdle: true }).on('error', () => {})
  await administrators.query(statement)
}

function inDatabase(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}
