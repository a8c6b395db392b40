import pg from 'pg'
import { expect, test } from 'vitest'
import { shiftClock } from '#tools/test/clock.ts'
import { startDemonstration } from '#tools/test/demonstration.ts'
import { mainOrganisation } from './content/main/index.ts'
import { secondOrganisation } from './content/second/index.ts'

/** Names that English keeps as they are. */
const places = ['Saint-Étienne', 'Rhône', 'Solvéane', 'Gardénor', 'Ostréa']
const people = [mainOrganisation, secondOrganisation].flatMap((organisation) => organisation.people.flatMap(({ firstName, lastName }) => [firstName, lastName]))
/** What holds both languages beside each other. */
const both = ['search_document', 'questionnaire_version', 'decision_request', 'audit_log']
/** A letter that English does not have, or a word that only French has. */
const french = String.raw`[éèêàçùâîôûœ]|\m(le|les|des|une|avec|dans|sur|sont|aux|cette|qui|est)\M`

test('a demonstration in English holds no French but names', async () => {
  // The program that builds it has the machine's clock.
  shiftClock(0)
  const { ownerUrl, stop } = await startDemonstration(undefined, 'en')
  const client = new pg.Client(ownerUrl)
  await client.connect()
  const { rows: columns } = await client.query<{ table: string; column: string }>(
    `select c.table_name as table, c.column_name as column from information_schema.columns c
      join information_schema.columns k on k.table_schema = c.table_schema and k.table_name = c.table_name and k.column_name = 'customer_id'
      join information_schema.tables b on b.table_schema = c.table_schema and b.table_name = c.table_name and b.table_type = 'BASE TABLE'
    where c.table_schema = 'public' and c.data_type in ('text', 'jsonb', 'ARRAY') and c.column_name !~ '(_fr|^initials)$' and c.table_name <> all($1)`,
    [both],
  )
  // A text without the names in it.
  const names = [...places, ...people]
  const bare = (column: string) => names.reduce((text) => `replace(${text}, ?, '')`, `"${column}"::text`)
  const found: string[] = []
  for (const { table, column } of columns) {
    let at = 0
    const text = bare(column).replaceAll('?', () => `$${(at += 1)}::text`)
    const { rows } = await client.query<{ text: string }>(
      `select distinct "${column}"::text as text from "${table}" where customer_id in (select id from customer where kind = 'ORGANISATION') and ${text} ~* '${french}' limit 5`,
      names,
    )
    found.push(...rows.map((row) => `${table}.${column}: ${row.text}`))
  }
  await client.end()
  await stop()
  expect(columns.length).toBeGreaterThan(400)
  expect(found).toEqual([])
}, 600_000)
