import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { catalogues } from '#app/server/registry.ts'
import { adapters } from '#areas/connectors/server/adapters/index.ts'
import { oneDemonstration } from '#tools/test/one-demonstration.ts'
import { mainOrganisation } from './content/main/index.ts'
import { peers } from './content/peers.ts'
import { secondOrganisation } from './content/second/index.ts'

/*
 * A demonstration in English holds no French, which the one in French shows for it: what stands there where there is room for one language is the French of a
 * text that says the same in English, and no English is French.
 */

/** Names that English keeps as they are. */
const places = ['Saint-Étienne', 'Rhône', 'Solvéane', 'Gardénor', 'Ostréa']
const organisations = [mainOrganisation, secondOrganisation]
const names = [
  ...places,
  ...peers.map(([name]) => name),
  ...organisations.flatMap(({ people }) => people.flatMap(({ firstName, lastName }) => [firstName, lastName])),
]
/** What holds both languages beside each other, and mails, which are put together of catalogues and of what is looked at here. */
const both = [
  'search_document',
  'questionnaire_version',
  'decision_request',
  'audit_log',
  'outbox_mail',
  'dashboard_draft',
  'dashboard_version',
  'dashboard_frozen',
  'management_review_frozen',
]
/** A letter that English does not have, or a word that only French has. */
const letters = '[éèêàçùâîôûœ]'
const words = '(?:le|les|des|une|avec|dans|sur|sont|aux|cette|qui|est)'
const french = new RegExp(`${letters}|(?<!\\p{L})${words}(?!\\p{L})`, 'iu')

const without = (text: string, parts: readonly string[]): string => parts.reduce((rest, part) => rest.replaceAll(part, ' '), text)
const isFrench = (text: string): boolean => french.test(text) && french.test(without(text, names))

/** What a text says between what is put into it. */
const pieces = (text: string): string[] => text.split(/\$?\{[^{}]*\}/).map((piece) => piece.trim())

/** From how many letters on a text is looked for within others: a short one is a piece of anything. */
const long = 12

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null

/** French and the English beside it, in the sources of the demonstration, in the words of the product, and in columns that there are for both. */
class Twins {
  readonly #english = new Map<string, string>()

  add(en: string, fr: string): void {
    for (const piece of pieces(fr)) if (french.test(piece)) this.#english.set(piece, en)
  }

  /** All that stands at the same place of two values. */
  addBoth(en: unknown, fr: unknown): void {
    if (typeof en === 'string' && typeof fr === 'string') this.add(en, fr)
    else if (isObject(en) && isObject(fr)) for (const [key, value] of Object.entries(fr)) this.addBoth(en[key], value)
  }

  /** All pairs within a value. */
  addWithin(value: unknown): void {
    if (!isObject(value)) return
    this.addBoth(value.en, value.fr)
    for (const one of Object.values(value)) this.addWithin(one)
  }

  addSource(text: string): void {
    for (const [, , en = '', , fr = ''] of text.matchAll(/\ben:\s*(['"`])((?:(?!\1)[^])*)\1,\s*fr:\s*(['"`])((?:(?!\3)[^])*)\3/g)) this.add(en, fr)
  }

  /** What of a text nothing says in English too; its English is noted. */
  alone(text: string, noted: Set<string>): string {
    const known = this.#english.get(text)
    const parts =
      known === undefined
        ? [...this.#english.keys()].filter((piece) => piece.length >= long && text.includes(piece)).toSorted((a, b) => b.length - a.length)
        : [text]
    for (const part of parts) noted.add(this.#english.get(part) ?? '')
    return without(text, parts)
  }
}

test('what builds it leaves the choice of a language to its site', () => {
  const named = globSync('demo/build/*.ts').flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/.*(?:\.|\[')fr\b.*/g)].map(([line]) => `${path}: ${line}`),
  )
  expect(named).toEqual([])
})

test('whatever a demonstration says in French it says in English too, and in English no French but names', async () => {
  const { ownerUrl, stop } = await oneDemonstration()
  const client = new pg.Client(ownerUrl)
  await client.connect()
  const { rows: columns } = await client.query<{ table: string; column: string; beside: string | null }>(
    `select c.table_name as table, c.column_name as column, f.column_name as beside from information_schema.columns c
      join information_schema.columns k on k.table_schema = c.table_schema and k.table_name = c.table_name and k.column_name = 'customer_id'
      join information_schema.tables b on b.table_schema = c.table_schema and b.table_name = c.table_name and b.table_type = 'BASE TABLE'
      left join information_schema.columns f on f.table_schema = c.table_schema and f.table_name = c.table_name and c.column_name ~ '_en$' and f.column_name = regexp_replace(c.column_name, '_en$', '_fr')
    where c.table_schema = 'public' and c.data_type in ('text', 'jsonb', 'ARRAY') and c.column_name !~ '(_fr|^initials)$' and c.table_name <> all($1)`,
    [both],
  )
  const twins = new Twins()
  twins.addWithin(catalogues)
  for (const { definition } of adapters) twins.addWithin(definition)
  for (const path of globSync('demo/content/**/*.ts', { exclude: ['**/*.test.ts'] })) twins.addWithin(await import(join(process.cwd(), path)))
  for (const path of globSync('demo/build/*.ts')) twins.addSource(readFileSync(path, 'utf8'))
  const stored: { readonly where: string; readonly text: string }[] = []
  for (const { table, column, beside } of columns) {
    const { rows } = await client.query<{ text: string; fr: string | null }>(
      `select distinct "${column}"::text as text, ${beside ? `"${beside}"::text` : 'null'} as fr from "${table}"
        where customer_id in (select id from customer where kind = 'ORGANISATION') and "${column}" is not null
          and (${beside !== null} or "${column}"::text ~* '${letters}|\\m${words}\\M')`,
    )
    for (const { text, fr } of rows) {
      if (fr !== null) twins.add(text, fr)
      stored.push({ where: `${table}.${column}`, text })
    }
  }
  await client.end()
  await stop()
  expect(columns.length).toBeGreaterThan(400)
  const english = new Set<string>()
  const alone = stored.filter(({ text }) => isFrench(twins.alone(text, english)))
  expect(alone.map(({ where, text }) => `${where}: ${text}`)).toEqual([])
  expect(english.size).toBeGreaterThan(300)
  expect([...english].filter(isFrench)).toEqual([])
}, 600_000)

/** Two words that only English has. */
const englishWords = '(?:the|and|of|with|is|are|for|this|that|from|by|has|not|were|was|there)'
const english = `\\m${englishWords}\\M.*\\m${englishWords}\\M`
/** What programs read, what is searched in both languages, what stood there before it was corrected, and what is written to people in theirs. */
const notShown = both
/** What programs alone compare, under names of fields. */
const compared = ['ticket.base']

test('whoever reads a demonstration in French reads no English sentence', async () => {
  const { ownerUrl, stop } = await oneDemonstration()
  const client = new pg.Client(ownerUrl)
  await client.connect()
  const { rows: columns } = await client.query<{ table: string; column: string; beside: string | null }>(
    `select c.table_name as table, c.column_name as column, f.column_name as beside from information_schema.columns c
      join information_schema.columns k on k.table_schema = c.table_schema and k.table_name = c.table_name and k.column_name = 'customer_id'
      join information_schema.tables b on b.table_schema = c.table_schema and b.table_name = c.table_name and b.table_type = 'BASE TABLE'
      left join information_schema.columns f on f.table_schema = c.table_schema and f.table_name = c.table_name and c.column_name ~ '_en$' and f.column_name = regexp_replace(c.column_name, '_en$', '_fr')
    where c.table_schema = 'public' and c.data_type in ('text', 'jsonb', 'ARRAY') and c.table_name <> all($1)`,
    [notShown],
  )
  const found: string[] = []
  for (const { table, column, beside } of columns) {
    if (compared.includes(`${table}.${column}`)) continue
    // Without a French beside it the English is what is shown.
    const shown = beside ? `coalesce("${beside}"::text, '') = ''` : 'true'
    if (!beside && column.endsWith('_en')) continue
    const { rows } = await client.query<{ text: string }>(
      `select distinct "${column}"::text as text from "${table}"
        where customer_id in (select id from customer where kind = 'ORGANISATION') and ${shown} and "${column}"::text ~* $1 limit 20`,
      [english],
    )
    found.push(...rows.map(({ text }) => `${table}.${column}: ${text.slice(0, 200)}`))
  }
  await client.end()
  await stop()
  expect(columns.length).toBeGreaterThan(400)
  expect(found).toEqual([])
}, 600_000)
