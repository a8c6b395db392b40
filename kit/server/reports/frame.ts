import { sql } from 'kysely'
import type { ReportDocument } from '#kit/contract/report.ts'
import { writtenDay } from '#kit/server/time/written-day.ts'
import type { ReportContext } from './report-kind.ts'

type Said = Pick<ReportDocument, 'title' | 'subtitle'> & Partial<Pick<ReportDocument, 'version' | 'landscape'>>

/** What stands around every report: whose it is, of which day, who made it, for whom alone. */
export async function reportFrame(
  { tx, who, translate }: Pick<ReportContext, 'tx' | 'who' | 'translate'>,
  said: Said,
): Promise<Omit<ReportDocument, 'blocks'>> {
  const row = await tx.first(sql<{ organisation: string; author: string | null }>`select c.name as organisation,
    (select m.name from member m where m.customer_id = c.id and m.id = ${who.memberId}) as author from customer c where c.id = ${tx.customerId}`)
  const organisation = row?.organisation ?? ''
  return {
    lang: who.lang,
    version: null,
    ...said,
    organisation,
    author: row?.author ?? null,
    date: writtenDay(tx.today, who.lang),
    confidentiality: translate('kit.report.confidential', { organisation }),
    words: {
      contents: translate('kit.report.contents'),
      page: translate('kit.report.page', { page: '{page}', pages: '{pages}' }),
      cut: translate('kit.report.cut'),
    },
  }
}
