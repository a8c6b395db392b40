import process, { argv, env, exit } from 'node:process'
import { workerVersion } from '#areas/connectors/contract/workers.ts'
import { readSettings } from './settings.ts'
import { work } from './work.ts'

/** What whoever starts it again looks at: 75 asks for that, 77 says that another token is needed. */
const codes = { stopped: 0, renewed: 75, let_out: 77 } as const

const log = (text: string) => console.log(`${new Date().toISOString()} ${text}`)

if (argv.includes('--version')) {
  console.log(workerVersion)
  exit(0)
}
const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop.abort(new Error('stopped')))
try {
  const file = argv[1]
  exit(codes[await work({ settings: readSettings(env), log, stop: stop.signal, ...(file?.endsWith('.mjs') && { file }) })])
} catch (error) {
  log(error instanceof Error ? error.message : 'Something went wrong')
  exit(1)
}
