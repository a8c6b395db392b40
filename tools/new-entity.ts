/**
 * `npm run new-entity -- <area> <name>`: a new entity in all its places, with a migration derived from its contract; with `--work` one that goes
 * through statuses, with `--migration` only the migration, for a contract that is there. A new area stands on the level of another one: `--beside=<area>`.
 * It edits by adding; what it cannot place it says.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { EntityDef } from '#kit/contract/entity.ts'
import type { Fields } from '#kit/contract/field.ts'
import { linkTargets } from '#kit/contract/link-targets.ts'
import { entityDdl } from '#platform/schema/ddl.ts'
import type { RouteMeta } from '#kit/web/route.ts'
import { plannedRoutes } from '#app/web/planned-routes.ts'
import { areaOrder, misplaced } from '#tools/imports/law.ts'
import { plannedFor, template, unplannedCategory, type Template } from '#tools/entity-templates.ts'
import { formatFiles } from '#tools/format-files.ts'
import { stampAfter } from '#tools/migration-stamp.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const [area = '', name = ''] = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const onlyMigration = process.argv.includes('--migration')
/** An area of the level on which a new one is to stand. */
const neighbour = process.argv.find((argument) => argument.startsWith('--beside='))?.slice('--beside='.length)
const isPlaced = areaOrder.some((row) => row.includes(area))
/** The order of areas with the new one. */
const areasInOrder = areaOrder.map((row) => (!isPlaced && neighbour !== undefined && row.includes(neighbour) ? [...row, area] : row))
/** What was written or changed. */
const written = new Set<string>()

const form = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/
if (!form.test(area) || !form.test(name))
  fail('Usage: npm run new-entity -- <area> <name> [--work | --migration] [--beside=<area>], both in snake_case, the name in the singular.')
const problem = misplaced(`areas/${area}/contract/${name}.ts`)
if (problem && !areasInOrder.some((row) => row.includes(area))) fail(`${problem}: say with --beside=<area> on whose level it stands.`)

const planned = plannedFor(name, plannedRoutes)
const withWork = process.argv.includes('--work')
const words = template(area, name, planned, planned?.order ?? (await lastPlace()), withWork)
const contract = `areas/${area}/contract/${words.file}.ts`
if (onlyMigration && !existsSync(join(root, contract))) fail(`There is no ${contract}.`)
if (!onlyMigration) scaffold()
await writeMigration()
formatFiles(root, written)
if (!onlyMigration)
  console.log(`
Now: say its fields in ${contract}, their words in areas/${area}/locales (in French its own name and what has moved are still English), who may what in contract/rights.ts
and which rows in server/${words.file}.ts, where nobody reaches any yet. By hand, from the specification: who may what (app/test/rights/rights-expectation.test.ts), what
the page ${words.path} is for beside listing and adding (app/test/routes/route-probes.ts), its icon (one of kit/web/icons.ts), its help in both languages
(areas/help/pages), its place in areas/help/server/contents.ts, and its rows in the demonstration (demo/content, demo/build).
${withWork ? 'Who moves it on is said in app/test/rights/lifecycle-by-role.test.ts; npm run lifecycles draws it.' : 'One that people work on until it is done has a lifecycle: begin it with --work.'} docs/ADD-AN-ENTITY.md says each; then
  npm run new-entity -- ${area} ${name} --migration   (writes the migration again, as long as nobody has applied it)
  npm test`)

function scaffold(): void {
  if (existsSync(join(root, contract))) fail(`${contract} exists already.`)
  if (!isPlaced) placeArea()
  const isNew = !existsSync(join(root, `areas/${area}/server/area.ts`))
  if (isNew) for (const [path, text] of Object.entries(words.room)) write(path, text)
  write(contract, words.contract)
  if (words.work) write(`areas/${area}/contract/${words.file}-work.ts`, words.work)
  write(`areas/${area}/server/${words.file}.ts`, words.resource)
  write(`areas/${area}/web/${words.page}-page.tsx`, words.pageModule)
  for (const [path, insertions] of Object.entries(words.insertions)) insert(path, insertions)
  for (const [path, text] of Object.entries(words.help)) write(path, text)
  for (const [path, insertions] of Object.entries(words.stubs)) insert(path, insertions)
  if (planned) takeOver(planned.path)
  if (isNew) register()
}

/** Behind every page that stands, or will, where one stands that nobody planned. */
async function lastPlace(): Promise<number> {
  const files = readdirSync(join(root, 'areas'))
    .map((one) => join(root, 'areas', one, 'web/routes.ts'))
    .filter((file) => existsSync(file))
  const modules = await Promise.all(files.map((file) => import(pathToFileURL(file).href) as Promise<{ routes: readonly RouteMeta[] }>))
  const beside = [...modules.flatMap(({ routes }) => routes), ...plannedRoutes].filter(({ category }) => category === unplannedCategory)
  return Math.max(0, ...beside.map(({ order = 0 }) => order)) + 10
}

/** The page is the area's own now, and planned no more. */
function takeOver(path: string): void {
  const file = join(root, 'app/web/planned-routes.ts')
  const content = readFileSync(file, 'utf8')
  // An entry stands in one line, or in several up to one that closes it.
  const without = content.replaceAll(/^ {2}\w+\('([^']+)'.*(?:\),|\{(?:\n {4}.*)*\n {2}\}\),)\n/gm, (entry, own: string) => (own.endsWith(path) ? '' : entry))
  if (without === content) return console.log(`take ${path} out of app/web/planned-routes.ts by hand`)
  save('app/web/planned-routes.ts', without)
  console.log('changed app/web/planned-routes.ts')
}

/** A new area has its place in the order of areas, on the level of the one that was said. */
function placeArea(): void {
  const path = 'tools/imports/law.ts'
  const content = readFileSync(join(root, path), 'utf8')
  save(path, content.replace(new RegExp(`('${neighbour}'[^\\]]*?)(,?\\s*\\])`), `$1, '${area}'$2`))
  console.log(`changed ${path}`)
}

/** A new area stands among the others as in the order of areas: handlers run in that order. */
function register(): void {
  const file = join(root, 'app/server/registry.ts')
  const content = readFileSync(file, 'utf8')
  const constant = area.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
  const rank = (one: string) => areasInOrder.findIndex((row) => row.includes(one))
  const line = /^(const rooms\b.* = \[)([^\]]*)\]/m.exec(content)
  // In one line, or one on each where they are many.
  const listed = line?.[2]?.split(/[\s,]+/).filter(Boolean) ?? []
  const at = listed.findLastIndex((one) => rank(one) <= rank(area)) + 1
  const imported = `import { ${constant} } from '#areas/${area}/server/area.ts'\n`
  const imports = [...content.matchAll(/^import .*#areas\/.*\n/gm)]
  const before = imports.find(([text]) => text > imported && !text.includes('/access/')) ?? imports.at(-1)
  if (!line || !before) return console.log(`add to app/server/registry.ts by hand: ${constant}`)
  const place = before[0] > imported ? before.index : before.index + before[0].length
  const withImport = content.slice(0, place) + imported + content.slice(place)
  save('app/server/registry.ts', withImport.replace(line[0], `${line[1]}${listed.toSpliced(at, 0, constant).join(', ')}]`))
  console.log('changed app/server/registry.ts')
}

/** One migration for the entity, the last of all; its own earlier draft is replaced, and moved behind whatever it names by now. */
async function writeMigration(): Promise<void> {
  const module = (await import(pathToFileURL(join(root, contract)).href)) as Record<string, unknown>
  const def = Object.values(module).find(
    (value): value is EntityDef => typeof value === 'object' && value !== null && 'name' in value && value.name === name && 'fields' in value,
  )
  if (!def) fail(`${contract} declares no entity ${name}.`)
  const migrations = join(root, 'migrations')
  const known = readdirSync(migrations)
    .filter((file) => file.endsWith('.sql'))
    .toSorted()
  const draft = known.find((file) => file.endsWith(`_new_${name}.sql`))
  const creates = (file: string, entity: string) => new RegExp(`create table "?${entity}"? \\(`).test(readFileSync(join(migrations, file), 'utf8'))
  const made = known.find((file) => file !== draft && creates(file, name))
  if (made) fail(`migrations/${made} creates ${name} already: change its table by hand, in a new migration.`)
  const targets = (fields: Fields): string[] => Object.values(fields).flatMap((field) => [...linkTargets(field), ...targets(field.options.fields ?? {})])
  const stays = draft !== undefined && !targets(def.fields).some((entity) => known.some((other) => other > draft && creates(other, entity)))
  if (draft !== undefined && !stays) rmSync(join(migrations, draft))
  const file = stays ? draft : `${stampAfter(known.at(-1) ?? '')}_new_${name}.sql`
  write(`migrations/${file}`, `-- ${words.title}: derived from ${contract}.\n\n${entityDdl(def)}`)
}

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  save(path, text)
  console.log(`wrote ${path}`)
}

function save(path: string, text: string): void {
  writeFileSync(join(root, path), text)
  written.add(path)
}

/** Puts each text after the last match of its anchor. */
function insert(path: string, insertions: Template['insertions'][string]): void {
  let content = readFileSync(join(root, path), 'utf8')
  for (const { after, text, unless } of insertions) {
    if (unless?.test(content)) continue
    const match = [...content.matchAll(after)].at(-1)
    // Of several places for one thing, one is there.
    if (!match && insertions.filter((other) => other.text.trim().replace(/,$/, '') === text.trim().replace(/,$/, '')).length > 1) continue
    if (match) content = content.slice(0, match.index + match[0].length) + text + content.slice(match.index + match[0].length)
    else console.log(`add to ${path} by hand:${text}`)
  }
  save(path, content)
  console.log(`changed ${path}`)
}

function fail(reason: string): never {
  console.error(reason)
  process.exit(1)
}
