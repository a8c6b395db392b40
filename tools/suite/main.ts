/** The whole check: see `npm test` in CONTRIBUTING. `--changed[=REVISION]` runs what a change can reach, `--units` and `--journeys` a part. */
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { availableParallelism } from 'node:os'
import { changedPart } from './changed.ts'
import { failedIn, failuresOf, hasFailed, passedIn, readRun, type FileResult, type Run } from './report.ts'
import { judge, toLookAtAgain } from './second-look.ts'
import { readUnsteady, tellUnsteady } from './unsteady.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const cache = join(root, 'node_modules', '.cache')
/** How something failed that passed alone, and the traces of journeys. */
const reports = 'test-report'
/** The claims of rows that no unit test tried. */
const neverTried = join(root, reports, 'claims-never-tried.txt')
const parts = { units: 'vitest.config.ts', journeys: join('e2e', 'vitest.config.ts') } as const
type Part = keyof typeof parts

const asked = process.argv.slice(2)
const unknown = asked.filter((word) => !/^--(?:units|journeys|changed(?:=.+)?)$/.test(word))
if (unknown.length > 0) throw new Error(`npm test knows --units, --journeys and --changed[=REVISION], not ${unknown.join(' ')}`)
const since = asked.find((word) => word.startsWith('--changed'))
const reached = since === undefined ? undefined : changedPart(root, since.split('=')[1])
const wanted = (Object.keys(parts) as Part[]).filter((part) => !asked.some((word) => word in { '--units': 1, '--journeys': 1 }) || asked.includes(`--${part}`))

let passed = 0
let failed = 0
/** What failed, told again at the very end: a log is read from there. */
const failures: string[] = []

rmSync(join(root, reports), { recursive: true, force: true })
mkdirSync(join(root, reports), { recursive: true })
if (wanted.length === 2)
  await checks({
    Types: ['node_modules/typescript/bin/tsc'],
    'Web build': ['tools/build-web.mjs'],
    Lint: ['node_modules/oxlint/bin/oxlint', '--type-aware'],
    'Import law': ['tools/check-imports.ts'],
    Formatting: ['node_modules/oxfmt/bin/oxfmt', '--check'],
  })
else await checks({ 'Web build': ['tools/build-web.mjs'] })
await checks({ 'Bundle sizes': ['tools/check-sizes.ts'] })

const runs = new Map<Part, Run>()
for (const part of wanted) {
  if (reached) console.log(`\n${part}: what ${reached.areas.join(', ') || 'no area'} reaches, ${reached[part].length} files`)
  if (reached && reached[part].length === 0) continue
  runs.set(part, await vitest(part, reached?.[part] ?? [], reached ? { VIGIE_WALKED_AREAS: reached.walked.join(',') } : { CLAIMS_NEVER_RAN: neverTried }))
}
await lookAgain()
if (wanted.length === 2 && !reached) {
  await suiteOf('Compliance suite for SCIM', 'tools/check-scim.ts')
  await suiteOf('Inspector of the Model Context Protocol', 'tools/check-mcp.ts')
}
if (existsSync(neverTried)) console.log(`\n${readFileSync(neverTried, 'utf8').split('\n')[0]} ${relative(root, neverTried)}`)
for (const failure of failures) console.log(`\n✗ ${failure}`)
if (failures.length > 0) console.log()
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1

/** Programs that count as one test each; as many at once as there are cores for two, told in their order. */
async function checks(commands: Readonly<Record<string, readonly string[]>>): Promise<void> {
  const waiting = Object.entries(commands)
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [title, command] = next
      const { ok, output } = await node(command, { told: false })
      console.log(`\n── ${title}\n${output.trimEnd()}`)
      if (ok) passed += 1
      else {
        failed += 1
        failures.push(title)
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, worker))
}

/** A suite of others, where it can be had: each of its checks counts as a test. */
async function suiteOf(title: string, program: string): Promise<void> {
  const { ok, output } = await node([program], { told: false })
  console.log(`\n── ${title}\n${output.trimEnd()}`)
  const [, good = '0', bad = '0'] = /(\d+) passed, (\d+) failed\s*$/.exec(output) ?? []
  passed += Number(good)
  failed += ok ? Number(bad) : Math.max(1, Number(bad))
  if (!ok) failures.push(title)
}

/** What failed and may have failed by chance runs once more, each file alone: what passes then counts, and is told. */
async function lookAgain(): Promise<void> {
  const again = toLookAtAgain([...runs.values()], (file) => readFileSync(join(root, file), 'utf8'))
  const second: FileResult[] = []
  for (const { file } of again) {
    const part: Part = file.startsWith('e2e/') ? 'journeys' : 'units'
    const { files } = await vitest(part, [file], { JOURNEYS_TRACE: '1' }, ['--maxWorkers=1'])
    second.push(...files.filter((result) => result.file === file))
  }
  const unsteady: FileResult[] = []
  for (const [part, run] of runs) {
    const verdict = judge(run, second)
    passed += passedIn(verdict.files)
    failed += failedIn(verdict.files) + (verdict.broken ? 1 : 0)
    if (verdict.broken) failures.push(`${part}: the run itself failed, see above`)
    failures.push(...verdict.files.filter(hasFailed).flatMap(failuresOf))
    unsteady.push(...verdict.unsteady)
  }
  for (const result of again) writeFileSync(join(root, logOf(result.file)), failuresOf(result).join('\n\n'))
  if (unsteady.length > 0) console.log(`\nFailed first and passed alone:\n${tellUnsteady(unsteady, readUnsteady(root), logOf).join('\n')}`)
}

function logOf(file: string): string {
  return join(reports, `${file.replaceAll('/', '.')}.first.txt`)
}

async function vitest(part: Part, files: readonly string[], env: Readonly<Record<string, string>> = {}, more: readonly string[] = []): Promise<Run> {
  console.log(`\n── ${part === 'units' ? 'Unit and integration tests' : 'Journeys'}${files.length === 1 ? `: ${files[0]}` : ''}`)
  const report = join(cache, 'test-report.json')
  rmSync(report, { force: true })
  const command = ['node_modules/vitest/vitest.mjs', 'run', ...files, '--config', parts[part], ...more]
  const { ok } = await node([...command, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`], { told: true, env })
  return readRun(report, root, ok)
}

/** Runs a program in this Node; what it says is told as it says it, or kept. */
function node(
  command: readonly string[],
  { told: printed, env = {} }: { told: boolean; env?: Readonly<Record<string, string>> },
): Promise<{ ok: boolean; output: string }> {
  // CI: vitest must fail on a missing snapshot instead of writing it. Tests start the program and its readers of files many times: each time for half with a cache.
  const settings = { ...process.env, CI: '1', NODE_COMPILE_CACHE: join(cache, 'node'), ...env }
  return new Promise((resolve) => {
    const child = spawn(process.execPath, command, { cwd: root, env: settings, stdio: ['ignore', printed ? 'inherit' : 'pipe', printed ? 'inherit' : 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.once('close', (code) => resolve({ ok: code === 0, output }))
  })
}
