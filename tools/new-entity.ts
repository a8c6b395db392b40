/**
 * `npm run new-entity -- <area> <name>`: a new entity in all its places, with a migration derived from its contract; with `--migration`
 * only the migration, for a contract that is there. It edits by adding; what it cannot place it says.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { EntityDef } from '#kit/contract/entity.ts'
import { entityDdl } from '#tools/ddl.ts'
import { misplaced } from '#tools/imports/law.ts'
import { template } from '#tools/entity-templates.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const [area = '', name = ''] = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const onlyMigration = process.argv.includes('--migration')

const form = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/
if (!form.test(area) || !form.test(name)) fail('Usage: npm run new-entity -- <area> <name> [--migration], both in snake_case, the name in the singular.')
const problem = misplaced(`areas/${area}/contract/${name}.ts`)
if (problem) fail(`${problem}: give it one in tools/imports/law.ts first.`)

const words = template(area, name)
const contract = `areas/${area}/contract/${words.file}.ts`
if (onlyMigration && !existsSync(join(root, contract))) fail(`There is no ${contract}.`)
if (!onlyMigration) scaffold()
await writeMigration()
console.log(`
Now: say its fields in ${contract}, their words in areas/${area}/locales (the French ones are still English), who may what in contract/rights.ts
and which rows in server/area.ts; then
  npm run new-entity -- ${area} ${name} --migration   (writes the migration again, as long as nobody has applied it)
  npm run schema-types
  npm test`)

function scaffold(): void {
  if (existsSync(join(root, contract))) fail(`${contract} exists already.`)
  const isNew = !existsSync(join(root, `areas/${area}/server/area.ts`))
  if (isNew) for (const [path, text] of Object.entries(words.room)) write(path, text)
  write(contract, words.contract)
  write(`areas/${area}/web/${words.page}-page.tsx`, words.pageModule)
  for (const [path, insertions] of Object.entries(words.insertions)) insert(path, insertions)
  if (isNew) insert('app/server/registry.ts', words.registry)
}

/** One migration for the entity, the last of all; its own earlier draft is replaced. */
async function writeMigration(): Promise<void> {
  const module = (await import(pathToFileURL(join(root, contract)).href)) as Record<string, unknown>
  const def = Object.values(module).find((value): value is EntityDef => typeof value === 'object' && value !== null && 'name' in value && value.name === name && 'fields' in value)
  if (!def) fail(`${contract} declares no entity ${name}.`)
  const migrations = join(root, 'migrations')
  const known = readdirSync(migrations).filter((file) => file.endsWith('.sql')).toSorted()
  const draft = known.find((file) => file.endsWith(`_new_${name}.sql`))
  const made = known.find((file) => file !== draft && new RegExp(`create table "?${name}"? \\(`).test(readFileSync(join(migrations, file), 'utf8')))
  if (made) fail(`migrations/${made} creates ${name} already: change its table by hand, in a new migration.`)
  const file = draft ?? `${stampAfter(known.at(-1) ?? '')}_new_${name}.sql`
  write(`migrations/${file}`, `-- ${words.title}: derived from ${contract}.\n\n${entityDdl(def)}`)
}

/** Now, or the minute after the last migration's if that one is dated later. */
function stampAfter(last: string): string {
  const write = (date: Date) => date.toISOString().slice(0, 16).replaceAll(/[-:]/g, '')
  const now = write(new Date())
  const [, year, month, day, hours, minutes] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)_/.exec(last) ?? []
  if (!year || now > last.slice(0, 13)) return now
  return write(new Date(Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hours), Number(minutes) + 1)))
}

function write(path: string, text: string): void {
  const file = join(root, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
  console.log(`wrote ${path}`)
}

/** Puts each text after the last match of its anchor. */
function insert(path: string, insertions: readonly { readonly after: RegExp; readonly text: string }[]): void {
  const file = join(root, path)
  let content = readFileSync(file, 'utf8')
  for (const { after, text } of insertions) {
    const match = [...content.matchAll(after)].at(-1)
    if (match) content = content.slice(0, match.index + match[0].length) + text + content.slice(match.index + match[0].length)
    else console.log(`add to ${path} by hand:${text}`)
  }
  writeFileSync(file, content)
  console.log(`changed ${path}`)
}

function fail(reason: string): never {
  console.error(reason)
  process.exit(1)
}
