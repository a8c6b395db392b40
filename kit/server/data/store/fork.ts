import type { Grant } from '#kit/server/access/authorize.ts'
import { namedRow } from '#kit/contract/one-of.ts'
import { inputKeys, type Fields } from '#kit/contract/field.ts'
import type { Changes, Resource, Resources, Stored } from '#kit/server/data/resources/resource.ts'
import { copiedFor, copyNames, freeIdentifiers, keepOrigins } from './copies.ts'
import { getRow } from '#kit/server/data/lists/get-row.ts'
import { createRow } from './store.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'

/** Copies a readable row into a new one with an identifier and a name of its own (TBL-06, CAT-03); owned children are copied, files and being the default are not. */
export async function forkRow(tx: Tx, grant: Grant, resource: Resource, resources: Resources, id: number): Promise<Stored> {
  const adopted = await resource.fork?.adopt?.(tx, resources, id)
  if (adopted) return adopted
  const source = await getRow(tx, grant, resource, resources, id)
  const left = new Set([...(resource.fork?.without ?? []), ...(resource.def.oneDefault ? ['is_default'] : [])])
  const changes: Changes = {}
  for (const [name, field] of Object.entries(resource.def.fields)) {
    if (left.has(name) || field.kind === 'identifier' || field.kind === 'files') continue
    for (const key of inputKeys(name, field)) {
      const value = source[key]
      if (field.kind === 'ref') changes[key] = (value as { id: number } | null)?.id ?? null
      else if (field.kind === 'ref_one_of') changes[key] = namedRow(value)
      else if (field.kind === 'links') changes[key] = (value as { id: number }[]).map((v) => v.id)
      else if (field.kind === 'rows') changes[key] = (value as Changes[]).map((child) => ownedCopy(child, field.options.fields ?? {}))
      else changes[key] = value
    }
  }
  Object.assign(changes, await copyNames(tx, resource, source))
  if (!resource.fork?.adopt) return createRow(tx, grant, resource, resources, changes, 'fork')
  const identifier = await numbered(tx, resource, source)
  const copy = await createRow(tx, grant, resource, resources, { ...changes, ...identifier, catalog_type: await copiedFor(tx) }, 'fork')
  await keepOrigins(tx, resource, [{ id: copy.id, of: { customer_id: tx.customerId, id, version: source.version } }])
  return copy
}

/** What a copy within a catalogue is called: as its original, with the first number behind it that nothing has, while there is room for it (CAT-03). */
async function numbered(tx: Tx, resource: Resource, { identifier }: Stored): Promise<{ readonly identifier?: string }> {
  if (typeof identifier !== 'string') return {}
  // Of two that are asked for at once, the second sees what the first is called: `adopt` holds the turn.
  const [free = ''] = await freeIdentifiers(tx, resource, [identifier])
  return free.length <= (resource.def.fields.identifier?.options.max ?? 0) ? { identifier: free } : {}
}

function ownedCopy(child: Changes, fields: Fields): Changes {
  const copied = Object.keys(fields).filter((name) => fields[name]?.kind !== 'files')
  return Object.fromEntries(
    Object.entries(child)
      .filter(([key]) => key !== 'id' && copied.some((f) => key === f || key === `${f}_en` || key === `${f}_fr`))
      .map(([key, value]) => [key, value !== null && typeof value === 'object' && 'id' in value ? value.id : value]),
  )
}
