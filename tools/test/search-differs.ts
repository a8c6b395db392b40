import { sql } from 'kysely'
import pg from 'pg'
import { resources } from '#app/server/registry.ts'
import { query } from '#kit/server/data/database/transaction.ts'
import { searchDocuments } from '#kit/server/data/sql/search-document.ts'

/** Where what the search knows is not what it would know if all of it were written anew, as `entity id`, at most twenty of each, in every organisation that it knows something of. Fails where there is none. */
export async function searchDiffers(ownerUrl: string): Promise<string[]> {
  const client = new pg.Client(ownerUrl)
  await client.connect()
  try {
    const { rows } = await client.query<{ id: string }>('select distinct customer_id as id from search_document')
    if (rows.length === 0) throw new Error('The search knows nothing')
    const differs: string[] = []
    for (const { id } of rows) differs.push(...(await differsOf(client, Number(id))))
    return differs
  } finally {
    await client.end()
  }
}

async function differsOf(client: pg.Client, customer: number): Promise<string[]> {
  await client.query(`set app.customer_id = '${customer}'`)
  const columns = sql`id, text, identifier collate "C", name_en collate "C", name_fr collate "C", words_en, words_fr`
  const differs: string[] = []
  for (const resource of resources.values()) {
    const { name } = resource.def
    const documents = searchDocuments(resource, customer) ?? sql`select * from search_document where false`
    const anew = sql`select ${columns} from (${documents}) d`
    const known = sql`select ${columns} from search_document where customer_id = ${customer} and entity = ${name}`
    const differing = sql`((${anew}) except (${known})) union all ((${known}) except (${anew}))`
    const { sql: text, parameters } = sql`select distinct id from (${differing}) d order by id limit 20`.compile(query)
    const { rows } = await client.query<{ id: string }>(text, [...parameters])
    differs.push(...rows.map(({ id }) => `${name} ${id}`))
  }
  return differs
}
