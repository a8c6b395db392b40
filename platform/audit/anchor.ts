/** Where every audit chain ended at a moment, signed and kept outside of the database: what shows that an end was cut off together with its head. */
import { timingSafeEqual } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import type { Secrets } from '#kit/server/access/secrets.ts'
import type { ChainCheck } from '#kit/server/data/audit/chain.ts'

export interface Head {
  readonly customer_id: number
  readonly seq: number
  readonly hash: string
}

export interface Anchor {
  readonly at: string
  readonly heads: readonly Head[]
}

const purpose = 'audit-anchor'
const hash = z.string().regex(/^[0-9a-f]{64}$/)
const stored = z.strictObject({
  format: z.literal('vigie-audit-anchor-1'),
  at: z.iso.datetime(),
  heads: z.array(z.strictObject({ customer_id: z.int().min(1), seq: z.int().min(1), hash })),
  /** HMAC-SHA256 over the lines below, under a key derived from the installation's. */
  signature: hash,
})

const signedText = ({ at, heads }: Anchor) =>
  ['vigie-audit-anchor-1', at, ...heads.map(({ customer_id, seq, hash: last }) => `${customer_id} ${seq} ${last}`)].join('\n')

/** Writes an anchor whole or not at all. */
export function writeAnchor(file: string, anchor: Anchor, secrets: Secrets): void {
  const draft = `${file}.${process.pid}.part`
  mkdirSync(dirname(file), { recursive: true, mode: 0o711 })
  const target = openSync(draft, 'w', 0o600)
  try {
    writeSync(
      target,
      `${JSON.stringify({ format: 'vigie-audit-anchor-1', ...anchor, signature: secrets.hmac(purpose, signedText(anchor)).toString('hex') }, null, 1)}\n`,
    )
    fsyncSync(target)
  } finally {
    closeSync(target)
  }
  renameSync(draft, file)
}

/** Reads an anchor and throws for what is none, or was not signed with a key of this installation; null when there is no file. */
export function readAnchor(file: string, secrets: Secrets): Anchor | null {
  if (!existsSync(file)) return null
  let content: unknown
  try {
    content = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    if (error instanceof SyntaxError) throw new Error(`${file} is not an anchor of the audit, or it is damaged.`, { cause: error })
    throw error
  }
  const parsed = stored.safeParse(content)
  if (!parsed.success) throw new Error(`${file} is not an anchor of the audit, or it is damaged.`)
  const { at, heads, signature } = parsed.data
  const given = Buffer.from(signature, 'hex')
  if (!secrets.hmacs(purpose, signedText({ at, heads })).some((own) => timingSafeEqual(own, given))) {
    throw new Error(`The signature of ${file} does not fit: it was changed, or made under another key (VIGIE_KEY, VIGIE_FORMER_KEYS).`)
  }
  return { at, heads }
}

/** What to remember while chains are followed, so that `missingFrom` can be asked. */
export const marksOf = ({ heads }: Anchor): ReadonlyMap<number, number> => new Map(heads.map(({ customer_id, seq }) => [customer_id, seq]))

/** What an anchor names and chains that have been followed no longer hold. `ended`: customers that were deleted, as the provider's own chain says; of these there is none any more. */
export function missingFrom(chain: ChainCheck, { at, heads }: Anchor, ended: ReadonlySet<number> = new Set()): string[] {
  return heads.flatMap(({ customer_id, seq, hash: anchored }) => {
    if (ended.has(customer_id) && !chain.heads.has(customer_id)) return []
    const last = chain.heads.get(customer_id)?.seq ?? 0
    if (last < seq)
      return [`customer ${customer_id}: ${last + 1 === seq ? `entry ${seq} is` : `entries ${last + 1} to ${seq} are`} missing, which the anchor of ${at} names`]
    return chain.marked.get(customer_id) === anchored ? [] : [`customer ${customer_id}, entry ${seq}: is not the one that the anchor of ${at} names`]
  })
}
