/** Verifies the audit of a whole installation, or of an exported file. */
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import pg from 'pg'
import type { EntityDef } from '#kit/contract/entity.ts'
import { marksOf, missingFrom, type Anchor } from './anchor.ts'
import { ChainCheck, type AuditEntry } from '#kit/server/data/audit/chain.ts'
import { checkRelated } from './check-related.ts'
import { checkVersions, columnAges } from './check-versions.ts'
import { customersOf, exportedEntries, inCustomer, storedEntries } from './read-entries.ts'

export interface Verdict {
  /** Nothing when all is well. */
  readonly faults: readonly string[]
  readonly entries: number
  readonly heads: ReadonlyMap<number, { readonly seq: number; readonly hash: string }>
}

interface Source {
  readonly ownerUrl: string
  /** The restricted role: what it cannot see is not verified, and it can see every customer in turn. */
  readonly appUrl: string
  readonly entities: readonly EntityDef[]
  /** Entities whose rows never come along with the log of an organisation of another installation. */
  readonly leftOut?: ReadonlySet<string>
  /** Also writes every entry to this file, one line of JSON each. */
  readonly exportTo?: string
  /** Where the chains ended at an earlier moment. */
  readonly anchor?: Anchor | undefined
}

/** Checks every customer's chain, its head, what an anchor names, and every stored version and what belongs to it against the digests that the audit holds. */
export async function verifyDatabase({ ownerUrl, appUrl, entities, leftOut = new Set(), exportTo, anchor }: Source): Promise<Verdict> {
  const owner = new pg.Client(ownerUrl)
  // Instants are digested as the server writes them: in UTC.
  const client = new pg.Client({ connectionString: appUrl, options: '-c timezone=UTC' })
  for (const each of [owner, client]) each.on('error', () => {})
  await Promise.all([owner.connect(), client.connect()])
  const output = exportTo ? createWriteStream(exportTo, { mode: 0o600 }) : undefined
  const chain = new ChainCheck(anchor && marksOf(anchor))
  const faults: string[] = []
  const ended = new Set<number>()
  try {
    const ages = await columnAges(owner)
    for (const customerId of await customersOf(client)) {
      await inCustomer(client, customerId, async () => {
        const { rows: bases } = await client.query<{ seq: string; hash: string }>('select seq, hash from audit_base where customer_id = $1 and seq > 0', [
          customerId,
        ])
        if (bases[0]) chain.begin(customerId, { seq: Number(bases[0].seq), hash: bases[0].hash })
        for await (const entry of storedEntries(client, customerId)) {
          chain.add(entry)
          noteEnded(entry, ended)
          if (output && !output.write(`${JSON.stringify(entry)}\n`)) await once(output, 'drain')
        }
        const { rows } = await client.query<{ seq: string; hash: string }>('select seq, hash from audit_head where customer_id = $1', [customerId])
        const last = chain.heads.get(customerId)
        if (Number(rows[0]?.seq ?? 0) !== (last?.seq ?? 0) || rows[0]?.hash !== last?.hash)
          faults.push(`customer ${customerId}: the last entry is not the one that the head names`)
        for (const def of entities) {
          faults.push(
            ...(await checkVersions(client, customerId, def, ages, leftOut.has(def.name))),
            ...(await checkRelated(client, customerId, def.name, ages)),
          )
        }
      })
    }
  } finally {
    await Promise.all([owner.end(), client.end()])
    if (output) await finished(output.end())
  }
  return verdict(chain, anchor, faults, ended)
}

/** Checks the chains of an exported file, without any database. */
export async function verifyFile(file: string, anchor?: Anchor): Promise<Verdict> {
  const chain = new ChainCheck(anchor && marksOf(anchor))
  const ended = new Set<number>()
  for await (const entry of exportedEntries(file)) {
    chain.add(entry)
    noteEnded(entry, ended)
  }
  return verdict(chain, anchor, [], ended)
}

/** Of which customers the provider's own chain says that they were deleted. */
function noteEnded({ customer_id, rows }: AuditEntry, ended: Set<number>): void {
  if (customer_id === 1) for (const { entity, action, object_id: id } of rows) if (entity === 'customer' && action === 'delete' && id !== null) ended.add(id)
}

const verdict = (chain: ChainCheck, anchor: Anchor | undefined, faults: readonly string[] = [], ended?: ReadonlySet<number>): Verdict => ({
  faults: [...chain.faults, ...faults, ...(anchor ? missingFrom(chain, anchor, ended) : [])],
  entries: chain.entries,
  heads: chain.heads,
})
