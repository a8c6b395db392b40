import { gzipSync } from 'node:zlib'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { Indexed } from './read-files.ts'

const columns = sql`path, sha256, urn, locale, edition, entry, fault, defines, needs, words, outline`

/** The index of one file, as both tables keep it. */
function valuesOf(indexed: Indexed): RawBuilder<unknown> {
  if ('fault' in indexed) {
    return sql`${indexed.path}, ${indexed.sha256}, null, null, null::bigint, null::jsonb, ${JSON.stringify(indexed.fault)}::jsonb, '{}'::text[], '[]'::jsonb, null::tsvector, null::bytea`
  }
  const { summary, outline } = indexed.answer
  return sql`${indexed.path}, ${indexed.sha256}, ${summary.urn}, ${summary.locale}, ${summary.edition}::bigint, ${JSON.stringify(summary.entry)}::jsonb, null::jsonb,
    ${summary.defines}::text[], ${JSON.stringify(summary.needs)}::jsonb, array_to_tsvector(${summary.words}::text[]), ${Buffer.from(outline)}::bytea`
}

const renewed = sql`sha256 = excluded.sha256, urn = excluded.urn, locale = excluded.locale, edition = excluded.edition, entry = excluded.entry, fault = excluded.fault,
  defines = excluded.defines, needs = excluded.needs, words = excluded.words, outline = excluded.outline`

/** A file of the folder keeps its id for as long as its path. */
export const storeFolderFile = (tx: Tx, indexed: Indexed) =>
  tx.run(sql`insert into shelf_folder_file (${columns}) values (${valuesOf(indexed)}) on conflict (path) do update set ${renewed}`)

/** A file that an organisation uploaded, with its content: nobody else has it. */
export const storeOwnFile = (tx: Tx, indexed: Indexed, content: Buffer) =>
  tx.run(sql`insert into shelf_file (customer_id, ${columns}, content) values (${tx.customerId}, ${valuesOf(indexed)}, ${gzipSync(content, { level: 6 })})
    on conflict (customer_id, path) do update set ${renewed}, content = excluded.content`)

/** What is indexed already, by path: its hash. */
export async function knownFiles(tx: Tx, table: 'shelf_folder_file' | 'shelf_file'): Promise<ReadonlyMap<string, string>> {
  const own = table === 'shelf_file'
  const rows = await tx.run(
    sql<{ path: string; sha256: string }>`select path, sha256 from ${sql.table(table)} ${own ? sql`where customer_id = ${tx.customerId}` : sql``}`,
  )
  return new Map(rows.map(({ path, sha256 }) => [path, sha256]))
}
