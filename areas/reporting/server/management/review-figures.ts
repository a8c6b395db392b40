import { sql } from 'kysely'
import { languages, type Language } from '#kit/contract/catalogue.ts'
import { AppError, forbidden } from '#kit/contract/errors.ts'
import { dayIn } from '#kit/contract/wall-clock.ts'
import { authorize } from '#kit/server/access/authorize.ts'
import { getRow } from '#kit/server/data/lists/get-row.ts'
import type { Row } from '#kit/server/data/lists/list-engine.ts'
import { authorizeVerb, updateRow } from '#kit/server/data/store/store.ts'
import type { Resources } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { release, Replay, reserve, settle, type NamedCall } from '#kit/server/http/idempotency.ts'
import { daysOfReport } from '#areas/reporting/contract/report-period.ts'
import { toldReport, type ToldReport } from '#areas/reporting/contract/reports.ts'
import { reachOf, type Reading } from '#areas/reporting/server/tell-blocks.ts'
import { tellReport, type ReportFrame, type Teller } from '#areas/reporting/server/reports/tell-report.ts'
import { reviewResource } from './management-review.ts'

/** A review as its reader may see it; throws NOT_FOUND. */
export const readReview = (tx: Tx, { resources }: Pick<Teller, 'resources'>, id: number): Promise<Row> =>
  getRow(tx, authorize(tx.who, 'management_review.read'), reviewResource, resources, id)

function frameOfReview(row: Row, today: string, at: Date | null): ReportFrame {
  const days = { from: String(row.period_from), to: String(row.period_to) }
  const perimeter = (row.perimeter as { readonly id: number } | null)?.id ?? null
  return { report: 'MANAGEMENT_REVIEW', ...daysOfReport(days, today), perimeter, at }
}

const keep = (tx: Tx, id: number, reach: string, lang: Language, told: ToldReport) =>
  tx.run(sql`insert into management_review_frozen (customer_id, review_id, reach, lang, told)
    values (${tx.customerId}, ${id}, ${reach}, ${lang}, ${JSON.stringify(told)}::jsonb) on conflict do nothing`)

/** What a review shows its reader: of one that is prepared, of now; of one that was held, as it was then, kept for the reader's part of the organisation when it is first asked for. */
export async function figuresOf(read: Reading, teller: Teller, id: number): Promise<ToldReport> {
  const found = await read(async (tx) => {
    const row = await readReview(tx, teller, id)
    const at = row.status === 'CLOSED' && row.closed_at ? new Date(row.closed_at as string | Date) : null
    const kept =
      at &&
      (await tx.first(
        sql<{
          told: unknown
        }>`select told from management_review_frozen where customer_id = ${tx.customerId} and review_id = ${id} and reach = ${reachOf(tx.who)} and lang = ${tx.who.lang}`,
      ))
    const closed = at && dayIn(at, tx.who.timeZone)
    return {
      at,
      day: closed !== null && closed < tx.today ? closed : null,
      kept: kept ? toldReport.parse(kept.told) : null,
      frame: frameOfReview(row, tx.today, at),
    }
  })
  const told = found.kept ?? (await tellReport(read, teller, found.frame))
  if (found.at && !found.kept) await read((tx) => keep(tx, id, reachOf(tx.who), tx.who.lang, told))
  // What told of now when it was closed opens its rows as they were on that day.
  return found.day === null ? told : { ...told, blocks: told.blocks.map((block) => ({ ...block, as_of: block.as_of ?? found.day })) }
}

/** Closes a review with its figures, in both languages, as whoever closes it; what was written stays as it is from then on. A call that names itself is done once. */
export async function closeReviewOf(read: Reading, teller: Teller, id: number, version: number, call: NamedCall | null): Promise<{ readonly message: string }> {
  const { frame, held } = await read((tx) =>
    reserve(tx, call, async () => {
      const row = await readReview(tx, teller, id)
      if (row.edit_right !== true) throw forbidden()
      if (row.status === 'CLOSED') throw new AppError('CONFLICT', 'reporting.errors.review_closed')
      return { frame: frameOfReview(row, tx.today, null), held: row.held_on !== null }
    }),
  )
  try {
    const told: (readonly [Language, ToldReport])[] = []
    for (const lang of languages) told.push([lang, await tellReport(inLanguage(read, lang), teller, frame)])
    return await read((tx) =>
      settle(tx, call, async () => {
        await markReviewClosed(tx, teller.resources, id, { version, ...(held ? {} : { held_on: tx.today }) })
        for (const [lang, one] of told) await keep(tx, id, reachOf(tx.who), lang, one)
        return { ok: true, message: teller.api.ports.translate('reporting.messages.review_closed', tx.who.lang) }
      }),
    )
  } catch (error) {
    if (!(error instanceof Replay)) await read((tx) => release(tx, call))
    throw error
  }
}

/** From here on nothing of a review changes; what it showed until then is read as of this moment. */
export const markReviewClosed = (
  tx: Tx,
  resources: Resources,
  id: number,
  { version, ...more }: { readonly version?: number; readonly held_on?: string } = {},
) =>
  updateRow(
    tx,
    authorizeVerb(tx, reviewResource, 'update'),
    reviewResource,
    resources,
    id,
    { status: 'CLOSED', closed_at: tx.now.toISOString(), closed_by: tx.who.memberId, ...more },
    { action: 'close', ...(version !== undefined && { version }) },
  )

/** The same reader, told in a language. */
const inLanguage =
  (read: Reading, lang: Language): Reading =>
  (work) =>
    read((tx) => {
      tx.act({ ...tx.who, lang })
      return work(tx)
    })
