/** `npm run check-imports`: the import law, cycles, long files and packages that nothing uses; with `--fix`, ways out of a folder become `#` imports. */
import { spawnSync } from 'node:child_process'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { checkImports } from '#tools/imports/check.ts'
import { fixImports } from '#tools/imports/fix.ts'
import { unusedPackages } from '#tools/imports/packages.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
if (process.argv.includes('--fix')) for (const path of fixImports(root)) console.log(`Fixed ${path}`)
const { files, findings } = checkImports(root)
findings.push(...unusedPackages(root))

// A check that looks at nothing finds nothing: the compiler's own list says how many files there are.
const { stdout } = spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', '--listFilesOnly'], {
  cwd: root,
  encoding: 'utf8',
})
const compiled = stdout
  .split('\n')
  .map((path) => relative(root, path.trim()))
  .filter((path) => /^\w.*\/.*\.tsx?$/.test(path) && !path.startsWith('node_modules'))
const unseen = compiled.filter((path) => !files.includes(path))
if (unseen.length > 0) findings.push(`These files were not checked: ${unseen.join(', ')}`)

for (const finding of findings) console.error(finding)
console.log(`${files.length} files checked, ${findings.length} findings`)
if (findings.length > 0 || compiled.length === 0) process.exitCode = 1
