import { sql } from 'kysely'
import type { ReportDocument } from '#kit/contract/report.ts'
import { forDocuments, type Redrawn } from '#kit/server/files/redraw-picture.ts'
import { writtenDay } from '#kit/contract/date-order.ts'
import type { ReportContext } from './report-kind.ts'

type ReportHeading = Pick<ReportDocument, 'title' | 'subtitle'> & Partial<Pick<ReportDocument, 'version' | 'landscape'>>

/** What stands around every report: whose it is with its logo, of which day, who made it, for whom alone. */
export async function reportFrame(
  { tx, who, translate }: Pick<ReportContext, 'tx' | 'who' | 'translate'>,
  heading: ReportHeading,
): Promise<Omit<ReportDocument, 'blocks'>> {
  const row = await tx.first(sql<{
    organisation: string
    author: string | null
    mime: Redrawn['mime'] | null
    bytes: Buffer | null
  }>`select c.name as organisation,
    (select m.name from member m where m.customer_id = c.id and m.id = ${who.memberId}) as author, p.mime, p.content as bytes
    from customer c left join picture p on p.customer_id = c.id and p.kind = 'LOGO' where c.id = ${tx.customerId}`)
  const organisation = row?.organisation ?? ''
  const logo = row?.mime && row.bytes && { logo: await forDocuments({ mime: row.mime, bytes: row.bytes }) }
  return {
    lang: who.lang,
    version: null,
    ...heading,
    organisation,
    ...logo,
    author: row?.author ?? null,
    date: writtenDay(tx.today, who.dateOrder),
    confidentiality: translate('kit.report.confidential', { organisation }),
    words: {
      contents: translate('kit.report.contents'),
      page: translate('kit.report.page', { page: '{page}', pages: '{pages}' }),
      cut: translate('kit.report.cut'),
    },
  }
}
