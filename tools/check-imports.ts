/**
 * `npm run check-imports`: the import law, cycles, long files, packages that nothing uses, statements that name tables or statuses of other areas, and lists of entities of areas above; with `--fix`, ways out of a folder become
 * `#` imports.
 */
import { spawnSync } from 'node:child_process'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { lifecycles } from '#app/server/lifecycles.ts'
import { tableOwners } from '#app/server/table-owners.ts'
import { areas } from '#app/server/registry.ts'
import { checkImports } from '#tools/imports/check.ts'
import { entityListExceptions } from '#tools/imports/entity-list-exceptions.ts'
import { entityListFindings, entityLists } from '#tools/imports/entity-lists.ts'
import { fixImports } from '#tools/imports/fix.ts'
import { unusedPackages } from '#tools/imports/packages.ts'
import { isGenerated, readSources } from '#tools/imports/source-files.ts'
import { sqlExceptions } from '#tools/imports/sql-exceptions.ts'
import { foreignUses, sqlFindings, withoutExceptions } from '#tools/imports/sql-law.ts'
import { foreignStatuses, statusFindings } from '#tools/imports/status-law.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
if (process.argv.includes('--fix')) for (const path of fixImports(root)) console.log(`Fixed ${path}`)
const { files, findings } = checkImports(root)
findings.push(...unusedPackages(root))

const sources = readSources(root)
const named = foreignUses(sources, tableOwners())
const { uses, unused } = withoutExceptions(named, sqlExceptions)
findings.push(...unused.map((pair) => `tools/imports/sql-exceptions.ts: nothing needs ${pair} any more`))
findings.push(...statusFindings(foreignStatuses(sources, lifecycles())))
findings.push(...sqlFindings(uses))

const owners = new Map(areas.flatMap(({ name, resources }) => resources.map(({ def }) => [def.name, name] as const)))
findings.push(...entityListFindings(entityLists(sources, owners), entityListExceptions))

// A check that looks at nothing finds nothing: the compiler's own list says how many files there are.
const { stdout } = spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', '--listFilesOnly'], {
  cwd: root,
  encoding: 'utf8',
})
const compiled = stdout
  .split('\n')
  .map((path) => relative(root, path.trim()))
  .filter((path) => /^\w.*\/.*\.tsx?$/.test(path) && !path.startsWith('node_modules') && !isGenerated(path))
const unseen = compiled.filter((path) => !files.includes(path))
if (unseen.length > 0) findings.push(`These files were not checked: ${unseen.join(', ')}`)

for (const finding of findings) console.error(finding)
console.log(`${files.length} files checked, ${findings.length} findings; tables of other areas are named ${named.length - uses.length} times under exceptions`)
if (findings.length > 0 || compiled.length === 0) process.exitCode = 1
