import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { hashPassword } from '#areas/access/server/index.ts'
import { createInstallation } from '#areas/people/server/index.ts'
import { seedCatalog } from '#areas/policies/server/index.ts'
import { seedQuestionnaires } from '#areas/questionnaires/server/index.ts'
import { installationIsEmpty } from '#areas/tenancy/server/index.ts'
import { buildOnce } from '#demo/build-once.ts'
import { demonstrationLogins } from '#demo/logins.ts'
import type { FileStorage } from '#kit/server/files/storage.ts'
import type { DatabaseAccess } from '#kit/server/data/database/database.ts'
import type { Env } from '#platform/env.ts'
import { forgetSetupCode, keepSecret, setupCode } from './first-run.ts'
import { digests, resources, rightsOf } from './registry.ts'

type StartEnv = Pick<Env, 'demo' | 'demoPassword' | 'demoLanguage' | 'dataDir'>

/**
 * Makes what an empty installation needs to be signed in to: the provider with its root account and the demonstration, or, where that is not wanted,
 * the code with which a person creates the first administrator. Of several servers that start at once, one does it. Answers the lines that tell how
 * to sign in; none where people have accounts of their own.
 */
export async function prepareFirstStart(
  { db, storage }: { readonly db: DatabaseAccess; readonly storage?: FileStorage },
  env: StartEnv,
  print: (line: string) => void,
): Promise<string[]> {
  return alone(db, async () => {
    const empty = await installationIsEmpty(db)
    if (empty && !env.demo) return [`Open /first-run?code=${setupCode(env.dataDir)} there to create the first administrator`]
    forgetSetupCode(env.dataDir)
    const isNew = !env.demoPassword && !existsSync(passwordFile(env))
    if (empty) {
      await createInstallation(db, resources, { name: 'Vigie', passwordHash: await hashPassword(passwordOf(env)) })
      print('The installation has been created')
    }
    const filled = [await seedCatalog(db, resources), await seedQuestionnaires(db, resources)]
    if (filled.includes(true)) print('The shared catalog has been filled')
    const demonstrated = await buildOnce(
      db,
      env.demo,
      async () => {
        // Its content is large, and read by no other start (docs/decisions/0034).
        const { buildDemonstration } = await import('#demo/build.ts')
        const ground = { db, resources, rightsOf, digests, ...(storage && { storage }) }
        await buildDemonstration(ground, { password: passwordOf(env), lang: env.demoLanguage }, print)
      },
      print,
    )
    return demonstrated ? ['Sign in as root@vigie.example', ...demonstrationLogins().map((email) => `        or ${email}`), ...passwordLines(env, isNew)] : []
  })
}

/** The password itself is shown once, when it is made. */
function passwordLines(env: StartEnv, isNew: boolean): string[] {
  if (env.demoPassword) return ['with the password in VIGIE_DEMO_PASSWORD']
  return isNew ? [`with the password ${passwordOf(env)}`, `(kept in ${passwordFile(env)})`] : [`with the password in ${passwordFile(env)}`]
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
function passwordOf(env: StartEnv): string {
  const file = passwordFile(env)
  if (env.demoPassword) return env.demoPassword
  if (existsSync(file)) return readFileSync(file, 'utf8').trim()
  const password = `Vigie-${randomBytes(9).toString('base64url')}-1a`
  keepSecret(file, password)
  return password
}
