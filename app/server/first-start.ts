import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInstallation } from '#areas/people/server/index.ts'
import { installationIsEmpty } from '#areas/tenancy/server/index.ts'
import { buildOnce } from '#demo/build-once.ts'
import { buildDemonstration, demonstrationLogins } from '#demo/build.ts'
import type { DatabaseAccess } from '#kit/server/data/database.ts'
import type { Env } from './env.ts'
import { forgetSetupCode, setupCode } from './first-run.ts'
import { resources, rightsOf } from './registry.ts'

type StartEnv = Pick<Env, 'demo' | 'demoPassword' | 'dataDir'>

/**
 * Makes what an empty installation needs to be signed in to: the provider and its root account, and the demonstration unless it is not wanted. Of
 * several servers that start at once, one does it. Answers the lines that tell how to sign in.
 */
export async function prepareFirstStart({ db }: { readonly db: DatabaseAccess }, env: StartEnv, say: (line: string) => void): Promise<string[]> {
  return alone(db, async () => {
    const empty = await installationIsEmpty(db)
    if (!env.demo && empty) return [`Open /first-run?code=${setupCode(env.dataDir)} there to create the first administrator`]
    if (!env.demo) forgetSetupCode(env.dataDir)
    const { password, isNew } = passwordOf(env)
    if (empty) {
      await createInstallation(db, resources, { name: 'Vigie', rootPassword: password })
      say('The installation has been created')
    }
    const build = () => buildDemonstration({ db, resources, rightsOf }, password, say)
    const demonstrated = await buildOnce(db, env.demo, build, say)
    return [
      'Sign in as root@vigie.example',
      ...(demonstrated ? demonstrationLogins().map((email) => `        or ${email}`) : []),
      ...(isNew ? [`with the password ${password}`, `(kept in ${passwordFile(env)})`] : [env.demoPassword ? 'with the password in VIGIE_DEMO_PASSWORD' : `with the password in ${passwordFile(env)}`]),
    ]
  })
}

/** Holds a lock of the database, so that a second server waits until the first has prepared everything. */
async function alone<T>(db: DatabaseAccess, work: () => Promise<T>): Promise<T> {
  const key = 0x76696769
  return db.connection(async (client) => {
    await client.query('select pg_advisory_lock($1)', [key])
    try {
      return await work()
    } finally {
      await client.query('select pg_advisory_unlock($1)', [key])
    }
  })
}

const passwordFile = (env: StartEnv) => join(env.dataDir, 'demo-password')

/** The given password, else one made at the first start and kept in the data folder, readable by its owner alone. */
function passwordOf(env: StartEnv): { password: string; isNew: boolean } {
  const file = passwordFile(env)
  if (env.demoPassword) return { password: env.demoPassword, isNew: false }
  if (existsSync(file)) return { password: readFileSync(file, 'utf8').trim(), isNew: false }
  const password = `Vigie-${randomBytes(9).toString('base64url')}-1a`
  writeFileSync(file, `${password}\n`, { mode: 0o600 })
  return { password, isNew: true }
}
