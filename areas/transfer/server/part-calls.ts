import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { z } from 'zod'
import { chosenParts, type ChosenPart } from '#kit/contract/part.ts'
import { badParameters, invalidField } from '#kit/contract/errors.ts'
import { authorize, can } from '#kit/server/access/authorize.ts'
import { PartRows, type PartItem, type PartKind } from '#kit/server/data/parts/part-kind.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { sendFile } from '#kit/server/files/file-routes.ts'
import { readUpload } from '#kit/server/files/read-upload.ts'
import { operationOf, type Api } from '#kit/server/http/api.ts'
import { once } from '#kit/server/http/idempotency.ts'
import { exportPart, importPart, partBytes, type PartResult } from '#areas/transfer/contract/calls.ts'

const format = 'vigie-part-1'
const most = 20_000
/** Names that are told of each kind. */
const namesTold = 10

const item = z.strictObject({
  id: z.int().min(1),
  name: z.string().max(1_000),
  values: z.record(z.string().max(100), z.unknown()),
  names: z.record(z.string().max(63), z.array(z.int().min(1)).max(most)),
})
const file = z.strictObject({
  format: z.literal(format),
  made_at: z.iso.datetime(),
  name: z.string().min(1).max(128),
  kinds: z.record(z.string().max(63), z.array(item).max(most)),
})

/** Thrown to undo what was only tried. */
class Tried extends Error {
  readonly result: PartResult
  constructor(result: PartResult) {
    super('Only tried')
    this.result = result
  }
}

/** Scales, models, policies and questionnaires that are carried from one organisation to another, of this installation or of any. */
export function partCalls(api: Api, resources: Resources, kinds: readonly PartKind[]): void {
  const ordered = inOrder(kinds, resources)

  api.addRaw(operationOf(exportPart, 'part'), async ({ reply, query, inSession }) => {
    const { parts }: { parts: string } = query
    const asked = parts.split(',')
    const chosen = chosenParts.filter((part) => asked.includes(part))
    if (chosen.length !== asked.length) throw badParameters({ parts: [{ key: 'kit.errors.invalid_value' }] })
    const { name, content } = await inSession(async (tx) => {
      authorize(tx.who, 'part.write')
      const customer = await nameOf(tx)
      const found = await collected(tx, resources, ordered, chosen)
      const text = JSON.stringify({ format, made_at: tx.now.toISOString(), name: customer, kinds: found }, null, 1)
      tx.audit({ entity: 'customer', object_id: tx.customerId, action: 'export', details: JSON.stringify({ parts: chosen, size: Buffer.byteLength(text) }) })
      return { name: `${customer} ${tx.today}.json`, content: text }
    })
    return sendFile(reply, { name, mime: 'application/json', size: Buffer.byteLength(content) }).send(Readable.from([content]))
  })

  api.addRaw(operationOf(importPart, 'part'), async ({ request, query, named, inSession }) => {
    await inSession(async (tx) => authorize(tx.who, 'part.write'))
    const { bytes } = await readUpload(request, partBytes)
    const given = parsed(bytes)
    const { dry_run }: { dry_run: '0' | '1' } = query
    const dry = dry_run === '1'
    const add = async (tx: Tx): Promise<PartResult> => {
      authorize(tx.who, 'part.write')
      const result = {
        name: given.name,
        made_at: given.made_at,
        kinds: await write({ tx, resources, ordered, given: given.kinds, translate: (key) => api.translateFor(request, key) }),
      }
      if (dry) throw new Tried(result)
      const count = result.kinds.reduce((sum, { made }) => sum + made, 0)
      tx.audit({ entity: 'customer', object_id: tx.customerId, action: 'import', details: JSON.stringify({ part: given.name, made: count }) })
      return result
    }
    try {
      return await inSession((tx) => {
        const done = async () => ({ ok: true, message: api.translateFor(request, 'transfer.messages.part_added'), object: await add(tx) })
        return dry ? done() : once(tx, named({ sha: given.sha }), done)
      })
    } catch (error) {
      if (error instanceof Tried) return { ok: true, object: error.result }
      throw error
    }
  })
}

async function nameOf(tx: Tx): Promise<string> {
  const found = await tx.first(sql<{ name: string }>`select name from customer where id = ${tx.customerId} and id = current_customer()`)
  return found?.name ?? ''
}

/** Kinds so that each comes after those that its fields name. */
function inOrder(kinds: readonly PartKind[], resources: Resources): readonly PartKind[] {
  const left = new Map(kinds.map((kind) => [kind.entity, kind]))
  const names = ({ entity }: PartKind) =>
    Object.values(resourceOf(resources, entity).def.fields).flatMap(({ kind, options }) =>
      (kind === 'ref' || kind === 'links') && !options.derived && options.entity !== entity ? (options.entity ?? []) : [],
    )
  const order: PartKind[] = []
  while (left.size > 0) {
    const next = [...left.values()].find((kind) => names(kind).every((name) => !left.has(name)))
    if (!next) throw new Error(`Parts name each other: ${[...left.keys()].join(', ')}`)
    left.delete(next.entity)
    order.push(next)
  }
  // What is put together of rows, such as a policy, names others beyond its fields.
  return [...order.filter(({ part }) => part === 'scales' || part === 'models'), ...order.filter(({ part }) => part !== 'scales' && part !== 'models')]
}

/** What was chosen, with all that it names and the reader may read. */
async function collected(tx: Tx, resources: Resources, ordered: readonly PartKind[], chosen: readonly ChosenPart[]): Promise<Record<string, PartItem[]>> {
  const wanted = new Map<string, Set<number>>()
  const found: Record<string, PartItem[]> = {}
  for (const kind of ordered.toReversed()) {
    if (!can(tx.who, kind.rights.read)) continue
    const all = chosen.includes(kind.part) ? await kind.read(tx, resources, null) : []
    const had = new Set(all.map(({ id }) => id))
    const more = [...(wanted.get(kind.entity) ?? [])].filter((id) => !had.has(id))
    const items = [...all, ...(more.length > 0 ? await kind.read(tx, resources, more) : [])]
    if (items.length > 0) found[kind.entity] = items
    for (const { names } of items)
      for (const [entity, ids] of Object.entries(names)) {
        const set = wanted.get(entity) ?? new Set()
        for (const id of ids) set.add(id)
        wanted.set(entity, set)
      }
  }
  return found
}

function parsed(bytes: Buffer): z.output<typeof file> & { readonly sha: string } {
  let given: unknown
  try {
    given = JSON.parse(bytes.toString('utf8'))
  } catch {
    throw invalidField('file', 'transfer.errors.no_part')
  }
  const result = file.safeParse(given)
  if (!result.success) throw invalidField('file', 'transfer.errors.no_part')
  return { ...result.data, sha: createHash('sha256').update(bytes).digest('hex') }
}

interface Writing {
  readonly tx: Tx
  readonly resources: Resources
  readonly ordered: readonly PartKind[]
  readonly given: Readonly<Record<string, readonly PartItem[]>>
  readonly translate: (key: string) => string
}

async function write({ tx, resources, ordered, given, translate }: Writing): Promise<PartResult['kinds']> {
  const unknown = Object.keys(given).find((entity) => !ordered.some((kind) => kind.entity === entity))
  if (unknown !== undefined) throw invalidField('file', 'transfer.errors.no_part')
  const known = new PartRows()
  const told: PartResult['kinds'] = []
  for (const kind of ordered) {
    const items = given[kind.entity] ?? []
    if (items.length === 0) continue
    authorize(tx.who, kind.rights.create)
    const written = await kind.write(tx, resources, items, known)
    const made = written.filter((one) => one.made)
    const { def } = resourceOf(resources, kind.entity)
    told.push({
      entity: kind.entity,
      many: translate(`${def.area}.entities.${def.name}.many`),
      made: made.length,
      kept: written.length - made.length,
      names: made.slice(0, namesTold).map(({ name }) => name),
    })
  }
  return told
}
