import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fieldsOfKind, linkTable } from '#kit/server/data/sql/columns.ts'
import { commentEntity } from '#kit/server/http/comment-routes.ts'
import { resources } from '#app/server/registry.ts'

const root = join(import.meta.dirname, '../../..')

/** What the store alone writes: every entity's table, its links and owned rows, all their histories, and what the search knows of them. */
const storeTables = new Set(
  [...[...resources.values()].map(({ def }) => def), commentEntity]
    .flatMap((def) => [def.name, ...fieldsOfKind(def, 'links', 'rows').map(([name]) => linkTable(def, name))])
    .flatMap((table) => [table, `${table}_history`])
    .concat('search_document'),
)

/** Why something else writes such a table, by file and table; each of them is used. */
const exceptions: Readonly<Record<string, string>> = {
  'areas/people/server/tie-members.ts: member':
    'People who come in with their organisation are tied to accounts: a version with its history and its line in the log, without the rules for who adds somebody.',
  'areas/transfer/server/load-archive.ts: ${into}': 'An archive is put in as it is, history and log included, into an organisation that nobody is in yet.',
  'areas/transfer/server/load-archive.ts: ${quoted(history.name)}': 'What is about something that does not come in is removed, as the store removes it.',
  'areas/transfer/server/load-archive.ts: ${quoted(table.name)}': 'As `${into}`, at once for a whole table.',
  'areas/reporting/server/links.ts: dashboard_link': 'A link is made with a token that nobody is told again, and taken back once; nobody changes one.',
  'kit/server/sheets/report.ts: import_report': 'A job says how far it has come, which makes no version; nobody can change a report.',
}

/** Tables that a text writes by SQL of its own; one that is named by an expression could be any. */
function written(text: string): string[] {
  const table = String.raw`(?:"?([a-z_]+)"?|(\$\{[^}]*\}?))`
  const patterns = [
    String.raw`\b(?:insert|merge)\s+into\s+${table}`,
    String.raw`\bdelete\s+from\s+(?:only\s+)?${table}`,
    String.raw`\bupdate\s+(?:only\s+)?${table}\s+(?:as\s+)?(?:[a-z]+\s+)?set\s`,
  ]
  return patterns.flatMap((pattern) => [...text.matchAll(new RegExp(pattern, 'gi'))].map(([, name, expression]) => name ?? expression ?? ''))
}

const foreign = (text: string) => [...new Set(written(text))].filter((table) => storeTables.has(table) || table.startsWith('${'))

const files = ['areas', 'app', 'kit', 'demo']
  .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`))
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.startsWith('kit/server/data/'))

test('nobody but the store writes rows of entities, what belongs to them, their history or the search', () => {
  expect(files.length).toBeGreaterThan(400)
  const found = files.flatMap((name) => foreign(readFileSync(join(root, name), 'utf8')).map((table) => `${name}: ${table}`))
  expect(found.toSorted()).toEqual(Object.keys(exceptions).toSorted())
})

test.each([
  ['tx.run(sql`insert into remediation (customer_id) values (1)`)', ['remediation']],
  ['tx.run(sql`INSERT INTO \n  remediation__labels_history (customer_id) select 1`)', ['remediation__labels_history']],
  ['sql`with gone as (delete from only measure m where m.id = 1 returning m.id) select 1`', ['measure']],
  ["sql`update remediation__tasks as t set name = ''`", ['remediation__tasks']],
  ['sql`update question set weight = 1`', ['question']],
  ['sql`delete from "search_document" where id = 1`', ['search_document']],
  ['sql`merge into control__threats using x on true when matched then delete`', ['control__threats']],
  ['sql`update ${sql.table(def.name)} t set version = 2`', ['${sql.table(def.name)}']],
  ['sql`insert into ${table} (customer_id)`', ['${table}']],
  ['sql`insert into measure_beneficiary (customer_id) select 1 from measure for no key update`', []],
])('a write past it is seen: %s', (text, tables) => {
  expect(foreign(text)).toEqual(tables)
})

test('an entity, a link and an owned row that are declared later are among the tables', () => {
  expect([...storeTables].filter((table) => /^remediation(?:__(?:tasks|labels))?(?:_history)?$/.test(table)).toSorted()).toEqual([
    'remediation',
    'remediation__labels',
    'remediation__labels_history',
    'remediation__tasks',
    'remediation__tasks_history',
    'remediation_history',
  ])
})
