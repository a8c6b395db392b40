/** `npm test`: everything that CI does, set-up included. Ends with one line `N passed, N failed`. */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { compileCache, findNode, install, root } from './setup.mjs'

let passed = 0
let failed = 0
/** What failed, told again at the very end: a log is read from there. */
const failures = []

install()
check('Types', 'node_modules/typescript/bin/tsc')
check('Lint', 'node_modules/oxlint/bin/oxlint', '--type-aware')
check('Formatting', 'node_modules/oxfmt/bin/oxfmt', '--check')
check('Import law', 'tools/check-imports.ts')
check('Web build', 'tools/build-web.mjs')
check('Bundle sizes', 'tools/check-sizes.ts')
tests('Unit and integration tests', 'vitest.config.ts')
if (existsSync(join(root, 'e2e'))) tests('Journeys', join('e2e', 'vitest.config.ts'))
else console.log('\n0 journeys: there is no e2e folder.')
for (const failure of failures) console.log(`\n✗ ${failure}`)
if (failures.length > 0) console.log()
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1

/** One program that counts as one test. */
function check(title, ...command) {
  heading(title)
  if (runNode(command)) passed += 1
  else {
    failed += 1
    failures.push(title)
  }
}

/** A run of vitest, which counts each of its tests. */
function tests(title, config) {
  heading(title)
  const report = join(root, 'node_modules', '.cache', 'test-report.json')
  rmSync(report, { force: true })
  const ok = runNode(['node_modules/vitest/vitest.mjs', 'run', '--config', config, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`])
  const { numPassedTests = 0, numTotalTests = 0, testResults = [] } = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : {}
  passed += numPassedTests
  // What did not pass did not run or was skipped. A file that does not load, or a set-up that fails, has no test to count.
  const notPassed = numTotalTests - numPassedTests || (ok && numTotalTests > 0 ? 0 : 1)
  failed += notPassed
  if (notPassed === 0) return
  failures.push(
    title,
    ...testResults.flatMap(({ name, status, message, assertionResults }) => {
      const file = relative(root, name)
      const tests = assertionResults.filter((one) => one.status !== 'passed')
      if (tests.length === 0) return status === 'passed' ? [] : [`${file}: ${message}`]
      return tests.map((one) => `${file} › ${one.fullName}\n${one.failureMessages.join('\n')}`)
    }),
  )
}

function heading(title) {
  console.log(`\n── ${title}`)
}

function runNode(command) {
  // CI: vitest must fail on a missing snapshot instead of writing it. Tests start the program and its readers of files many times: each time for half with a cache.
  const env = { ...process.env, CI: '1', NODE_COMPILE_CACHE: compileCache }
  return spawnSync(findNode(), command, { cwd: root, env, stdio: 'inherit' }).status === 0
}
