import { sql } from 'kysely'
import { refusals } from '#kit/server/data/store/refusals.ts'
import type { WriteContext } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { willBe } from '#kit/server/data/work/work-guard.ts'
import type { GuardContext } from '#kit/server/data/work/work-resource.ts'
import type { gapGroup } from '#areas/gaps/contract/gap-group.ts'
import type { gapRegister } from '#areas/gaps/contract/gap-register.ts'
import type { gap } from '#areas/gaps/contract/gap.ts'
import { guardCharge, guardPlace, guardRegister, guardRegisters, refuseWhileHolding } from '#kit/server/data/work/placement.ts'
import { guardQuota, type QuotaCount } from '#areas/tenancy/server/index.ts'
import { gapRegisterRules } from './rules.ts'

type GapWrite = GuardContext<typeof gap>

/** What is refused about gaps beside what their lifecycle refuses. */
export async function guardGaps(contexts: readonly GapWrite[]): Promise<void> {
  const writes = contexts.filter(({ verb }) => verb !== 'delete')
  const [first] = writes
  if (!first) return
  const added = writes.filter(({ before }) => before === undefined).length
  if (added > 0) await guardQuota(first.tx, gapQuota, added)
  for (const write of writes) {
    guardPlace(write)
    guardCharge(write)
    guardUnconfirmed(write)
    guardIgnored(write)
    keepAnswer(write)
    keepCheck(write)
  }
  await guardRegisters(writes, { entity: 'gap_register', read: gapRegisterRules.read })
  await guardChapters(first.tx, writes)
  await guardKeys(first.tx, writes)
}

/** Every gap there is, open or closed, archived ones too (GAP-11). */
export const gapQuota: QuotaCount = { name: 'gaps', entity: 'gap', counts: () => sql`true`, refused: 'gaps.errors.quota' }

/** What nobody has confirmed is none, or is confirmed first (GAP-06); a scan that does not find it any more, and a review, close it all the same. */
function guardUnconfirmed(context: GapWrite): void {
  const { grant, action, before, refuse } = context
  if (before?.status !== 'TO_BE_CONFIRMED' || willBe(context, 'status') !== 'CLOSE' || grant.work !== undefined) return
  if (
    action !== 'import' &&
    action !== 'review' &&
    action !== 'bulk_undo' &&
    !['REJECTED', null].includes(willBe(context, 'resolution_status') as string | null)
  )
    refuse('resolution_status', 'gaps.errors.confirm_first')
}

/** Living with a gap is a decision: a pilot's, with its reason, and looked at again on a day that is said (decisions, Lifecycles). */
function guardIgnored(context: GapWrite): void {
  const { grant, before, changes, refuse } = context
  if (willBe(context, 'status') !== 'CLOSE') return
  if (willBe(context, 'resolution_status') !== 'IGNORED') {
    // Nothing else is looked at again.
    if ((changes.review_date ?? null) !== null) refuse('review_date', 'gaps.errors.review_only')
    else if ((before?.review_date ?? null) !== null) changes.review_date = null
    return
  }
  if (changes.resolution_status === 'IGNORED' && !grant.who.roles.some((role) => role === 'global_pilote' || role === 'local_pilote'))
    refuse('resolution_status', 'kit.errors.no_update_right')
  if (willBe(context, 'status_reason') === null) refuse('status_reason', 'gaps.errors.ignore_reason')
  if (willBe(context, 'review_date') === null) refuse('review_date', 'gaps.errors.review_needed')
}

/** An answer says who gave it and when. */
function keepAnswer({ tx, grant, before, changes }: GapWrite): void {
  if (changes.answer === undefined || (changes.answer ?? null) === (before?.answer ?? null)) return
  const given = changes.answer !== null
  changes.answered_by = given ? grant.who.memberId : null
  changes.answered_on = given ? tx.today : null
}

/** A check of effectiveness says who looked and when; taken back, it says nothing. */
function keepCheck(context: GapWrite): void {
  const { tx, grant, before, changes } = context
  if (changes.effect === undefined || (changes.effect ?? null) === (before?.effect ?? null)) return
  const checked = changes.effect !== null
  changes.effect_checked_by = checked ? grant.who.memberId : null
  if (!checked) Object.assign(changes, { effect_checked_on: null, effect_comment: null })
  else if (willBe(context, 'effect_checked_on') === null || changes.effect_checked_on === undefined) changes.effect_checked_on = tx.today
}

async function guardChapters(tx: Tx, writes: readonly GapWrite[]): Promise<void> {
  const placed = writes.flatMap((write) => {
    const chapter = willBe(write, 'chapter', 'chapter_id') as number | null
    const { changes, refuse } = write
    return chapter === null || (changes.chapter === undefined && changes.register === undefined)
      ? []
      : [{ chapter, register: willBe(write, 'register', 'register_id'), refuse }]
  })
  if (placed.length === 0) return
  const found = await tx.run(sql<{ id: number; register_id: number }>`select id, register_id from gap_group
    where customer_id = ${tx.customerId} and id = any(${[...new Set(placed.map(({ chapter }) => chapter))]}::bigint[])`)
  const registers = new Map(found.map(({ id, register_id }) => [id, register_id]))
  for (const { chapter, register, refuse } of placed) if (registers.get(chapter) !== register) refuse('chapter', 'gaps.errors.chapter_elsewhere')
}

/** A key names one gap in its register. */
async function guardKeys(tx: Tx, writes: readonly GapWrite[]): Promise<void> {
  const keyed = writes.flatMap((write) => {
    const key = willBe(write, 'external_key') as string | null
    const { before, changes, refuse } = write
    return key === null || (changes.external_key === undefined && changes.register === undefined)
      ? []
      : [{ key, id: before?.id ?? 0, register: willBe(write, 'register', 'register_id') as number, refuse }]
  })
  if (keyed.length === 0) return
  const taken = await tx.run(sql<{
    n: number
  }>`select w.n::int as n from unnest(${keyed.map(({ register }) => register)}::bigint[], ${keyed.map(({ key }) => key)}::text[],
      ${keyed.map(({ id }) => id)}::bigint[]) with ordinality as w (register, key, id, n)
    where exists (select 1 from gap g where g.customer_id = ${tx.customerId} and g.register_id = w.register and g.external_key = w.key and g.id <> w.id)`)
  const seen = new Set<string>()
  for (const [n, { register, key, refuse }] of keyed.entries()) {
    const name = `${register} ${key}`
    if (seen.has(name) || taken.some((one) => one.n === n + 1)) refuse('external_key', 'gaps.errors.key_taken')
    seen.add(name)
  }
}

export const guardGapRegister = (context: WriteContext<typeof gapRegister>): Promise<void> | void =>
  context.verb === 'delete' ? refuseWhileHolding(context, 'gap', 'register_id', 'kit.errors.register_in_use') : undefined

/** A chapter with gaps stays, and in its register. */
export async function guardGapGroup(context: WriteContext<typeof gapGroup>): Promise<void> {
  const { verb, before, changes } = context
  if (verb === 'delete') return refuseWhileHolding(context, 'gap', 'chapter_id', 'gaps.errors.chapter_in_use')
  const { refuse, done } = refusals()
  if (before !== undefined && changes.register !== undefined && changes.register !== before.register_id) refuse('register', 'gaps.errors.chapter_fixed')
  else await guardRegister({ ...context, refuse }, { entity: 'gap_register', read: gapRegisterRules.read })
  done()
}
