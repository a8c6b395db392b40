import { sql } from 'kysely'
import { forbidden } from '#kit/contract/errors.ts'
import { createdEvent } from '#kit/contract/event.ts'
import { assertGranted, type Grant } from '#kit/server/access/authorize.ts'
import { columnValues, defaults } from './column-values.ts'
import { afterWriting, beforeWriting, hooksEach } from '#kit/server/data/resources/hooks.ts'
import { nextIdentifiers } from '#kit/server/data/resources/identifier.ts'
import { checkLevels } from '#kit/server/data/resources/levels.ts'
import { checkReferences } from '#kit/server/data/links/links.ts'
import { takeTurns } from './locking.ts'
import { notifyAssigned } from '#kit/server/data/people/notify-assigned.ts'
import { columnsOfAll, recordSet } from './record-set.ts'
import { writeRelated } from './related.ts'
import type { Changes, Resource, Resources, Stored } from '#kit/server/data/resources/resource.ts'
import { indexForSearch } from '#kit/server/data/sql/search-document.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { takeDefault } from './update-rows.ts'
import { digestOf, written, type Written } from './versions.ts'
import { assertMaySet, outOfReach } from './write-checks.ts'

interface CreateOptions {
  readonly action?: string
  /** Ranks in an ordered entity, where its rows are ranked among themselves alone; without them each comes after all others. */
  readonly positions?: readonly number[]
  /** Nobody is told of what they are given by it, such as work that is laid out ahead. */
  readonly silent?: true
}

/**
 * Creates rows with their links and children; answers them as stored, in the order given. What one row leaves, each leaves: history, audit, search, events; in
 * a number of statements that does not grow with them, unless the entity has hooks for one row at a time.
 */
export async function createRows(
  tx: Tx,
  grant: Grant,
  resource: Resource,
  resources: Resources,
  inputs: readonly Changes[],
  { action = 'create', positions, silent: untold }: CreateOptions = {},
): Promise<Stored[]> {
  const { def } = resource
  assertGranted(grant, def, 'create')
  if (inputs.length === 0) return []
  if (inputs.length > 1 && hooksEach(resource)) {
    const rows: Stored[] = []
    for (const [n, input] of inputs.entries())
      rows.push(
        ...(await createRows(tx, grant, resource, resources, [input], {
          action,
          ...(untold && { silent: untold }),
          ...(positions && { positions: positions.slice(n, n + 1) }),
        })),
      )
    return rows
  }
  const begins = defaults(resource)
  const changes = inputs.map((input): Changes => ({ ...begins, ...input }))
  for (const input of inputs) assertMaySet(grant, resource, begins, input)
  for (const one of changes) await takeTurns(tx, resource, 'create', one, positions !== undefined)
  const contexts = changes.map((one) => ({ tx, grant, resources, verb: 'create' as const, action, before: undefined, changes: one }))
  await beforeWriting(resource, contexts)
  await takeDefault(resource, contexts)
  const wanted = changes.map((one) => ({ changes: one }))
  await checkReferences(tx, grant, resource, resources, wanted, action)
  await checkLevels(tx, def, wanted)
  await propose(tx, resource, changes)
  const made = await insert(tx, resource, changes, positions)
  const writes = made.flatMap(({ row }, n) => (changes[n] ? [{ id: row.id, changes: changes[n] }] : []))
  const related = await writeRelated(tx, resource, resources, writes, grant.who)
  const ids = made.map(({ row }) => row.id)
  if ((await outOfReach(tx, grant, resource, ids, 'create')).length > 0) throw forbidden('kit.errors.no_add_right')
  await indexForSearch(tx, resource, ids)
  for (const { row, digest } of made)
    tx.audit({ entity: def.name, object_id: row.id, action, version: row.version, digest, related: true, ...related.get(row.id) })
  await afterWriting(
    resource,
    contexts.map((context, n) => ({ ...context, after: made[n]?.row })),
  )
  if (!untold) for (const { row } of made) notifyAssigned(tx, resource, row)
  for (const { row } of made) await tx.emit(createdEvent(def), row.id)
  return made.map(({ row }) => row)
}

/** Gives the next identifiers to rows that come without. */
async function propose(tx: Tx, { def }: Resource, rows: readonly Changes[]): Promise<void> {
  for (const [name, field] of Object.entries(def.fields)) {
    if (field.kind !== 'identifier' || field.options.derived) continue
    const nameless = rows.filter((row) => (row[name] ?? null) === null)
    const given = rows.flatMap(({ [name]: identifier }) => (typeof identifier === 'string' ? [identifier] : []))
    const proposed = await nextIdentifiers(tx, def.name, field.options.prefix ?? 'X', nameless.length, given)
    for (const [n, row] of nameless.entries()) row[name] = proposed[n]
  }
}

async function insert(tx: Tx, resource: Resource, changes: readonly Changes[], positions?: readonly number[]): Promise<Written[]> {
  const { def } = resource
  const records = changes.map((one, n) => ({ ...columnValues(resource, one), ...(positions && { position: positions[n] }) }))
  const columns = columnsOfAll(records)
  const authors = sql`${tx.customerId}::bigint, ${tx.who.memberId}::bigint, ${tx.who.memberId}::bigint`
  const ranked = def.ordered === true && positions === undefined
  const rank = sql`, (select coalesce(max(position), 0) from ${sql.table(def.name)} where customer_id = ${tx.customerId}) + e.n`
  const made = await written(
    resource,
    Object.assign({}, ...changes) as Changes,
    tx,
    changes.length,
    sql`insert into ${sql.table(def.name)} as t (${sql.join(['customer_id', 'created_by', 'updated_by', ...columns, ...(ranked ? ['position'] : [])].map((c) => sql.ref(c)))})
    select ${sql.join([authors, ...columns.map((c) => sql.ref(`w.${c}`))])}${ranked ? rank : sql``} from ${recordSet(def.name, records)} order by e.n
    returning to_jsonb(t) as row, ${digestOf(def, 't')} as digest`,
  )
  // Ids are given out in the order of the list.
  return made.toSorted((a, b) => a.row.id - b.row.id)
}
