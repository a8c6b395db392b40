import { sql } from 'kysely'
import { invalidField } from '#kit/contract/errors.ts'
import type { EntityDef } from '#kit/contract/entity.ts'
import { inputKeys, type Field } from '#kit/contract/field.ts'
import type { ChosenPart } from '#kit/contract/part.ts'
import { updateSchema } from '#kit/contract/schema.ts'
import { asSql } from '#kit/server/access/row-rule.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { resourceOf, type Changes, type Resource } from '#kit/server/data/resources/resource.ts'
import { rowRef } from '#kit/server/data/sql/columns.ts'
import { finishRow, selectRow } from '#kit/server/data/sql/select-row.ts'
import { freeIdentifiers } from '#kit/server/data/store/copies.ts'
import { createRows } from '#kit/server/data/store/create-rows.ts'
import { authorizeVerb } from '#kit/server/data/store/store.ts'
import { nameKey, type PartItem, type PartKind, type PartMade, type PartRows } from './part-kind.ts'

/** What is a matter of the organisation that it is in, and stays there. */
const ownOfHere = new Set(['archived', 'catalog_type', 'is_default'])

/** Rows that are written together. */
const atOnce = 500

const travels = ([name, { options, kind }]: readonly [string, Field]) => !options.derived && options.by !== 'server' && kind !== 'files' && !ownOfHere.has(name)
const entered = (def: EntityDef) => Object.entries(def.fields).filter(travels)
const names = ({ kind }: Field) => kind === 'ref' || kind === 'links'

export interface PlainPart {
  readonly def: EntityDef
  readonly part: ChosenPart
  /** Makes of what it says what is said here, such as formulas that name others. */
  readonly adjust?: (values: Changes, known: PartRows) => Changes
}

/** Rows of an entity that are all that its fields say: derived from the entity, as its forms are. */
export const plainPart = ({ def, part, adjust = (values) => values }: PlainPart): PartKind => ({
  entity: def.name,
  part,
  rights: { read: def.rights.read, create: def.rights.create ?? def.rights.read },
  read: async (tx, resources, ids) => {
    const resource = resourceOf(resources, def.name)
    authorizeVerb(tx, resource, 'read')
    const t = rowRef('t')
    const inUse = 'archived' in def.fields && ids === null ? sql`and not t.archived` : sql``
    const fields = entered(def)
    const rows = await tx.run(sql<Changes & { id: number }>`select ${selectRow(
      resource,
      resources,
      tx.who,
      fields.map(([name]) => name),
    )}
      from ${sql.table(def.name)} as t where t.customer_id = ${tx.customerId} and (${ids}::bigint[] is null or t.id = any(${ids}::bigint[])) ${inUse} and ${asSql(resource.rules.read(t, tx.who))} order by t.id`)
    return rows.map((row) => itemOf(fields, finishRow(def, row)))
  },
  write: async (tx, resources, items, known) => {
    const resource = resourceOf(resources, def.name)
    const grant = authorizeVerb(tx, resource, 'create')
    const there = new NamesHere(await namesHere(tx, def))
    const toItself = entered(def).flatMap(([name, field]) => (names(field) && field.options.entity === def.name ? [name] : []))
    const made: PartMade[] = []
    let batch: PartItem[] = []
    const flush = async () => {
      const items = batch
      batch = []
      const free = await identifiersOf(tx, resource, items, known)
      const inputs = items.map((item, n) => bodyOf(resource, item, free[n], known, adjust))
      const rows = await createRows(tx, grant, resource, resources, inputs, { action: 'import' })
      for (const [n, { id: from }] of items.entries()) known.set(def.name, from, rows[n]?.id ?? 0)
    }
    for (const item of items) {
      const same = there.called(item.values)
      made.push({ name: item.name, made: !same })
      if (same) {
        known.set(def.name, item.id, same.id)
        if (same.identifier !== null && typeof item.values.identifier === 'string') known.renamed.set(item.values.identifier, same.identifier)
        continue
      }
      // What it names of its own kind is there before it.
      const named = new Set(toItself.flatMap((name) => [item.values[name] ?? []].flat()))
      if (batch.length >= atOnce || (named.size > 0 && batch.some(({ id }) => named.has(id)))) await flush()
      batch.push(item)
    }
    await flush()
    return made
  },
})

function itemOf(fields: readonly (readonly [string, Field])[], row: Changes & { readonly id: number }): PartItem {
  const values: Record<string, unknown> = {}
  const named: Record<string, number[]> = {}
  for (const [name, field] of fields) {
    if (names(field)) {
      const found = [row[name] ?? []].flat() as { readonly id: number }[]
      const ids = found.map(({ id }) => id)
      const entity = field.options.entity ?? ''
      if (ids.length > 0) named[entity] = [...(named[entity] ?? []), ...ids]
      values[name] = field.kind === 'links' ? ids : (ids[0] ?? null)
    } else
      for (const key of inputKeys(name, field))
        values[key] = field.kind === 'rows' ? ((row[key] as readonly Changes[] | null) ?? []).map((line) => lineOf(field, line)) : (row[key] ?? null)
  }
  return { id: row.id, name: String(values.name_en ?? values.name_fr ?? values.name ?? values.identifier ?? ''), values, names: named }
}

/** What a line of owned rows says; what it names stays behind. */
const lineOf = ({ options }: Field, line: Changes): Changes =>
  Object.fromEntries(
    Object.entries(options.fields ?? {})
      .filter((entry) => travels(entry) && !names(entry[1]))
      .flatMap(([name, field]) => inputKeys(name, field).map((key) => [key, line[key] ?? null])),
  )

interface Here {
  readonly id: number
  readonly identifier: string | null
  readonly en: string | null
  readonly fr: string | null
}

/** What there is, by what it is called. */
const namesHere = (tx: Tx, { name, fields }: EntityDef) =>
  tx.run(sql<Here>`select id, ${'identifier' in fields ? sql`identifier` : sql`null::text`} as identifier, shown_name(name_en, name_fr) as en, shown_name(name_fr, name_en) as fr
    from ${sql.table(name)} where customer_id = ${tx.customerId} order by id`)

/** The same by name: looked up, since a file may bring thousands. */
class NamesHere {
  readonly #byName = new Map<string, Here>()

  constructor(rows: readonly Here[]) {
    for (const row of rows) {
      const key = nameKey(row.en, row.fr)
      if (!this.#byName.has(key)) this.#byName.set(key, row)
    }
  }
  called({ name_en: en, name_fr: fr }: Changes): Here | undefined {
    return this.#byName.get(nameKey(en, fr))
  }
}

/** Identifiers that nothing has yet, for those that have one. */
async function identifiersOf(tx: Tx, resource: Resource, items: readonly PartItem[], known: PartRows): Promise<readonly (string | undefined)[]> {
  const wanted = items.flatMap(({ values: { identifier } }) => (typeof identifier === 'string' ? [identifier] : []))
  const free = wanted.length === 0 ? [] : await freeIdentifiers(tx, resource, wanted)
  let next = 0
  return items.map(({ values: { identifier } }) => {
    if (typeof identifier !== 'string') return undefined
    const found = free[next++]
    if (found !== undefined && found !== identifier) known.renamed.set(identifier, found)
    return found
  })
}

/** What a form would send: only what its fields take, with the rows of here for what it names, and an identifier that nothing has. */
function bodyOf({ def }: Resource, item: PartItem, identifier: string | undefined, known: PartRows, adjust: NonNullable<PlainPart['adjust']>): Changes {
  const body: Record<string, unknown> = {}
  for (const [name, field] of entered(def))
    for (const key of inputKeys(name, field)) {
      const value = item.values[key]
      if (value === undefined) continue
      if (!names(field)) body[key] = value
      else {
        const ids = [value ?? []].flat().flatMap((from) => (typeof from === 'number' ? (known.get(field.options.entity ?? '', from) ?? []) : []))
        body[key] = field.kind === 'links' ? ids : (ids[0] ?? null)
      }
    }
  if (identifier !== undefined && typeof body.identifier === 'string') body.identifier = identifier
  // What forms ask for may be absent of what a framework brought: what is said is looked at, as when a row is changed.
  const said = Object.fromEntries(Object.entries(adjust(body, known)).filter(([, value]) => value !== null && value !== undefined))
  const parsed = updateSchema(def).safeParse(said)
  const field = parsed.success ? (typeof (said.name_en ?? said.name_fr) === 'string' ? undefined : def.title) : (parsed.error.issues[0]?.path.join('.') ?? '')
  if (parsed.success && field === undefined) return parsed.data
  throw invalidField('file', 'kit.errors.part_item', { name: item.name, field: field ?? '' })
}
