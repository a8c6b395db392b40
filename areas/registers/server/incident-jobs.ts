import { sql } from 'kysely'
import { kindOfClock } from '#kit/server/data/notify.ts'
import type { Tx } from '#kit/server/data/transaction.ts'
import type { Job, Post } from '#kit/server/http/area.ts'
import { sendMails } from '#kit/server/mail/mail.ts'
import type { Clock } from '#areas/registers/contract/clock.ts'
import { clockColumns, clocksOfRow, settleIncidentClocks } from './clocks.ts'
import { enter } from './timeline.ts'
import { peopleToTell } from './told-people.ts'

export const declaredJobName = 'incident.declared'

interface Declared {
  readonly identifier: string
  readonly name: string
  readonly person: string | null
  readonly reporter_id: number | null
  readonly became: string | null
  readonly created_at: Date
}

/** Whether nobody was told of this yet; from now on they were. */
const claim = async (tx: Tx, id: number, what: string, about: Date): Promise<boolean> =>
  (await tx.first(sql`insert into incident_told (customer_id, incident_id, what, about) values (${tx.customerId}, ${id}, ${what}, ${about})
    on conflict do nothing returning 1 as claimed`)) !== undefined

/** Writes to those who are told of a declaration at once. Run again, it writes nothing: who was told is claimed with the mails. */
export const declaredJob = ({ translate, publicUrl }: Post): Job => ({
  name: declaredJobName,
  run: async ({ tx, data }) => {
    const id = Number((data as { incident_id?: unknown }).incident_id)
    const row =
      await tx.first(sql<Declared>`select t.identifier, coalesce(t.name_en, t.name_fr) as name, m.name as person, t.reporter_id, t.created_at, e.became
      from incident t left join member m on m.customer_id = t.customer_id and m.id = t.reporter_id
        left join incident_entry e on e.customer_id = t.customer_id and e.incident_id = t.id and e.kind = 'DECLARED'
      where t.customer_id = ${tx.customerId} and t.id = ${id}`)
    if (!row || !(await claim(tx, id, 'DECLARED', row.created_at))) return
    const { identifier, name, person, reporter_id: but, became } = row
    const people = await peopleToTell(tx, id, { local: true, but })
    if (people.length === 0) return
    await sendMails(
      tx,
      translate,
      people.map(({ email, lang }) => ({
        to: email,
        lang,
        subject: { key: 'registers.mail.declared_subject', values: { identifier, name } },
        paragraphs: [
          { key: 'registers.mail.declared_text', values: { person: person ?? '', name } },
          { key: `registers.mail.${became === 'OVER' ? 'over' : 'ongoing'}` },
        ],
        action: { label: { key: 'registers.mail.open' }, url: `${publicUrl}/ops/incidents?id=${id}` },
      })),
    )
  },
})

const hour = 3_600_000
/** How long before its end people hear of a clock that nobody has answered. */
const near: Readonly<Record<Clock, number>> = { EARLY_WARNING: 4 * hour, NOTIFICATION: 12 * hour, FINAL_REPORT: 7 * 24 * hour, GDPR: 12 * hour }
/** What ran out longer ago is history that somebody entered, not news. */
const news = 7 * 24 * hour

type Running = Parameters<typeof clocksOfRow>[0] & { readonly id: number }

/** Tells whoever is responsible and global pilots, once each, that a clock runs out and that it has; the latter enters itself into the timeline. */
export const clocksJob: Job = {
  name: 'incident.clocks',
  schedule: '*/10 * * * *',
  run: async ({ tx }) => {
    const now = tx.now.getTime()
    const rows = await tx.run(sql<Running>`select t.id, ${clockColumns} from incident t
      where t.customer_id = ${tx.customerId} and t.aware_at is not null and (t.significant = 'YES' or t.personal_data = 'YES')
        and t.aware_at > ${new Date(now - 75 * 24 * hour)} and t.aware_at <= ${tx.now} order by t.aware_at limit 1000`)
    for (const row of rows) {
      for (const { clock, due, state } of clocksOfRow(row, tx.now, tx.who.timeZone)) {
        const left = due.getTime() - now
        if (state === 'SENT' || left > near[clock] || left < -news) continue
        const stage = left < 0 ? 'PASSED' : 'NEAR'
        if (!(await claim(tx, row.id, `${clock}_${stage}`, due))) continue
        if (stage === 'PASSED') {
          await enter(tx, row.id, { kind: 'PASSED', clock, happenedAt: due })
          await settleIncidentClocks(tx, row)
        }
        const members = (await peopleToTell(tx, row.id, { local: false })).map(({ id }) => id)
        const kind = kindOfClock(stage === 'PASSED')
        tx.tell({ kind, entity: 'incident', id: row.id, members, cause: `${kind}:incident:${row.id}:${clock}:${due.toISOString()}`, about: clock, dueAt: due })
      }
    }
  },
}
