import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { chromiumPath } from '#tools/chromium.ts'
import { startThrowaway } from '#tools/database/throwaway.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Addresses of two servers on one database; journeys walk across both. */
    addresses: readonly string[]
    chromium: string
  }
}

/** What the demonstration's people sign in with. */
export const demoPassword = 'Vigie-demo-2026'

/** The real program, twice, on one database with the demonstration organisations in it; and a browser. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  project.provide('chromium', chromiumPath())
  const database = await startThrowaway('journeys')
  const data = mkdtempSync(join(tmpdir(), 'vigie-journeys-'))
  const servers: Server[] = []
  const stop = async () => {
    await Promise.all(servers.map((server) => server.stop()))
    await database.stop()
    rmSync(data, { recursive: true, force: true })
  }
  try {
    // The second joins once the first has built the demonstration.
    for (let n = 0; n < 2; n += 1) servers.push(await startServer({ ownerUrl: database.ownerUrl, data }))
  } catch (error) {
    await stop()
    throw error
  }
  project.provide('addresses', servers.map((server) => server.address))
  return stop
}

interface Server {
  readonly address: string
  stop(): Promise<void>
}

async function startServer({ ownerUrl, data }: { ownerUrl: string; data: string }): Promise<Server> {
  const port = await freePort()
  const child = spawn(process.execPath, ['app/server/main.ts'], {
    env: { ...process.env, PORT: String(port), HOST: '127.0.0.1', DATABASE_URL: ownerUrl, VIGIE_DATA: data, VIGIE_DEMO_PASSWORD: demoPassword, LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  await ready(child)
  return {
    address: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise((resolve) => {
        if (child.exitCode !== null) return resolve()
        child.once('exit', () => resolve())
        child.kill('SIGTERM')
      }),
  }
}

/** Resolves when the program says that it is ready; rejects with its own words when it ends before. */
function ready(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = ''
    const hear = (chunk: Buffer) => {
      said += chunk.toString()
      if (said.includes('Vigie is ready')) resolve()
    }
    child.stdout?.on('data', hear)
    child.stderr?.on('data', hear)
    child.once('exit', (code) => reject(new Error(`The server ended with ${code} before it was ready:\n${said}`)))
  })
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
