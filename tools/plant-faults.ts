/**
 * `npm run plant-faults [parts of names]`: makes each fault of `tools/faults/planted.ts` in a copy of the working tree, one after the other, and runs the tests
 * that have to see it. Ends with a table of what saw what, and fails when a fault is not seen. It takes minutes, so it is no part of `npm test`: to be run
 * when the walks over entities and operations change.
 */
import { spawnSync } from 'node:child_process'
import { copyFileSync, linkSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { faults, type Fault } from '#tools/faults/planted.ts'

interface Result {
  readonly name: string
  readonly status: string
  readonly message: string
  readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[]
}

const root = fileURLToPath(new URL('..', import.meta.url))
const parts = process.argv.slice(2)
const chosen = faults.filter(({ name }) => parts.length === 0 || parts.some((part) => name.toLowerCase().includes(part.toLowerCase())))
const copy = copyOfTree()
const sound = new Map<string, boolean>()
try {
  const blind: string[] = []
  const table: string[] = []
  for (const fault of chosen) {
    // Without the fault the same tests pass: otherwise they would see anything.
    const seen = seenBy(fault) ?? (failsAnyway(fault) ? 'its tests fail without it' : planted(fault))
    table.push(`${fault.name.padEnd(72)} ${seen ?? 'NOBODY'}`)
    console.log(table.at(-1))
    if (seen === undefined || seen.startsWith('its tests')) blind.push(fault.name)
  }
  console.log(`\n${chosen.length} faults planted, ${chosen.length - blind.length} seen`)
  if (blind.length > 0 || chosen.length === 0) process.exitCode = 1
} finally {
  rmSync(copy, { recursive: true, force: true })
}

/** What stands in the way of planting a fault, if anything. */
function seenBy({ file, find }: Fault): string | undefined {
  const times = readFileSync(join(copy, file), 'utf8').split(find).length - 1
  return times === 1 ? undefined : `its tests were not run: ${file} has ${times} places for it`
}

/** Whether the tests of a fault fail on what is sound; faults that share their tests ask once. */
function failsAnyway(fault: Fault): boolean {
  const key = JSON.stringify([fault.tests, fault.only])
  const known = sound.get(key) ?? failing(fault).length > 0
  sound.set(key, known)
  return known
}

/** The first test that fails with a fault. */
function planted(fault: Fault): string | undefined {
  const path = join(copy, fault.file)
  const before = readFileSync(path, 'utf8')
  try {
    writeFileSync(
      path,
      before.replace(fault.find, () => fault.replace),
    )
    return failing(fault)[0]
  } finally {
    writeFileSync(path, before)
  }
}

/** The tests of a fault that fail, by name. */
function failing({ tests, only }: Fault): string[] {
  const report = join(copy, 'report.json')
  rmSync(report, { force: true })
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'vitest.config.ts', '--reporter=json', `--outputFile=${report}`, '--bail=1']
  spawnSync(process.execPath, [...vitest, ...(only ? ['-t', only] : []), ...tests], { cwd: copy, env: { ...process.env, CI: '1' }, stdio: 'ignore' })
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as { testResults: readonly Result[] }
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const tried = assertionResults.filter((one) => one.status !== 'skipped' && one.status !== 'pending')
    const failed = tried.filter((one) => one.status === 'failed')
    if (failed.length > 0) return failed.map(({ fullName }) => `${relative(copy, name)} › ${fullName}`)
    // A set-up that fails sees it as well; that no test has such a name does not.
    if (status === 'failed') return [`${relative(copy, name)}: ${message.split('\n')[0] || 'its set-up'}`]
    return tried.length === 0 ? [`its tests are not there: none in ${relative(copy, name)} is called «${only}»`] : []
  })
}

/** The working tree in a folder of its own, its packages linked. */
function copyOfTree(): string {
  const folder = mkdtempSync(join(tmpdir(), 'vigie-faults-'))
  const { stdout } = spawnSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { cwd: root, encoding: 'utf8' })
  for (const path of stdout.split('\0').filter(Boolean)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    copyFileSync(join(root, path), join(folder, path))
  }
  linkTree(join(root, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

/** Hard links, so that packages find each other and the repository where they stand. */
function linkTree(from: string, to: string): void {
  mkdirSync(to)
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    if (entry.name === '.cache' || entry.name === '.vite') continue
    const [old, made] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) linkTree(old, made)
    else if (entry.isSymbolicLink()) symlinkSync(relative(dirname(old), join(dirname(old), readlinkSync(old))), made)
    else linkSync(old, made)
  }
}
