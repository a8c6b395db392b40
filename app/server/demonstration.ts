import { fork, type ChildProcess } from 'node:child_process'
import module from 'node:module'
import { hashPassword } from '#areas/access/server/index.ts'
import { buildOnce } from '#demo/build-once.ts'
import type { DatabaseAccess } from '#kit/server/data/database/database.ts'
import { alone } from './alone.ts'
import type { DemonstrationState } from './demonstration-state.ts'

/** What the process that builds it is told. */
export interface Order {
  /** URL of the database under the restricted role. */
  readonly databaseUrl: string
  /** Of all its people. */
  readonly passwordHash: string
  readonly lang: 'en' | 'fr'
}

interface Wanted extends Omit<Order, 'passwordHash'> {
  readonly wanted: boolean
  readonly password: () => string
}

/** The demonstration as this server brings it in, beside its requests. */
export class Demonstration {
  #state: DemonstrationState = { stage: null, percent: null }
  #builder: ChildProcess | undefined

  get state(): DemonstrationState {
    return this.#state
  }

  /** Does what a start has to do about it; answers whether it is there now. A second server waits for the first, and goes on where that one died. */
  async bring(db: DatabaseAccess, { wanted, password, ...order }: Wanted, print: (line: string) => void): Promise<boolean> {
    this.#state = { stage: wanted ? 'BUILDING' : null, percent: null }
    try {
      const there = await alone(db, 'demonstration', () =>
        buildOnce(db, { wanted, passwordHash: () => hashPassword(password()) }, (passwordHash) => this.#build({ ...order, passwordHash }, print), print),
      )
      this.#state = { stage: there ? 'BUILT' : null, percent: null }
      return there
    } catch (error) {
      this.#state = { stage: 'FAILED', percent: null }
      throw error
    }
  }

  /** A process of its own: what is built acts on days gone by, with its own rules of what follows, and its content is large (docs/decisions/0034). */
  async #build(order: Order, print: (line: string) => void): Promise<void> {
    const cache = module.getCompileCacheDir()
    const builder = fork(new URL('build-demonstration.ts', import.meta.url), {
      execArgv: ['--import', new URL('../../tools/quick-imports.mjs', import.meta.url).href],
      env: { ...process.env, ...(cache !== undefined && { NODE_COMPILE_CACHE: cache }) },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    this.#builder = builder
    builder.on('message', (told: { readonly line?: string; readonly share?: number }) => {
      if (told.line !== undefined) print(told.line)
      if (told.share !== undefined) this.#state = { stage: 'BUILDING', percent: Math.floor(told.share * 100) }
    })
    const ended = new Promise<void>((resolve, reject) => {
      builder.on('error', reject)
      builder.on('exit', (code, signal) => (code === 0 ? resolve() : reject(new Error(`Its process ended with ${code ?? signal}`))))
    })
    builder.send(order)
    await ended
  }

  /** Ends the process that builds it; the next start begins anew. */
  async stop(): Promise<void> {
    const builder = this.#builder
    if (builder?.exitCode !== null || builder.signalCode !== null) return
    const ended = new Promise((resolve) => builder.once('exit', resolve))
    builder.kill('SIGKILL')
    await ended
  }
}
