import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { BroughtSold } from '#areas/tenancy/contract/customer.ts'
import { soldIn } from '#areas/tenancy/server/index.ts'
import type { Message } from '#kit/contract/errors.ts'
import { ChainCheck, type AuditEntry } from '#kit/server/data/audit/chain.ts'
import { NotReadable, ZipFile } from '#kit/server/files/zip-file.ts'
import { unpackedBytes } from '#areas/transfer/contract/calls.ts'
import { listedMember, manifestSchema, memberName, proofSchema, type Manifest, type Proof } from './format.ts'
import { linesOf, textOf, TooLong } from './lines.ts'
import type { ArchiveTable } from './tables.ts'

/** The greatest id that is brought in: what others are given comes after it. */
export const greatestId = 1_000_000_000_000
/** Faults that are named; beyond them there are more. */
export const faultsNamed = 100
const small = 64 * 1024 ** 2
export const bounds = { bytes: unpackedBytes, members: 5_000_000, ratio: 250 } as const

export interface Checking {
  readonly path: string
  readonly tables: readonly ArchiveTable[]
  readonly customerColumns: readonly string[]
  readonly schema: string
  readonly tell: (done: number, total: number) => Promise<void>
}

export interface Checked {
  readonly faults: readonly Message[]
  /** Null where it could not even be read. */
  readonly manifest: Manifest | null
  readonly proof: Proof | null
  /** What the organisation was sold there, which it has here too. */
  readonly brings: BroughtSold | null
  /** Of each table with ids, the greatest. */
  readonly greatest: ReadonlyMap<string, number>
}

/** Looks at all that an archive says, and changes nothing: whatever is wrong is named, as far as there are not too many. */
export async function checkArchive(at: Checking): Promise<Checked> {
  const check = new Check(at)
  try {
    const zip = await ZipFile.open(at.path, bounds)
    try {
      await check.all(zip)
    } finally {
      await zip.close()
    }
  } catch (error) {
    if (!(error instanceof NotReadable)) throw error
    check.fault(`zip_${error.fault}`, { name: shown(error.member ?? '') })
  }
  return check
}

/** A name that somebody else gave, as it is shown. */
const shown = (name: string) =>
  name
    // oxlint-disable-next-line no-control-regex
    .replaceAll(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, '?')
    .slice(0, 120)
    .toWellFormed()

class Check implements Checked {
  readonly faults: Message[] = []
  readonly greatest = new Map<string, number>()
  manifest: Manifest | null = null
  proof: Proof | null = null
  brings: BroughtSold | null = null
  #at: Checking
  /** The files that rows speak of. */
  #named = new Set<string>()

  constructor(at: Checking) {
    this.#at = at
  }

  fault(key: string, values: Record<string, string | number> = {}): void {
    if (this.faults.length < faultsNamed) this.faults.push({ key: `transfer.faults.${key}`, values })
    else if (this.faults.length === faultsNamed) this.faults.push({ key: 'transfer.faults.more' })
  }

  async all(zip: ZipFile): Promise<void> {
    for (const name of zip.members.keys()) if (!memberName.test(name)) this.fault('path', { name: shown(name) })
    // Nothing is read of an archive that would be somewhere else.
    if (this.faults.length > 0) return
    const manifest = await this.#json(zip, 'manifest.json', manifestSchema)
    if (!manifest) return
    if (manifest.schema !== this.#at.schema) {
      this.fault('schema', { version: shown(manifest.version) })
      return
    }
    const listed = await this.#listed(zip, manifest)
    if (!listed) return
    this.manifest = manifest
    this.#tables(manifest, listed)
    this.proof = (await this.#json(zip, 'audit/proof.json', proofSchema)) ?? null
    await this.#customer(zip)
    const names = [...zip.members.keys()]
    const total = [...zip.members.values()].reduce((sum, { size }) => sum + size, 0)
    let done = 0
    let bytes = 0
    for (const name of names) {
      const size = zip.members.get(name)?.size ?? 0
      const hash = createHash('sha256')
      const content = hashing(zip.read(name), hash)
      if (name.startsWith('data/')) await this.#rows(name.slice(5, -6), content, manifest)
      else if (name === 'audit/entries.jsonl') await this.#chain(content, manifest)
      for await (const _ of content);
      const sha256 = hash.digest('hex')
      if (name.startsWith('files/')) {
        bytes += size
        if (sha256 !== name.slice(6)) this.fault('file_hash', { name })
      } else if (name !== 'manifest.json' && name !== 'members.jsonl') {
        const said = listed.get(name)
        if (!said) this.fault('unlisted', { name })
        else if (said.sha256 !== sha256) this.fault('hash', { name })
        else if (said.size !== size) this.fault('size', { name })
      }
      done += size
      await this.#at.tell(done, total)
    }
    this.#files(zip, manifest, bytes)
  }

  async #json<T>(zip: ZipFile, name: string, schema: z.ZodType<T>): Promise<T | undefined> {
    if (!zip.members.has(name)) {
      this.fault('absent', { name })
      return undefined
    }
    if ((zip.members.get(name)?.size ?? 0) > small) {
      this.fault('zip_large', { name })
      return undefined
    }
    const parsed = schema.safeParse(parse(await textOf(zip.read(name))))
    if (parsed.success) return parsed.data
    this.fault('form', { name, place: shown(parsed.error.issues[0]?.path.join('.') ?? '') })
    return undefined
  }

  /** What the archive says of its members; undefined where it is not what its manifest says. */
  async #listed(zip: ZipFile, manifest: Manifest) {
    const size = zip.members.get('members.jsonl')?.size
    if (size === undefined || size > small) {
      this.fault(size === undefined ? 'absent' : 'zip_large', { name: 'members.jsonl' })
      return undefined
    }
    const text = await textOf(zip.read('members.jsonl'))
    if (createHash('sha256').update(text).digest('hex') !== manifest.members.sha256) {
      this.fault('hash', { name: 'members.jsonl' })
      return undefined
    }
    const parsed = z.array(listedMember).safeParse(text.split('\n').slice(0, -1).map(parse))
    if (!parsed.success) {
      this.fault('form', { name: 'members.jsonl', place: '' })
      return undefined
    }
    if (parsed.data.length !== manifest.members.count) this.fault('count', { name: 'members.jsonl', said: manifest.members.count, found: parsed.data.length })
    for (const { name } of parsed.data) if (!zip.members.has(name)) this.fault('absent', { name: shown(name) })
    return new Map(parsed.data.map((one) => [one.name, one]))
  }

  #tables(manifest: Manifest, listed: ReadonlyMap<string, unknown>): void {
    const known = new Map(this.#at.tables.map((table) => [table.name, table]))
    for (const [name, count] of Object.entries(manifest.tables)) {
      if (known.get(name)?.left !== null) this.fault('unknown_table', { name: shown(name) })
      else if (count > 0 !== listed.has(`data/${name}.jsonl`)) this.fault('count', { name: `data/${name}.jsonl`, said: count, found: 0 })
    }
    for (const { name, left } of this.#at.tables) if (left === null && manifest.tables[name] === undefined) this.fault('absent', { name: `data/${name}.jsonl` })
  }

  async #customer(zip: ZipFile): Promise<void> {
    const row = await this.#json(zip, 'customer.json', z.record(z.string(), z.unknown()))
    if (!row) return
    for (const column of Object.keys(row))
      if (!this.#at.customerColumns.includes(column)) this.fault('unknown_column', { name: 'customer.json', column: shown(column) })
    if (row.id !== this.manifest?.customer_id) this.fault('other_customer', { name: 'customer.json', line: 1 })
    const found = soldIn(row)
    if ('sold' in found) this.brings = found.sold
    else this.fault('form', { name: 'customer.json', place: shown(found.place) })
  }

  async #rows(name: string, content: AsyncIterable<Buffer>, manifest: Manifest): Promise<void> {
    const table = this.#at.tables.find((one) => one.name === name)
    const said = manifest.tables[name]
    if (!table || table.left !== null || said === undefined) {
      this.fault('unknown_table', { name })
      return
    }
    const columns = new Set(table.columns.map((column) => column.name))
    const file = `data/${name}.jsonl`
    const hasId = table.columns.some((column) => column.name === 'id' && column.type === 'bigint')
    let found = 0
    let greatest = 0
    try {
      for await (const lines of linesOf(content)) {
        for (const text of lines) {
          found += 1
          const row = parse(text)
          if (!isRow(row)) {
            this.fault('line', { name: file, line: found })
            continue
          }
          const keys = Object.keys(row)
          const strange = keys.find((key) => !columns.has(key))
          if (strange !== undefined) this.fault('unknown_column', { name: file, column: shown(strange) })
          else if (keys.length !== columns.size) this.fault('missing_column', { name: file, column: [...columns].find((column) => !(column in row)) ?? '' })
          if (row.customer_id !== manifest.customer_id) this.fault('other_customer', { name: file, line: found })
          if (hasId) {
            const { id } = row
            if (typeof id !== 'number' || !Number.isSafeInteger(id) || id < 1 || id > greatestId) this.fault('id', { name: file, line: found })
            else if (id > greatest) greatest = id
          }
          if (name === 'file') this.#file(row, file, found)
        }
      }
    } catch (error) {
      if (!(error instanceof TooLong)) throw error
      this.fault('line', { name: file, line: found + 1 })
      return
    }
    if (found !== said) this.fault('count', { name: file, said, found })
    if (greatest > 0) this.greatest.set(name, greatest)
  }

  #file({ sha256 }: Readonly<Record<string, unknown>>, name: string, line: number): void {
    if (typeof sha256 === 'string' && /^[0-9a-f]{64}$/.test(sha256)) this.#named.add(sha256)
    else this.fault('line', { name, line })
  }

  #files(zip: ZipFile, { files }: Manifest, bytes: number): void {
    const there = [...zip.members.keys()].filter((name) => name.startsWith('files/')).map((name) => name.slice(6))
    if (there.length !== files.count) this.fault('count', { name: 'files/', said: files.count, found: there.length })
    if (bytes !== files.bytes) this.fault('size', { name: 'files/' })
    for (const sha256 of there) if (!this.#named.has(sha256)) this.fault('unlisted', { name: `files/${sha256}` })
    const missing = new Set(files.missing)
    const kept = new Set(there)
    for (const sha256 of this.#named) if (!kept.has(sha256) && !missing.has(sha256)) this.fault('absent', { name: `files/${sha256}` })
  }

  /** Follows the chain from where it begins to its head: what was changed on the way shows. */
  async #chain(content: AsyncIterable<Buffer>, manifest: Manifest): Promise<void> {
    const { proof } = this
    if (!proof) return
    const id = manifest.customer_id
    if (proof.customer_id !== id) this.fault('other_customer', { name: 'audit/proof.json', line: 1 })
    const chain = new ChainCheck()
    if (proof.base) chain.begin(id, proof.base)
    let found = 0
    let broken = false
    try {
      for await (const lines of linesOf(content)) {
        for (const text of lines) {
          found += 1
          const entry = entryOf(parse(text))
          if (!entry) this.fault('line', { name: 'audit/entries.jsonl', line: found })
          else if (entry.customer_id !== id) this.fault('other_customer', { name: 'audit/entries.jsonl', line: found })
          else if (!broken) {
            chain.add(entry)
            // What follows the first break follows something else.
            if (chain.faults.length > 0) {
              broken = true
              this.fault('chain', { entry: entry.seq })
            }
          }
        }
      }
    } catch (error) {
      if (!(error instanceof TooLong)) throw error
      this.fault('line', { name: 'audit/entries.jsonl', line: found + 1 })
      return
    }
    if (found !== manifest.audit_entries || found !== proof.entries) this.fault('count', { name: 'audit/entries.jsonl', said: manifest.audit_entries, found })
    const last = chain.heads.get(id) ?? null
    if (!broken && (last?.seq !== proof.head?.seq || last?.hash !== proof.head?.hash)) this.fault('head')
  }
}

const isRow = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null && !Array.isArray(value)

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const text = z.string().max(10_000)
const id = z.int().min(1).nullish()
const line = z.strictObject({
  n: z.int().min(1),
  entity: text,
  object_id: id,
  action: text,
  version: z.int().nullish(),
  digest: text.nullish(),
  details: z.string().nullish(),
  related: text.nullish(),
})
const entrySchema = z.strictObject({
  customer_id: z.int().min(1),
  origin_id: id,
  seq: z.int().min(1),
  at: z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z$/),
  actor_id: id,
  impersonator_id: id,
  source: text,
  request_id: text,
  address: text.nullish(),
  session_at: text.nullish(),
  previous_hash: z.string().regex(/^[0-9a-f]{64}$/),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  rows: z.array(line),
})

function entryOf(value: unknown): AuditEntry | undefined {
  const parsed = entrySchema.safeParse(value)
  if (!parsed.success) return undefined
  const { actor_id = null, impersonator_id = null, rows, ...entry } = parsed.data
  return {
    ...entry,
    actor_id,
    impersonator_id,
    rows: rows.map(({ object_id = null, version = null, digest = null, details = null, ...more }) => ({ ...more, object_id, version, digest, details })),
  }
}

async function* hashing(content: AsyncIterable<Buffer>, hash: ReturnType<typeof createHash>): AsyncGenerator<Buffer> {
  for await (const chunk of content) {
    hash.update(chunk)
    yield chunk
  }
}
