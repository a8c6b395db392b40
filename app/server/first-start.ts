import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInstallation } from '#areas/people/server/index.ts'
import { installationIsEmpty } from '#areas/tenancy/server/index.ts'
import type { App } from './app.ts'
import type { Env } from './env.ts'
import { resources } from './registry.ts'

/** Makes what an empty installation needs to be signed in to; answers the lines that tell how. */
export async function prepareFirstStart(app: App, env: Env, say: (line: string) => void): Promise<string[]> {
  const { password, isNew } = passwordOf(env)
  if (await installationIsEmpty(app.db)) {
    await createInstallation(app.db, resources, { name: 'Vigie', rootPassword: password })
    say('The installation has been created')
  }
  return isNew ? [`Sign in as root@vigie.example with the password ${password}`, `(kept in ${passwordFile(env)})`] : [`Sign in as root@vigie.example; the first password is in ${passwordFile(env)}`]
}

const passwordFile = (env: Env) => join(env.dataDir, 'demo-password')

/** The given password, else one made at the first start and kept in the data folder, readable by its owner alone. */
function passwordOf(env: Env): { password: string; isNew: boolean } {
  const file = passwordFile(env)
  if (env.demoPassword) return { password: env.demoPassword, isNew: false }
  if (existsSync(file)) return { password: readFileSync(file, 'utf8').trim(), isNew: false }
  const password = `Vigie-${randomBytes(9).toString('base64url')}-1a`
  writeFileSync(file, `${password}\n`, { mode: 0o600 })
  return { password, isNew: true }
}
