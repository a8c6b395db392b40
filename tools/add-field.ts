/**
 * `npm run add-field -- <entity> <name> <kind> [values or entity]`: a further field of an entity, in its contract, in a migration of its table and history,
 * and in the words of both languages. It edits by adding; what it cannot place it says. docs/ADD-A-FIELD.md has the rest.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as kinds from '#kit/contract/field.ts'
import { linkTargets } from '#kit/contract/link-targets.ts'
import { fieldDdl } from '#platform/schema/ddl.ts'
import { formatFiles } from '#tools/format-files.ts'
import { stampAfter } from '#tools/migration-stamp.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const [entity = '', name = '', kind = '', more = ''] = process.argv.slice(2)

const list = more.split(',').filter(Boolean)
const quoted = (values: readonly string[]) => `[${values.map((value) => `'${value}'`).join(', ')}]`
/** What each kind is written as, and what it is. */
const builders: Readonly<Record<string, readonly [string, () => kinds.Field]>> = {
  text: ['text()', () => kinds.text()],
  markdown: ['markdown()', () => kinds.markdown()],
  localized: ['localized()', () => kinds.localized()],
  integer: ['integer()', () => kinds.integer()],
  decimal: ['decimal()', () => kinds.decimal()],
  flag: ['flag()', () => kinds.flag()],
  date: ['date()', () => kinds.date()],
  timestamp: ['timestamp()', () => kinds.timestamp()],
  choice: [`choice(${quoted(list)})`, () => kinds.choice(list)],
  choices: [`choices(${quoted(list)})`, () => kinds.choices(list)],
  ref: [`ref('${more}')`, () => kinds.ref(more)],
  refOneOf: [`refOneOf(${quoted(list)})`, () => kinds.refOneOf(list)],
  links: [`links('${more}')`, () => kinds.links(more)],
  files: ['files()', () => kinds.files()],
  email: ['email()', () => kinds.email()],
  url: ['url()', () => kinds.url()],
  color: ['color()', () => kinds.color()],
  json: ['json()', () => kinds.json()],
  level: [`level('${more}')`, () => kinds.level(more)],
}

const form = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/
const builder = new Map(Object.entries(builders)).get(kind)
if (!form.test(entity) || !form.test(name) || !builder)
  fail(`Usage: npm run add-field -- <entity> <name> <kind> [values or entity], both names in snake_case, the kind one of ${Object.keys(builders).join(', ')}.`)
const needs = ['choice', 'choices'].includes(kind)
  ? 'its values: FIRST,SECOND'
  : ['ref', 'links'].includes(kind)
    ? 'the entity that it names'
    : kind === 'refOneOf'
      ? 'the entities that it may name: first,second'
      : kind === 'level'
        ? 'the kind of scale that it takes its levels from'
        : ''
if (needs && !more) fail(`A ${kind} needs ${needs}.`)

const contracts = readdirSync(join(root, 'areas'), { recursive: true, encoding: 'utf8' }).map((file) => `areas/${file.replaceAll('\\', '/')}`)
const contract = contracts.find((file) => /^areas\/\w+\/contract\/[\w-]+\.ts$/.test(file) && declarationIn(read(file)) !== undefined)
if (!contract) fail(`No contract declares ${entity}.`)
const area = contract.split('/')[1] ?? ''
const labels = sentence(name)

const { start, end } = declarationIn(read(contract)) ?? fail(`${contract} declares no ${entity}.`)
if (new RegExp(`^    ${name}: `, 'm').test(read(contract).slice(start, end))) fail(`${entity} has ${name} already.`)
const [text, make] = builder
edit(contract, (content) => withImport(`${content.slice(0, end)}    ${name}: ${text},\n${content.slice(end)}`))
const statements = fieldDdl(entity, name, make())
if (statements) {
  const last =
    readdirSync(join(root, 'migrations'))
      .filter((file) => file.endsWith('.sql'))
      .toSorted()
      .at(-1) ?? ''
  const migration = `migrations/${stampAfter(last)}_${entity}_${name}.sql`
  writeFileSync(join(root, migration), `-- ${labels}, of ${sentence(entity).toLowerCase()}.\n\n${statements}`)
  console.log(`wrote ${migration}`)
}
const catalogues = ['en', 'fr'].map((lang) => `areas/${area}/locales/${lang}.ts`)
for (const catalogue of catalogues) edit(catalogue, inWords)
formatFiles(root, [contract, ...catalogues])
console.log(`
Now: its words (the French ones are still English), what it must be ('need', bounds) in ${contract}, and where it is shown: list, filters, search, form. Then
  npm test`)

/** Where the fields of the entity stand in a contract: from their first line to the one that closes them. */
function declarationIn(content: string): { start: number; end: number } | undefined {
  const at = content.search(new RegExp(`^  name: '${entity}',$`, 'm'))
  const start = at < 0 ? -1 : content.indexOf('\n  fields: {\n', at)
  const end = start < 0 ? -1 : content.indexOf('\n  },\n', start)
  return end < 0 ? undefined : { start, end: end + 1 }
}

function withImport(content: string): string {
  const imported = /^import \{([^}]*)\} from '#kit\/contract\/field\.ts'$/m.exec(content)
  if (!imported) return report(`import ${kind} in ${contract} by hand`, content)
  const names =
    imported[1]
      ?.split(',')
      .map((one) => one.trim())
      .filter(Boolean) ?? []
  if (names.includes(kind)) return content
  const all = [...names, kind].toSorted((a, b) => (a.replace('type ', '') < b.replace('type ', '') ? -1 : 1))
  const joined = imported[1]?.includes('\n') ? `\n  ${all.join(',\n  ')},\n` : ` ${all.join(', ')} `
  return content.replace(imported[0], `import {${joined}} from '#kit/contract/field.ts'`)
}

/** Labels stand first among those of the entity, on a line of their own where the others do. */
function inWords(content: string): string {
  const at = content.search(new RegExp(`^ {4}${entity}: \\{`, 'm'))
  const put = (text: string, group: string, words: string) => {
    const place = at < 0 ? -1 : text.indexOf(`${group}: {`, at)
    if (place < 0) return report(`add ${words} to the ${group} of ${entity} in areas/${area}/locales by hand`, text)
    const after = place + group.length + 3
    const lines = text[after] === '\n' ? `\n${/^ */.exec(text.slice(after + 1))?.[0] ?? ''}` : ' '
    const comma = /^\s*\}/.test(text.slice(after)) ? ' ' : ','
    return `${text.slice(0, after)}${lines}${words}${comma}${text.slice(after)}`
  }
  const labelled = put(content, 'fields', `${name}: '${labels}'`)
  const linked = linkTargets(make()).length > 0 ? withOtherSide(labelled, at) : labelled
  return list.length > 0 && needs.startsWith('its')
    ? put(linked, 'choices', `${name}: { ${list.map((value) => `${value}: '${sentence(value.toLowerCase())}'`).join(', ')} }`)
    : linked
}

/** The word of a link's other side: a heading in the panel of what it names. It comes first, before the other words of the entity that are alike. */
function withOtherSide(content: string, at: number): string {
  const word = `${name}: '${sentence(entity)}: ${labels.toLowerCase()}',`
  const [opening = ''] = /^ {4}\w+: \{\n?/.exec(content.slice(Math.max(at, 0))) ?? []
  const start = at + opening.length
  // An entity of few words stands on one line.
  const end = content.indexOf(opening.endsWith('\n') ? '\n    },' : '\n', start)
  if (at < 0 || end < 0) return report(`add ${name} to the words of ${entity} under linked in areas/${area}/locales by hand`, content)
  const group = content.indexOf('linked: {', start)
  const known = group >= 0 && group < end
  const place = known ? group + 'linked: {'.length : start
  const lines = opening.endsWith('\n')
  const added = known ? (lines ? `\n        ${word}` : ` ${word}`) : lines ? `      linked: {\n        ${word}\n      },\n` : ` linked: { ${word} },`
  return content.slice(0, place) + added + content.slice(place)
}

function sentence(words: string): string {
  return `${words[0]?.toUpperCase()}${words.slice(1).replaceAll('_', ' ')}`
}

function read(path: string): string {
  return readFileSync(join(root, path), 'utf8')
}

function edit(path: string, change: (content: string) => string): void {
  writeFileSync(join(root, path), change(read(path)))
  console.log(`changed ${path}`)
}

function report(line: string, content: string): string {
  console.log(line)
  return content
}

function fail(reason: string): never {
  console.error(reason)
  process.exit(1)
}
