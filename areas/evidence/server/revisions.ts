import { sql } from 'kysely'
import { namedFiles } from '#kit/contract/field.ts'
import { onlyOne } from '#kit/server/data/resources/only-one.ts'
import { refusals } from '#kit/server/data/store/refusals.ts'
import type { WriteContext } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { willBe } from '#kit/server/data/work/work-guard.ts'
import type { evidence, evidenceKinds, RevisionFile } from '#areas/evidence/contract/evidence.ts'

type Kind = (typeof evidenceKinds)[number]

/** What it is to look at. */
export function kindOf(mime: string | undefined): Kind {
  if (mime === undefined) return 'LINK'
  if (mime === 'application/pdf') return 'PDF'
  if (mime.startsWith('image/')) return 'IMAGE'
  if (mime === 'text/csv' || /spreadsheet/.test(mime)) return 'SHEET'
  return mime.startsWith('text/') ? 'TEXT' : 'DOCUMENT'
}

const attached = (tx: Tx, id: number) =>
  tx.run(sql<RevisionFile>`select id, name, size, mime, sha256 from file
    where customer_id = ${tx.customerId} and entity = 'evidence' and object_id = ${id} and field = 'files' and detached_at is null order by id`)

const named = (tx: Tx, ids: readonly number[]) =>
  tx.run(sql<RevisionFile>`select f.id, f.name, f.size, f.mime, f.sha256 from unnest(${ids}::bigint[]) with ordinality w (id, n)
    join file f on f.customer_id = ${tx.customerId} and f.id = w.id order by w.n`)

/** What is refused of an evidence, and the revision that a change of its content makes: the earlier ones stay as they were. */
export async function guardEvidence(context: WriteContext<typeof evidence>): Promise<void> {
  const { tx, verb, before, changes } = context
  if (verb === 'delete') return
  const { refuse, done } = refusals()
  const [from, until] = [willBe(context, 'effective_date'), willBe(context, 'valid_until')] as [string | null, string | null]
  if (from !== null && until !== null && until < from) refuse('valid_until', 'evidence.errors.ends_before')
  onlyOne(changes, ['manager', 'group'], refuse, 'evidence.errors.one_owner')
  if (before === undefined) {
    changes.effective_date ??= tx.today
    if (changes.manager == null && changes.group == null) changes.manager = tx.who.memberId
  }
  // What holds longer than it was said to says why.
  const held = before?.valid_until ?? null
  if (before && held !== null && changes.valid_until !== undefined && (until === null || until > held) && !changes.change_reason)
    refuse('change_reason', 'evidence.errors.reason_needed')
  if (before === undefined || changes.files !== undefined || changes.url !== undefined) await revise(context, refuse)
  done()
}

async function revise({ tx, before, changes }: WriteContext<typeof evidence>, refuse: (field: string, key: string) => void): Promise<void> {
  const were = before ? await attached(tx, before.id) : []
  const files =
    changes.files === undefined
      ? were
      : await named(
          tx,
          namedFiles(changes.files).map(({ id }) => id),
        )
  const url = changes.url === undefined ? (before?.url ?? null) : (changes.url ?? null)
  if (files.length === 0 && url === null) return refuse('files', 'evidence.errors.content_needed')
  const ids = new Set(were.map(({ id }) => id))
  const same = before !== undefined && url === before.url && files.length === ids.size && files.every(({ id }) => ids.has(id))
  if (same) return
  const known = before
    ? await tx.run(
        sql<{ id: number }>`select id from evidence__revisions where customer_id = ${tx.customerId} and owner_id = ${before.id} order by position, id`,
      )
    : []
  const number = before ? (before.revision ?? 0) + 1 : 1
  const made = { number, url, files, reason: changes.change_reason ?? null, author: tx.who.memberId, date: tx.today }
  changes.kind = kindOf(files[0]?.mime)
  changes.revision = number
  // Only the server writes revisions: each that is there is named by its id alone.
  changes.revisions = [...known, made] as never
}
