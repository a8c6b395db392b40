import { hashPassword } from '#areas/access/server/index.ts'
import { createInstallation } from '#areas/people/server/index.ts'
import { seedCatalog } from '#areas/policies/server/index.ts'
import { seedQuestionnaires } from '#areas/questionnaires/server/index.ts'
import { installationIsEmpty } from '#areas/tenancy/server/index.ts'
import { findDemonstration } from '#demo/build-once.ts'
import { demonstrationLogins } from '#demo/logins.ts'
import type { DatabaseAccess } from '#kit/server/data/database/database.ts'
import type { Env } from '#platform/env.ts'
import { alone } from './alone.ts'
import type { FirstPassword } from './first-password.ts'
import { forgetSetupCode, setupCode } from './first-run.ts'
import { resources } from './registry.ts'

/** Who administers an installation with a demonstration. */
const root = 'root@vigie.example'

export interface FirstStart {
  /** How to sign in; none where people have accounts of their own. */
  readonly lines: readonly string[]
  /** There is something to do about the demonstration, which may take a minute. */
  readonly demonstration: boolean
}

/**
 * Makes what an empty installation needs to be signed in to: the provider with its root account, or, where no demonstration is wanted, the code with which a person
 * creates the first administrator. Of several servers that start at once, one does it.
 */
export async function prepareFirstStart(
  db: DatabaseAccess,
  env: Pick<Env, 'demo' | 'dataDir'>,
  password: FirstPassword,
  print: (line: string) => void,
): Promise<FirstStart> {
  return alone(db, 'start', async () => {
    const empty = await installationIsEmpty(db)
    if (empty && !env.demo) {
      return { lines: [`Open /first-run?code=${setupCode(env.dataDir)} there to create the first administrator`], demonstration: false }
    }
    forgetSetupCode(env.dataDir)
    if (empty) {
      await createInstallation(db, resources, { name: 'Vigie', passwordHash: await hashPassword(password.get()) })
      print('The installation has been created')
    }
    const filled = [await seedCatalog(db, resources), await seedQuestionnaires(db, resources)]
    if (filled.includes(true)) print('The shared catalog has been filled')
    const found = await findDemonstration(db, env.demo)
    if (found === 'BUILT') return { lines: await loginLines(db, password), demonstration: false }
    return { lines: empty ? [`Sign in as ${root}`, ...(await password.lines(db, [root]))] : [], demonstration: found === 'TO_DO' }
  })
}

/** How the people of the demonstration sign in. One of them stands for all: they had their password together. */
export async function loginLines(db: DatabaseAccess, password: FirstPassword): Promise<string[]> {
  const logins = demonstrationLogins()
  return [`Sign in as ${root}`, ...logins.map((email) => `        or ${email}`), ...(await password.lines(db, [root, ...logins.slice(0, 1)]))]
}
