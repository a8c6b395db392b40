import { sql } from 'kysely'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { Translate } from '#kit/server/http/words.ts'
import type { ReportLine } from '#kit/server/sheets/report.ts'
import { renderMessage, type StoredMessage } from '#kit/server/sheets/stored-message.ts'
import type { ShelfStatus, ShelfStatuses } from '#areas/library/contract/shelf.ts'
import { seen } from './shelf-rows.ts'

interface Row {
  readonly id: number
  readonly edition: number
  readonly known: number | null
  readonly known_label: string | null
  readonly addition_id: number | null
  readonly status: 'INIT' | 'STARTED' | 'COMPLETE' | 'ERROR' | null
  readonly progress: number | null
  readonly lines: readonly ReportLine[] | null
}

/** How the shelf stands: small, since it is asked for every second while something is on its way. */
export async function shelfStatuses(tx: Tx, translate: Translate): Promise<ShelfStatuses> {
  const { customerId } = tx
  const rows = await tx.run(sql<Row>`with latest as (
      select distinct on (i.urn, i.locale) i.urn, i.locale, i.addition_id, r.status, r.progress, case r.status when 'ERROR' then r.lines end as lines
      from library_addition_item i join import_report r on r.customer_id = i.customer_id and r.id = i.report_id
      where i.customer_id = ${customerId} and r.customer_id = ${customerId} order by i.urn, i.locale, i.addition_id desc),
    current as (select distinct on (s.urn, s.locale) s.id, s.urn, s.locale, s.edition from shelf s
      where ${seen(tx)} and s.urn is not null order by s.urn, s.locale, s.edition desc, s.own desc, s.id)
    select c.id, c.edition, l.edition as known, l.version_label as known_label, a.addition_id, a.status, a.progress, a.lines
    from current c left join library l on l.customer_id = ${customerId} and l.urn = c.urn and l.locale = c.locale
    left join latest a on a.urn = c.urn and a.locale = c.locale where l.id is not null or a.status in ('INIT', 'STARTED', 'ERROR')`)
  const folder = await tx.first(sql<{ done: number; total: number; read_at: Date | null; running: boolean }>`select done, total, read_at,
    started_at is not null and (read_at is null or read_at < started_at) as running from shelf_folder`)
  const uploads = await tx.run(sql<{
    id: number
    file_name: string
    done: number
    total: number
    read_at: Date | null
    fault: StoredMessage | null
  }>`select id, file_name, done, total, read_at, fault from shelf_upload
    where customer_id = ${customerId} and (read_at is null or created_at > (select present()) - interval '5 minutes') order by id desc limit 10`)
  const say = (message: StoredMessage | null | undefined) => (message ? renderMessage(translate, message, tx.who.lang) : null)
  return {
    objects: rows.map((row) => standingOf(row, say(row.lines?.[0]?.message))),
    folder: folder ? { done: folder.done, total: folder.total, read_at: folder.running ? null : (folder.read_at?.toISOString() ?? null) } : null,
    uploads: uploads.map(({ id, file_name, done, total, read_at, fault }) => ({
      id,
      file_name,
      done,
      total,
      read_at: read_at?.toISOString() ?? null,
      reason: say(fault),
    })),
  }
}

function standingOf({ id, edition, known, known_label, addition_id, status, progress }: Row, reason: string | null): ShelfStatus {
  const state =
    status === 'INIT'
      ? 'waiting'
      : status === 'STARTED'
        ? 'adding'
        : known !== null && known >= edition
          ? 'added'
          : status === 'ERROR'
            ? 'failed'
            : ('newer' as const)
  return { id, state, known: known_label, progress: progress ?? 0, reason: state === 'failed' ? reason : null, addition_id }
}
