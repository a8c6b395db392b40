import { sql } from 'kysely'
import { AppError, isPassing, type Message } from '#kit/contract/errors.ts'
import { dayInFileName } from '#kit/contract/date-order.ts'
import type { Language } from '#kit/contract/catalogue.ts'
import type { Who } from '#kit/server/access/who.ts'
import type { Resources } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { Api } from '#kit/server/http/api.ts'
import type { Job, LongJob } from '#kit/server/http/area.ts'
import { oneByOne } from '#kit/server/jobs/one-by-one.ts'
import { mostAttached, sendMail, type Attachment } from '#kit/server/mail/mail.ts'
import { drawReport, reportMime } from '#kit/server/reports/draw-report.ts'
import { fileNameOf } from '#kit/server/reports/report.ts'
import type { Translate } from '#kit/server/http/words.ts'
import type { ReportPeriod } from '#areas/reporting/contract/report-period.ts'
import type { ReportRhythm } from '#areas/reporting/contract/report-schedule.ts'
import type { ReportName, ToldReport } from '#areas/reporting/contract/reports.ts'
import { reportDocument } from '#areas/reporting/server/reports/report-files.ts'
import { frameOf, tellReport } from '#areas/reporting/server/reports/tell-report.ts'
import type { Reading, Sources } from '#areas/reporting/server/tell-blocks.ts'
import { leavingReportToken } from './leaving.ts'
import { mailOfReport } from './mail-report.ts'
import { recipientOf, type Recipient } from './recipient.ts'
import { nextDayOf } from './report-schedule.ts'

const source = 'reporting.mail'

/** Each morning: what is due is sent by a job of its own, and due again on the next day of its rhythm. Run twice it finds nothing. */
export const dueReports: Job = {
  name: 'reporting.due',
  schedule: '10 6 * * *',
  run: async ({ tx }) => {
    const due = await tx.run(sql<{ id: number; every: ReportRhythm }>`select s.id, s.every from report_due d
      join report_schedule s on s.customer_id = d.customer_id and s.id = d.schedule_id
      where d.customer_id = ${tx.customerId} and d.next_on <= ${tx.today}::date and not s.archived order by s.id`)
    if (due.length === 0) return
    await tx.run(sql`update report_due d set next_on = n.next_on, sent_on = ${tx.today}::date
      from unnest(${due.map(({ id }) => id)}::bigint[], ${due.map(({ every }) => nextDayOf(every, tx.today))}::date[]) as n (id, next_on)
      where d.customer_id = ${tx.customerId} and d.schedule_id = n.id`)
    for (const { id } of due) tx.enqueue({ name: source, data: { schedule_id: id, day: tx.today }, key: `${id} ${tx.today}` })
    await tx.run(sql`delete from report_mail where customer_id = ${tx.customerId} and day < ${tx.today}::date - 400`)
  },
}

interface Schedule {
  readonly id: number
  readonly name_en: string | null
  readonly name_fr: string | null
  readonly identifier: string
  readonly report: ReportName
  readonly period: ReportPeriod
  readonly perimeter_id: number | null
  readonly owner_id: number | null
  readonly attached: boolean
  readonly customer: string
  /** Those who are neither sent it yet nor refused. */
  readonly waiting: readonly number[]
}

/** Sends a report of a day to everybody whom it names and who may read it by then, each by themselves: done again it writes to those alone who were not written to. */
export const mailReports = (api: Promise<Api>, sources: Sources): LongJob => ({
  name: source,
  runLong: async ({ data, apart, resources }) => {
    const { schedule_id: id, day } = data as { readonly schedule_id?: number; readonly day?: string }
    if (id === undefined || day === undefined) return
    const server = await api
    const schedule = await apart((tx) => scheduleOf(tx, id, day))
    if (!schedule) return
    await oneByOne(schedule.waiting, 'recipients of a report', (member) => sendTo({ api: server, resources, sources, apart, schedule, day }, member))
  },
})

const scheduleOf = (tx: Tx, id: number, day: string): Promise<Schedule | undefined> =>
  tx.first(sql<Schedule>`select s.id, s.name_en, s.name_fr, s.identifier, s.report, s.period, s.perimeter_id, s.owner_id, s.attached, c.name as customer,
      array(select r.target_id from report_schedule__recipients r where r.customer_id = s.customer_id and r.owner_id = s.id
        and not exists (select 1 from report_mail l where l.customer_id = r.customer_id and l.schedule_id = s.id and l.day = ${day}::date and l.member_id = r.target_id) order by 1) as waiting
    from report_schedule s join customer c on c.id = s.customer_id where s.customer_id = ${tx.customerId} and s.id = ${id} and not s.archived`)

interface Sending {
  readonly api: Api
  readonly resources: Resources
  readonly sources: Sources
  /** Opens transactions as the system. */
  readonly apart: Reading
  readonly schedule: Schedule
  readonly day: string
}

async function sendTo({ api, resources, sources, apart, schedule, day }: Sending, member: number): Promise<void> {
  const recipient = await apart((tx) => recipientOf(tx, member, source))
  const told = recipient && (await toldTo(apart, recipient, { api, resources, sources, schedule, day }))
  const { translate, publicUrl, secrets } = api.ports
  const attachment = told && schedule.attached ? await documentFor(apart, recipient, told, translate) : undefined
  await apart(async (tx) => {
    // Of two that run together one writes; who has left meanwhile, or whose report was put away, is sent nothing.
    const claimed = await tx.first(sql`insert into report_mail (customer_id, schedule_id, day, member_id, state)
      select r.customer_id, r.owner_id, ${day}::date, r.target_id, ${told ? 'SENT' : 'REFUSED'}
      from report_schedule__recipients r join report_schedule s on s.customer_id = r.customer_id and s.id = r.owner_id and not s.archived
      where r.customer_id = ${tx.customerId} and r.owner_id = ${schedule.id} and r.target_id = ${member} on conflict do nothing returning 1`)
    if (!claimed) return
    if (!recipient || !told) return tellOwner(tx, api, schedule, member, day)
    const { lang } = recipient.who
    await sendMail(
      tx,
      translate,
      mailOfReport(
        recipient,
        {
          told,
          name: nameIn(schedule, lang),
          customer: schedule.customer,
          publicUrl,
          token: leavingReportToken(secrets, { customerId: tx.customerId, scheduleId: schedule.id, memberId: member }, tx.now),
          attachment,
        },
        (message) => translate(message, lang),
      ),
    )
  })
}

const nameIn = ({ name_en: en, name_fr: fr, identifier }: Schedule, lang: Language): string => (lang === 'fr' ? (fr ?? en) : (en ?? fr)) ?? identifier

/** What the recipient is told by their own rights; null: they may not read it now. */
async function toldTo(apart: Reading, { who }: Recipient, { api, resources, sources, schedule, day }: Omit<Sending, 'apart'>): Promise<ToldReport | null> {
  const read: Reading = (work) =>
    apart((tx) => {
      tx.act(who satisfies Who)
      return work(tx)
    })
  try {
    return await tellReport(
      read,
      { api, resources, sources },
      frameOf({ report: schedule.report, period: schedule.period, perimeter: schedule.perimeter_id }, day),
    )
  } catch (error) {
    if (!(error instanceof AppError) || isPassing(error)) throw error
    return null
  }
}

/** The report as its recipient reads it, on paper; null where it cannot be drawn or is too large for a mail, which then says so and leads to it. */
async function documentFor(apart: Reading, { who }: Recipient, told: ToldReport, translate: Translate): Promise<Attachment | null> {
  const say = (key: string, values?: Message['values']) => translate({ key, values }, who.lang)
  const document = await apart((tx) => {
    tx.act(who satisfies Who)
    return reportDocument(tx, told, say)
  })
  const bytes = await drawReport(document, 'pdf').catch(() => null)
  const days = [told.days.from, told.days.to].map((day) => dayInFileName(day, who.dateOrder))
  const name = `${fileNameOf([document.title, document.subtitle, ...days].filter(Boolean).join(' – '))}.pdf`
  return bytes && bytes.length <= mostAttached ? { name, mime: reportMime.pdf, bytes } : null
}

/** The owner hears once that somebody is not sent it any more, until they were sent it again. */
async function tellOwner(tx: Tx, api: Api, schedule: Schedule, member: number, day: string): Promise<void> {
  if (schedule.owner_id === null) return
  const row = await tx.first(sql<{ name: string; before: string | null }>`select m.name,
      (select l.state from report_mail l where l.customer_id = m.customer_id and l.schedule_id = ${schedule.id} and l.member_id = m.id and l.day < ${day}::date order by l.day desc limit 1) as before
    from member m where m.customer_id = ${tx.customerId} and m.id = ${member}`)
  const owner = row && row.before !== 'REFUSED' ? await recipientOf(tx, schedule.owner_id, source) : null
  if (!row || !owner) return
  const name = nameIn(schedule, owner.who.lang)
  const values: NonNullable<Message['values']> = { name, member: row.name }
  await sendMail(tx, api.ports.translate, {
    to: owner.email,
    lang: owner.who.lang,
    subject: { key: 'reporting.mail.refused_subject', values },
    paragraphs: [{ key: 'reporting.mail.refused', values }],
    action: { label: { key: 'reporting.mail.open_schedule' }, url: `${api.ports.publicUrl}/org2/reporting/schedules?id=${schedule.id}` },
  })
}
