/**
 * `npm run check-scim`: the public compliance suite for SCIM against the server, in a Python environment of its own. Where there is no Python, or its packages cannot be had, it says so and that is all.
 * `--record` keeps what the suite sends as the test that runs everywhere. Ends with one line `N passed, N failed`.
 */
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { recorder } from '#tools/scim/recorder.ts'
import { scimServer } from '#tools/scim/server.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const requirements = join(root, 'tools', 'scim', 'requirements.txt')
const cache = join(root, 'node_modules', '.cache')
const recorded = join(root, 'areas', 'scim', 'server', 'suite.recorded.json')

const python = environment()
if (typeof python === 'string') {
  console.log(`${python}: the compliance suite for SCIM is left out`)
  console.log('0 passed, 0 failed')
} else await check(python.program)

/** The Python of an environment with the pinned packages, made once; or why there is none. */
function environment(): { readonly program: string } | string {
  const found = ['python3.11', 'python3.12', 'python3.13', 'python3'].find((name) => {
    const { status, stdout } = spawnSync(name, ['-c', 'import sys, venv; print(sys.version_info >= (3, 11))'], { encoding: 'utf8' })
    return status === 0 && stdout.trim() === 'True'
  })
  if (!found) return 'No Python 3.11 or newer here'
  const folder = join(cache, `scim-${createHash('sha256').update(readFileSync(requirements)).digest('hex').slice(0, 12)}`)
  const program = join(folder, 'bin', 'python')
  const isMade = join(folder, 'made')
  if (existsSync(isMade)) return { program }
  mkdirSync(cache, { recursive: true })
  rmSync(folder, { recursive: true, force: true })
  const steps = [
    [found, '-m', 'venv', folder],
    [program, '-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--retries', '1', '--timeout', '20', '--requirement', requirements],
  ]
  for (const [command = '', ...args] of steps) {
    const { status } = spawnSync(command, args, { stdio: ['ignore', 'ignore', 'ignore'], timeout: 180_000 })
    if (status === 0) continue
    rmSync(folder, { recursive: true, force: true })
    return 'The packages of the suite cannot be had from here'
  }
  writeFileSync(isMade, '')
  return { program }
}

async function check(program: string): Promise<void> {
  let record: (() => string) | undefined
  const server = await scimServer((http, address) => {
    if (process.argv.includes('--record')) record = recorder(http, address)
  })
  try {
    const child = spawn(program, [join(root, 'tools', 'scim', 'check.py'), server.address, server.token], { stdio: ['ignore', 'pipe', 'inherit'] })
    let said = ''
    child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
    const code = await new Promise<number>((resolve) => child.once('close', (ended) => resolve(ended ?? 1)))
    const lines = said.trim().split('\n')
    const counts = code === 0 ? (JSON.parse(lines.pop() ?? '{}') as Readonly<Record<string, number>>) : {}
    for (const line of lines) console.log(line)
    const passed = counts.SUCCESS ?? 0
    const failed = Object.entries(counts).reduce((all, [status, n]) => (status === 'SUCCESS' ? all : all + n), 0) + (code === 0 ? 0 : 1)
    if (record && failed === 0) writeFileSync(recorded, record())
    console.log(`${passed} passed, ${failed} failed`)
    process.exitCode = failed === 0 && passed > 0 ? 0 : 1
  } finally {
    await server.close()
  }
}
