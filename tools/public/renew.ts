/**
 * `npm run renew-clients`: keeps what the public API says of itself as clients/openapi-v1.json, where it only adds to it, and makes the types of the clients from it by the generators that are
 * pinned in clients/generators. Needs the internet once, and Python for its client; nothing of this is needed to build, run or test the product.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { takenAway } from './additive.ts'
import type { ApiDocument } from '#areas/programs/web/docs/document.ts'
import { documentOfSource, type Json } from './document.ts'
import { keepDocument, keptDocument, made, markOf, pathOf, readKept } from './kept.ts'
import { pythonOperations } from './python-operations.ts'

function run(command: string, ...args: string[]): void {
  const { status } = spawnSync(command, args, { cwd: pathOf('clients/generators'), stdio: 'inherit' })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed`)
}

const document = await documentOfSource()
const faults = existsSync(pathOf(keptDocument)) ? takenAway(JSON.parse(readKept()) as Json, document) : []
if (faults.length > 0) {
  for (const fault of faults) console.error(fault)
  console.error(`${faults.length} of what programs rely on would be gone. What stands at /public/v1 only grows: take nothing away, or open /public/v2.`)
  process.exit(1)
}
keepDocument(document)

const [types, models, operations] = made
const source = pathOf(keptDocument)
run('npm', 'ci', '--no-audit', '--no-fund')
run('npx', 'openapi-typescript', source, '--output', pathOf(types))
if (!existsSync(pathOf('clients/generators/.venv'))) run('python3', '-m', 'venv', '.venv')
run('.venv/bin/pip', 'install', '--quiet', '--disable-pip-version-check', '--requirement', 'requirements.txt')
run(
  '.venv/bin/datamodel-codegen',
  '--input',
  source,
  '--output',
  pathOf(models),
  ...readFileSync(pathOf('clients/generators/python-options.txt'), 'utf8').trim().split(/\s+/),
)

writeFileSync(pathOf(operations), pythonOperations(JSON.parse(readKept()) as ApiDocument))

const mark = markOf(readKept())
for (const [path, sign] of [
  [types, '//'],
  [models, '#'],
  [operations, '#'],
] as const)
  writeFileSync(pathOf(path), `${sign} Made by npm run renew-clients from openapi-v1.json, ${mark}\n${readFileSync(pathOf(path), 'utf8')}`)
console.log(`Kept ${keptDocument}, made ${made.join(', ')}`)
