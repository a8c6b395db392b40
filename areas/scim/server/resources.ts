import { sql, type RawBuilder } from 'kysely'
import type { Resources } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { Connection } from './let-in.ts'
import type { Complex } from './protocol/attributes.ts'
import { invalid } from './protocol/errors.ts'
import { readFilter, readPath, type Filter } from './protocol/filter.ts'
import { filterSql, orderSql, type Worked } from './protocol/filter-sql.ts'
import { enterpriseSchema, groupType, userType, type ResourceType } from './protocol/schemas.ts'
import { asksFor, shown, type Shown } from './protocol/shown.ts'

/** In what everything of one request is done. */
export interface Scope {
  readonly tx: Tx
  readonly resources: Resources
  readonly connection: Connection
  /** The address below which everything stands. */
  readonly base: string
}

interface Row {
  readonly id: number
  readonly version: number
  readonly created_at: Date
  readonly updated_at: Date
  readonly document: Complex
  readonly worked: readonly Complex[] | null
}

export const tagOf = (version: number) => `W/"${version}"`

/** By what the rows of both types are asked. */
const workedOf = (type: ResourceType): Worked => ({
  plain: {
    id: sql`t.id::text`,
    'meta.resourceType': sql`${type.name}::text`,
    'meta.created': sql`t.created_at`,
    'meta.lastModified': sql`t.updated_at`,
    'meta.version': sql`('W/"' || t.version || '"')`,
  },
  several:
    type === userType
      ? {
          groups: {
            from: sql`(select x.group_id::text as value, g.display_name as display from scim_group_user x join scim_group g on g.customer_id = x.customer_id and g.id = x.group_id
              where x.customer_id = t.customer_id and x.user_id = t.id) w`,
            parts: { value: sql`w.value`, display: sql`w.display`, type: sql`'direct'` },
          },
        }
      : {
          members: {
            from: sql`(select x.user_id::text as value from scim_group_user x where x.customer_id = t.customer_id and x.group_id = t.id) w`,
            parts: { value: sql`w.value`, type: sql`'User'` },
          },
        },
})

const tableOf = (type: ResourceType) => sql.table(type === userType ? 'scim_user' : 'scim_group')

const ofConnection = ({ tx, connection }: Scope, type: ResourceType) =>
  sql<boolean>`t.customer_id = ${tx.customerId} and t.connection_id = ${connection.id}${type === userType ? sql` and t.deleted_at is null` : sql``}`

/** The groups of a person, or the people in a group, as their resource shows them. */
function workedColumn({ base }: Scope, type: ResourceType, asked: Shown): RawBuilder<unknown> {
  const [name = ''] = type.worked
  if (!asksFor(type, asked, name)) return sql`null::jsonb`
  return type === userType
    ? sql`(select jsonb_agg(jsonb_build_object('value', x.group_id::text, '$ref', ${`${base}/Groups/`}::text || x.group_id, 'display', g.display_name, 'type', 'direct') order by x.group_id)
        from scim_group_user x join scim_group g on g.customer_id = x.customer_id and g.id = x.group_id where x.customer_id = t.customer_id and x.user_id = t.id)`
    : sql`(select jsonb_agg(jsonb_build_object('value', x.user_id::text, '$ref', ${`${base}/Users/`}::text || x.user_id, 'type', 'User') order by x.user_id)
        from scim_group_user x where x.customer_id = t.customer_id and x.group_id = t.id)`
}

/** What the worked part takes at most: who belongs to a group may be thousands. */
const workedBytes = (type: ResourceType, asked: Shown): RawBuilder<number> =>
  type === userType || !asksFor(type, asked, type.worked[0] ?? '')
    ? sql<number>`0`
    : sql<number>`${eachBytes} * (select count(*)::int from scim_group_user x where x.customer_id = t.customer_id and x.group_id = t.id)`

/** A row as its resource, with what is asked for alone. */
function resourceOf({ base }: Scope, type: ResourceType, row: Row, asked: Shown): Complex {
  const schemas = [type.core.id, ...(row.document[enterpriseSchema.id] === undefined ? [] : [enterpriseSchema.id])]
  const [worked = ''] = type.worked
  const whole: Complex = {
    schemas,
    id: String(row.id),
    ...row.document,
    ...(row.worked && row.worked.length > 0 && { [worked]: row.worked }),
    meta: {
      resourceType: type.name,
      created: row.created_at.toISOString(),
      lastModified: row.updated_at.toISOString(),
      location: `${base}${type.endpoint}/${row.id}`,
      version: tagOf(row.version),
    },
  }
  return shown(type, whole, asked)
}

const columns = (scope: Scope, type: ResourceType, asked: Shown) =>
  sql`t.id, t.version, t.created_at, t.updated_at, t.document, ${workedColumn(scope, type, asked)} as worked`

export interface Read {
  readonly resource: Complex
  readonly version: number
}

/** One resource; undefined where the connection knows none by the id. */
export async function readOne(scope: Scope, type: ResourceType, id: number, asked: Shown): Promise<Read | undefined> {
  const row = await scope.tx.first(sql<Row>`select ${columns(scope, type, asked)} from ${tableOf(type)} t where ${ofConnection(scope, type)} and t.id = ${id}`)
  return row && { resource: resourceOf(scope, type, row, asked), version: row.version }
}

export interface Asked extends Shown {
  readonly filter: string | undefined
  readonly sortBy: string | undefined
  readonly descending: boolean
  readonly startIndex: number
  readonly count: number
}

export const [usualCount, mostCount] = [100, 1000]
/** Bytes of a page, roughly: one with less than was asked for says how many it has, and whoever reads goes on from there. */
export const mostBytes = 4 * 1024 * 1024
/** What one who belongs to a group, or one group of somebody, takes as it is shown. */
const eachBytes = 160

/** A page of some types, one after the other, with how many there are in all. */
export async function readPage(scope: Scope, types: readonly ResourceType[], asked: Asked): Promise<Readonly<Record<string, unknown>>> {
  const filter = asked.filter === undefined ? undefined : readFilter(asked.filter)
  const sort = asked.sortBy === undefined ? undefined : readPath(asked.sortBy)
  let skipped = asked.startIndex - 1
  let left = asked.count
  let total = 0
  let room = mostBytes
  const found: Complex[] = []
  for (const type of types) {
    const condition = sql<boolean>`${ofConnection(scope, type)} and ${filter ? narrowed(type, filter) : sql`true`}`
    const counted = await scope.tx.first(sql<{ n: number }>`select count(*)::int as n from ${tableOf(type)} t where ${condition}`, { planned: true })
    const here = counted?.n ?? 0
    total += here
    if (left > 0 && skipped < here) {
      const key = sort && orderSql(type, workedOf(type), sort)
      const way = asked.descending ? sql`desc nulls last` : sql`asc nulls last`
      const order = sql`${key ? sql`${key} ${way}, ` : sql``}t.id ${asked.descending && !key ? sql`desc` : sql`asc`}`
      const sizes = await scope.tx.run(
        sql<{
          id: number
          bytes: number
        }>`select t.id, octet_length(t.document::text) + ${workedBytes(type, asked)} as bytes from ${tableOf(type)} t where ${condition}
          order by ${order} limit ${left} offset ${skipped}`,
        { planned: true },
      )
      const within = sizes.filter(({ bytes }, n) => (room -= bytes) >= 0 || (n === 0 && found.length === 0)).map(({ id }) => id)
      const rows = await scope.tx.run(
        sql<Row>`select ${columns(scope, type, asked)} from ${tableOf(type)} t where ${ofConnection(scope, type)} and t.id = any(${within}::bigint[])
          order by array_position(${within}::bigint[], t.id)`,
      )
      found.push(...rows.map((row) => resourceOf(scope, type, row, asked)))
      left = within.length < sizes.length ? 0 : left - rows.length
    }
    skipped = Math.max(0, skipped - here)
  }
  return {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
    totalResults: total,
    startIndex: asked.startIndex,
    itemsPerPage: found.length,
    ...(found.length > 0 && { Resources: found }),
  }
}

/** A filter with, before it, what an index finds: the one row that most who ask this mean. */
function narrowed(type: ResourceType, filter: Filter): RawBuilder<boolean> {
  const all = filterSql(type, workedOf(type), filter)
  if (filter.op !== 'eq' || filter.path.sub !== undefined || filter.path.schema !== undefined || typeof filter.value !== 'string') return all
  const name = filter.path.name.toLowerCase()
  if (name === 'externalid') return sql`(t.external_id = ${filter.value} and ${all})`
  if (name === 'id') return /^\d{1,15}$/.test(filter.value) ? sql`t.id = ${Number(filter.value)}` : sql`false`
  if (type === userType && name === 'username') return sql`(lower(t.user_name) = lower(${filter.value}) and ${all})`
  if (type === groupType && name === 'displayname') return sql`(lower(t.display_name) = lower(${filter.value}) and ${all})`
  return all
}

/** The id in an address or a reference; a text that is none names nothing. */
export const idOf = (text: string): number => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : 0)

/** Throws where a change is meant for another version. */
export function matchVersion(match: string | undefined, version: number): void {
  if (match === undefined || match.trim() === '*') return
  const tags = match.split(',').map((one) => one.trim().replace(/^W\//, ''))
  if (!tags.includes(`"${version}"`)) throw new StaleError()
}

export class StaleError extends Error {}

export const mustBeObject = (body: unknown): Readonly<Record<string, unknown>> => {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw invalid('invalidSyntax', 'The body is a JSON object')
  return body as Readonly<Record<string, unknown>>
}
