import type { Message } from '#kit/contract/errors.ts'
import { writtenDay } from '#kit/contract/date-order.ts'
import type { MailItem } from '#kit/server/mail/layout.ts'
import type { Attachment, Mail } from '#kit/server/mail/mail.ts'
import { writtenAmount, writtenDifference } from '#kit/server/reports/answer-blocks.ts'
import type { ToldReport } from '#areas/reporting/contract/reports.ts'
import { titleIn } from '#areas/reporting/server/layout-document.ts'
import type { Recipient } from './recipient.ts'

interface Sent {
  readonly told: ToldReport
  /** Of the schedule. */
  readonly name: string
  readonly customer: string
  readonly publicUrl: string
  /** Takes the reader off it. */
  readonly token: string
  /** The whole of it, where it is to go along; null: it could not be. */
  readonly attachment?: Attachment | null | undefined
}

/** The key figures of a report as a mail in its reader's language, with a link to all of it. */
export function mailOfReport({ email, who }: Recipient, { told, name, customer, publicUrl, token, attachment }: Sent, say: (message: Message) => string): Mail {
  const { lang, dateOrder } = who
  const [from, to] = [writtenDay(told.days.from, dateOrder), writtenDay(told.days.to, dateOrder)]
  const report = say({ key: `reporting.reports.names.${told.report}` })
  const written = (value: number | null, unit: string | null) => writtenAmount(value, unit, { lang })
  const sections = told.layout.sections.flatMap((section) => {
    const items = section.blocks.flatMap((block): MailItem[] => {
      const answer = told.blocks.find(({ id }) => id === block.id)?.answer
      if (answer?.kind !== 'figure') return []
      const moved = writtenDifference(answer, lang)
      const value = written(answer.value, answer.unit)
      const title = titleIn(block, lang)
      return [
        {
          text: say(
            moved === null
              ? { key: 'reporting.mail.figure', values: { title, value } }
              : { key: 'reporting.mail.figure_moved', values: { title, value, before: written(answer.before, answer.unit), moved } },
          ),
        },
      ]
    })
    return items.length > 0 ? [{ title: titleIn(section, lang), items }] : []
  })
  const search = new URLSearchParams({
    report: told.report,
    period: 'OWN',
    from: told.days.from,
    to: told.days.to,
    ...(told.perimeter && { p: String(told.perimeter.id) }),
  })
  return {
    to: email,
    lang,
    subject: { key: 'reporting.mail.subject', values: { name, from, to } },
    paragraphs: [
      { key: 'reporting.mail.intro', values: { report, customer, from, to, place: told.perimeter?.name ?? say({ key: 'reporting.reports.whole' }) } },
      {
        key: 'reporting.reports.compared_with',
        values: { from: writtenDay(told.before.from, dateOrder), to: writtenDay(told.before.to, dateOrder) },
      },
      ...(attachment === undefined ? [] : [{ key: attachment ? 'reporting.mail.attached' : 'reporting.mail.not_attached' }]),
    ],
    // Titles of a report are texts already.
    sections: sections.map(({ title, items }) => ({ title: { key: 'reporting.mail.section', values: { title } }, items })),
    action: { label: { key: 'reporting.mail.open' }, url: `${publicUrl}/org2/reporting?${search}` },
    ...(attachment && { attachment }),
    closing: { key: 'reporting.mail.closing', values: { name } },
    unsubscribe: {
      label: { key: 'reporting.mail.leave' },
      page: `${publicUrl}/unsubscribe/report/${token}`,
      oneClick: `${publicUrl}/api/report_schedule/leave/${token}`,
    },
  }
}
