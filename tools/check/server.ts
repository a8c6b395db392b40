/** A server on an embedded database of its own, with an organisation and a pilot who is signed in: for suites of others that ask it from outside. */
import { createServer, type AddressInfo } from 'node:net'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildApp, type App } from '#app/server/app.ts'
import { resources } from '#app/server/registry.ts'
import { hashPassword } from '#areas/access/server/index.ts'
import { createInstallation, createMember } from '#areas/people/server/index.ts'
import { createCustomer } from '#areas/tenancy/server/index.ts'
import { systemWho } from '#kit/server/access/who.ts'
import { folderStorage } from '#kit/server/files/storage.ts'
import { installQueue } from '#kit/server/jobs/install-queue.ts'
import { migrate } from '#platform/database/migrate.ts'
import { startThrowaway } from '#tools/test/throwaway.ts'

const password = 'Correct-Horse-9'
const email = 'pilot@checked.example'

// Answers are whatever the server says; checks look into them freely.
// oxlint-disable-next-line typescript/no-explicit-any
type Answered = any

export interface AskedServer {
  readonly app: App
  readonly address: string
  /** Asks as the pilot; answers what is read from the body. */
  pilot(method: 'POST' | 'PUT', path: string, payload: object): Promise<Answered>
  close(): Promise<void>
}

/** `watch` looks at the server before it listens. */
export async function askedServer(name: string, watch: (http: App['http'], address: string) => void = () => {}): Promise<AskedServer> {
  const database = await startThrowaway(name)
  const folder = mkdtempSync(join(tmpdir(), `vigie-${name}-`))
  await migrate(database.ownerUrl)
  await installQueue(database.ownerUrl)
  const port = await freePort()
  const app = await buildApp({
    databaseUrl: database.appUrl,
    key: Buffer.alloc(32, 7),
    storage: folderStorage(join(folder, 'files')),
    version: 'check',
    publicUrl: `http://127.0.0.1:${port}`,
    work: false,
    logLevel: 'error',
  })
  const passwordHash = await hashPassword(password)
  await createInstallation(app.db, resources, { name: 'Vigie', passwordHash })
  const customer = await createCustomer(app.db, { name: 'Checked' })
  await app.db.transaction(customer, async (tx) => {
    tx.act(systemWho(customer, 'check', 'check'))
    await createMember(tx, resources, { firstname: 'Claire', lastname: 'Vasseur', email, passwordHash, roles: ['global_pilote'] })
  })
  watch(app.http, `http://127.0.0.1:${port}`)
  await app.http.listen({ port, host: '127.0.0.1' })
  const ask = async (method: 'POST' | 'PUT', path: string, payload: object, cookie = '') => {
    const answer = await app.http.inject({ method, url: `/api${path}`, headers: { 'x-vigie': '1', cookie }, payload })
    if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.body}`)
    return answer
  }
  const signedIn = await ask('POST', '/auth/login', { email, password })
  const cookie = String(signedIn.headers['set-cookie']).split(';')[0] ?? ''
  return {
    app,
    address: `http://127.0.0.1:${port}`,
    pilot: (method, path, payload) => ask(method, path, payload, cookie).then((answer) => answer.json()),
    close: async () => {
      await app.close()
      await database.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A port that nobody has: addresses that the server answers begin with it, so it is known before. */
async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
