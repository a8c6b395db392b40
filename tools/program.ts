/** The real program as a child process, for benchmarks and for tests that kill it. */
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export interface Program {
  /** `http://127.0.0.1:<port>` */
  readonly address: string
  readonly port: number
  /** Asks it to end, and waits. */
  stop(): Promise<void>
  /** Ends it as a power cut would, and waits. */
  kill(): Promise<void>
}

const main = fileURLToPath(new URL('../app/server/main.ts', import.meta.url))

/** Starts the server on a port of the system's choice and answers once it is ready; throws with its own words when it ends before. */
export async function startProgram(settings: Readonly<Record<string, string>>): Promise<Program> {
  const env = { ...process.env, PORT: '0', HOST: '127.0.0.1', VIGIE_DEMO: '0', LOG_LEVEL: 'warn', ...settings }
  const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  let said = ''
  const port = await new Promise<number>((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      said = `${said}${chunk.toString()}`.slice(-4000)
      const [, found] = /Vigie is ready: http:\/\/localhost:(\d+)/.exec(said) ?? []
      if (found) resolve(Number(found))
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.once('exit', (code) => reject(new Error(`The server ended with ${code} before it was ready:\n${said}`)))
  })
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    await ended
  }
  return { address: `http://127.0.0.1:${port}`, port, stop: () => end('SIGTERM'), kill: () => end('SIGKILL') }
}
