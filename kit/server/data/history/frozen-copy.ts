import { sql, type RawBuilder } from 'kysely'
import type { Fields, Reference } from '#kit/contract/field.ts'
import type { Language } from '#kit/contract/catalogue.ts'
import { authorize, type Grant } from '#kit/server/access/authorize.ts'
import { asSql } from '#kit/server/access/row-rule.ts'
import type { Who } from '#kit/server/access/who.ts'
import { hiddenName, mayOpen, rowRef } from '#kit/server/data/sql/columns.ts'
import type { Row } from '#kit/server/data/lists/list-engine.ts'
import type { Resource, Resources } from '#kit/server/data/resources/resource.ts'
import { getRow } from '#kit/server/data/lists/get-row.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'

type Values = Readonly<Record<string, unknown>>

/** A row with its links, children and files as somebody saw it, in both languages; it needs no table to be read. */
export interface FrozenCopy {
  readonly version: number
  readonly en: Values
  readonly fr: Values
  /** What is decided about besides the row. */
  readonly content?: unknown
}

/** Copies a row as its reader sees it now; people stay by their ids alone, so that whoever is erased is erased here too. */
export async function freeze(tx: Tx, grant: Grant, resource: Resource, resources: Resources, id: number): Promise<FrozenCopy> {
  const { def } = resource
  const readIn = async (lang: Language) => getRow(tx, authorize({ ...grant.who, lang }, def.rights.read), resource, resources, id)
  const [en, fr] = [await readIn('en'), await readIn('fr')]
  const anonymise = (row: Row) => eachReference(def.fields, valuesOf(def.fields, row), (entity, one) => (entity === 'member' ? { id: one.id, name: '' } : one))
  return { version: en.version, en: anonymise(en), fr: anonymise(fr) }
}

/** What people read of a row: a derived structure, such as a count by status, is no part of what is decided about. */
function valuesOf(fields: Fields, row: Values): Values {
  const readable = Object.entries(fields).filter(([, { kind, options }]) => !(options.derived && kind === 'json'))
  return Object.fromEntries(
    readable.flatMap(([name, { kind }]) => (kind === 'localized' ? [name, `${name}_en`, `${name}_fr`] : [name]).map((key) => [key, row[key] ?? null])),
  )
}

type Visit = (entity: string, one: Reference) => Reference

/** The same values with every reference in them, in links, children and files too, as `visit` answers it. */
function eachReference(fields: Fields, values: Values, visit: Visit): Values {
  const changed = { ...values }
  const list = (value: unknown, map: (one: never) => unknown) => (Array.isArray(value) ? value.map((one) => map(one as never)) : value)
  for (const [name, { kind, options }] of Object.entries(fields)) {
    const value = values[name]
    if (value === null || value === undefined) continue
    const entity = options.entity ?? ''
    if (kind === 'ref') changed[name] = visit(entity, value as Reference)
    else if (kind === 'links') changed[name] = list(value, (one: Reference) => visit(entity, one))
    else if (kind === 'rows') changed[name] = list(value, (child: Values) => ({ ...child, ...eachReference(options.fields ?? {}, child, visit) }))
    else if (kind === 'files')
      changed[name] = list(value, (file: { author?: Reference | null }) => ({ ...file, author: file.author ? visit('member', file.author) : null }))
  }
  return changed
}

/** Copies of rows of an entity in their reader's language: what the reader may not open has no name for them here either. Two statements at most for all of them. */
export async function readCopies(tx: Tx, resource: Resource, resources: Resources, copies: readonly FrozenCopy[]): Promise<Values[]> {
  const { fields } = resource.def
  const { who } = tx
  const mentioned = new Map<string, Set<number>>()
  for (const copy of copies)
    eachReference(fields, copy[who.lang], (entity, one) => {
      mentioned.set(entity, (mentioned.get(entity) ?? new Set()).add(one.id))
      return one
    })
  const { names, open } = await known(tx, resources, mentioned, who)
  const visitNamed: Visit = (entity, one) => {
    if (entity === 'member') return { ...one, name: names.get(one.id) ?? hiddenName[who.lang] }
    return open.has(`${entity} ${one.id}`) ? one : { id: one.id, name: hiddenName[who.lang], hidden: true }
  }
  return copies.map((copy) => eachReference(fields, copy[who.lang], visitNamed))
}

/** Names of people, and which other rows the reader may open, or might have while they were there. */
async function known(tx: Tx, resources: Resources, mentioned: ReadonlyMap<string, ReadonlySet<number>>, who: Who) {
  const r = rowRef('r')
  const branches = [...mentioned].flatMap(([entity, ids]): RawBuilder<unknown>[] => {
    const target = resources.get(entity)
    if (!target || entity === 'member') return []
    const these = sql`customer_id = ${tx.customerId} and id = any(${[...ids]}::bigint[])`
    const gone = sql`select distinct on (h.id) h.* from ${sql.table(`${entity}_history`)} h where h.customer_id = ${tx.customerId} and h.id = any(${[...ids]}::bigint[])
      and not exists (select 1 from ${sql.table(entity)} live where live.customer_id = h.customer_id and live.id = h.id) order by h.id, h.version desc`
    const opened = sql`${asSql(mayOpen(target, r, who))}`
    return [
      sql`select ${`${entity} `} || r.id as key from ${sql.table(entity)} r where r.${these} and ${opened}`,
      sql`select ${`${entity} `} || r.id as key from (${gone}) r where r.customer_id = ${tx.customerId} and ${opened}`,
    ]
  })
  const people = [...(mentioned.get('member') ?? [])]
  const open = branches.length === 0 ? [] : await tx.run(sql<{ key: string }>`${sql.join(branches, sql` union `)}`)
  const members =
    people.length === 0
      ? []
      : await tx.run(sql<{ id: number; name: string }>`select id, name from member where customer_id = ${tx.customerId} and id = any(${people}::bigint[])`)
  return { names: new Map(members.map(({ id, name }) => [id, name])), open: new Set(open.map(({ key }) => key)) }
}
