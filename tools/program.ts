/** The real program as a child process, for benchmarks and for tests that kill it. */
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export interface Program {
  /** `http://127.0.0.1:<port>` */
  readonly address: string
  readonly port: number
  /** Its process. */
  readonly pid: number
  /** The end of what it had said when it was ready. */
  readonly said: string
  /** Waits until it says something, and answers the end of what it has said by then; rejects when it ends before. */
  says(text: string): Promise<string>
  /** Asks it to end, and waits. */
  stop(): Promise<void>
  /** Ends it as a power cut would, and waits. */
  kill(): Promise<void>
  /** How it ended: its exit code, or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals>
}

/** The same before it is ready. */
export interface Starting extends Omit<Program, 'address' | 'port' | 'pid' | 'said' | 'says'> {
  /** Rejects with its own words when it ends before. */
  readonly ready: Promise<Program>
}

/** As `npm start` and the image start it; see docs/decisions/0034. */
const flags = ['--max-semi-space-size=16', '--import', new URL('quick-imports.mjs', import.meta.url).href]
const main = fileURLToPath(new URL('../app/server/main.ts', import.meta.url))

/** Starts the server on a port of the system's choice and answers once it is ready; throws with its own words when it ends before. */
export const startProgram = (settings: Readonly<Record<string, string>>, file?: string): Promise<Program> => beginProgram(settings, file).ready

/** The same without waiting. From the sources, which need not be built, unless another file is named. */
export function beginProgram(settings: Readonly<Record<string, string>>, file = main): Starting {
  const env = { ...process.env, PORT: '0', HOST: '127.0.0.1', VIGIE_DEMO: '0', LOG_LEVEL: 'warn', ...settings }
  const child = spawn(process.execPath, [...flags, file], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = new Promise<number | NodeJS.Signals>((resolve) => child.once('exit', (code, signal) => resolve(signal ?? code ?? 0)))
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    await ended
  }
  const handle = { ended, stop: () => end('SIGTERM'), kill: () => end('SIGKILL') }
  let said = ''
  const says = (text: string) =>
    new Promise<string>((resolve, reject) => {
      const look = () => {
        if (said.includes(text)) resolve(said)
      }
      for (const out of [child.stdout, child.stderr]) out.on('data', look)
      child.once('exit', (code) => reject(new Error(`The server ended with ${code} before it said «${text}»:\n${said}`)))
      look()
    })
  const ready = new Promise<Program>((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      said = `${said}${chunk.toString()}`.slice(-4000)
      const port = Number(/Vigie \S+ is ready: http:\/\/localhost:(\d+)/.exec(said)?.[1])
      if (port) resolve({ ...handle, address: `http://127.0.0.1:${port}`, port, pid: child.pid ?? 0, said, says })
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.once('exit', (code) => reject(new Error(`The server ended with ${code} before it was ready:\n${said}`)))
  })
  ready.catch(() => {})
  return { ...handle, ready }
}
