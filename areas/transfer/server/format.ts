import { z } from 'zod'
import { leavings } from '#kit/server/data/database/left-out.ts'

/** Names of what an archive holds; nothing else is read of one. */
export const memberName =
  /^(?:README\.(?:en|fr)\.md|manifest\.json|members\.jsonl|customer\.json|data\/[a-z][a-z0-9_]{0,62}\.jsonl|schema\/[a-z][a-z0-9_]{0,62}\.json|excel\/[a-z][a-z0-9_]{0,62}\.xlsx|files\/[0-9a-f]{64}|audit\/(?:entries\.jsonl|proof\.json))$/

export const format = 'vigie-archive-1'
const hash = z.string().regex(/^[0-9a-f]{64}$/)
const count = z.int().min(0)

/** What proves the log: where its chain begins and ends. */
export const proofSchema = z.strictObject({
  customer_id: z.int().min(1),
  entries: count,
  /** The last entry that retention has removed; null: the chain begins with its first. */
  base: z.strictObject({ seq: z.int().min(1), hash, at: z.string().max(64), removed_at: z.string().max(64) }).nullable(),
  head: z.strictObject({ seq: z.int().min(1), hash }).nullable(),
  how: z.array(z.string().max(1000)).max(20),
})
export type Proof = z.infer<typeof proofSchema>

export const manifestSchema = z.strictObject({
  format: z.literal(format),
  version: z.string().max(64),
  schema: z.string().max(200),
  made_at: z.iso.datetime(),
  customer_id: z.int().min(1),
  name: z.string().min(1).max(128),
  lang: z.enum(['en', 'fr']),
  /** Rows by table. */
  tables: z.record(z.string().max(63), count),
  left_out: z.record(z.string().max(63), z.enum(leavings)),
  files: z.strictObject({ count, bytes: count, missing: z.array(hash).max(10_000) }),
  audit_entries: count,
  people: count,
  /** Of `members.jsonl`, which names every other member but the files, whose names are their hashes. */
  members: z.strictObject({ count, sha256: hash }),
})
export type Manifest = z.infer<typeof manifestSchema>

export const listedMember = z.strictObject({ name: z.string().max(100), size: count, sha256: hash })
export type ListedMember = z.infer<typeof listedMember>
