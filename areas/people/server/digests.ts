import { wallClock } from '#kit/contract/wall-clock.ts'
import { sql, type RawBuilder } from 'kysely'
import type { DateOrder } from '#kit/contract/date-order.ts'
import type { Language } from '#kit/contract/catalogue.ts'
import type { MailCadence, NotificationKind } from '#kit/contract/notification-kinds.ts'
import type { Role } from '#kit/contract/right.ts'
import { comesIn } from '#kit/server/access/member-reach.ts'
import type { Secrets } from '#kit/server/access/secrets.ts'
import { mailAtOnceJob } from '#kit/server/data/people/notify.ts'
import type { Resources } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { DigestPart, DigestSource, Job, JobContext, LongJob } from '#kit/server/http/area.ts'
import type { Translate } from '#kit/server/http/words.ts'
import { sendMails } from '#kit/server/mail/mail.ts'
import { takeNotifications } from './pending-notifications.ts'
import { mailOf } from './notification-mail.ts'
import { leavingToken } from './unsubscribe.ts'

export interface DigestOptions {
  readonly sources: readonly DigestSource[]
  /** The rights of roles in an organisation with these features. */
  readonly rightsOf: (roles: readonly Role[], features: readonly string[]) => ReadonlySet<string>
  readonly translate: Translate
  /** What links begin with. */
  readonly publicUrl: string
  readonly secrets: Secrets
}

interface Reader {
  readonly id: number
  readonly email: string
  readonly lang: Language
  readonly time_zone: string
  readonly date_order: DateOrder | null
  readonly roles: readonly Role[]
  readonly features: readonly string[]
  readonly customer: string
}

/** Members told in one transaction. */
const batch = 500
const dayLong = 24 * 3_600_000
/** The hour of each member's own clock at which their mails of the morning are written. */
const morningHour = 7
/** Minutes that lie between two mails at once to one member, however much happens. */
const apartMinutes = 5
/** What is told one by one of one morning, of an entity and a section. */
const membersAtOnce = 200

/** The mails that tell members what they were told (ACC-70): at once, each morning, and on Mondays with all that is open; each thing by one of them. */
export const digestJobs = (options: DigestOptions): readonly (Job | LongJob)[] => [
  morningJob,
  {
    name: 'digest.daily',
    runLong: async (context) => {
      await tellDays(context, options)
      await mailJob('DAILY', options).runLong(context)
    },
  },
  { name: 'digest.weekly', ...mailJob('WEEKLY', options) },
  // Besides each time that something is told: for those who had a mail a moment ago.
  { name: mailAtOnceJob, schedule: '*/5 * * * *', ...mailJob('AT_ONCE', options) },
]

/** Begins the morning of each time zone of the organisation's people when it has come there, once a day: mails are each in their reader's morning. */
export const morningJob: Job = {
  name: 'digest.morning',
  schedule: '*/15 * * * *',
  run: async ({ tx }) => {
    const zones = await tx.run(sql<{
      zone: string
    }>`select distinct coalesce(m.time_zone, c.time_zone) as zone from member m join customer c on c.id = m.customer_id
      where m.customer_id = ${tx.customerId} and ${comesIn(tx.today)} order by 1`)
    const begun = zones.flatMap(({ zone }) => {
      const { day, hour, monday } = localTime(tx.now, zone)
      return hour >= morningHour ? [{ zone, day, monday }] : []
    })
    if (begun.length === 0) return
    const fresh = await tx.run(sql<{ zone: string }>`insert into morning as h (customer_id, zone, day)
      select ${tx.customerId}::bigint, * from unnest(${begun.map(({ zone }) => zone)}::text[], ${begun.map(({ day }) => day)}::date[]) order by 2
      on conflict (customer_id, zone) do update set day = excluded.day where h.day < excluded.day returning zone`)
    for (const { zone, monday } of begun) {
      if (!fresh.some((one) => one.zone === zone)) continue
      tx.enqueue({ name: 'digest.daily', data: { zone }, key: zone })
      if (monday) tx.enqueue({ name: 'digest.weekly', data: { zone }, key: zone })
    }
  },
}

function localTime(now: Date, timeZone: string): { readonly day: string; readonly hour: number; readonly monday: boolean } {
  const shown = wallClock(now, timeZone)
  const day = shown.slice(0, 10)
  return { day, hour: Number(shown.slice(11, 13)), monday: new Date(`${day}T00:00:00Z`).getUTCDay() === 1 }
}

type Context = Pick<JobContext, 'data' | 'apart' | 'resources'>

/** The time zone whose people a job is about; all of them, by the organisation's day, where none is said. */
const zoneOf = ({ data }: Context): string | null => (data as { readonly zone?: string }).zone ?? null

/** Days stay the organisation's, as everywhere: what is late in its lists is late in its mails. */
const livesIn = (zone: string | null): RawBuilder<boolean> => (zone === null ? sql<boolean>`true` : sql<boolean>`coalesce(m.time_zone, c.time_zone) = ${zone}`)

const roleSetsOf = (readers: readonly Pick<Reader, 'roles' | 'features'>[], { rightsOf }: Pick<DigestOptions, 'rightsOf'>) => [
  ...new Map(readers.map(({ roles, features }) => [roles.join(), { roles, rights: rightsOf(roles, features) }])).values(),
]

/** What a section of the morning is as a notification; what was assigned as a whole was told when it was, parts of it are told here. */
const kindOf = { assigned: 'assigned', due: 'due_soon', late: 'late', opening: 'opened', ending: 'expiring' } as const satisfies Partial<
  Record<DigestPart['section'], NotificationKind>
>

/** Before the mails, to everybody who may come in, whether they want a mail or not: what is due today, has become late or ends soon, each object by itself. */
export async function tellDays(context: Context, options: Pick<DigestOptions, 'sources' | 'rightsOf'>): Promise<void> {
  const zone = zoneOf(context)
  let last: number | undefined = 0
  while (last !== undefined) {
    const after: number = last
    last = await context.apart(async (tx) => {
      const readers = await membersAfter(tx, after, livesIn(zone))
      const asked = {
        kind: 'DAILY',
        memberIds: readers.map(({ id }) => id),
        roleSets: roleSetsOf(readers, options),
        since: new Date(tx.now.getTime() - dayLong),
        shown: membersAtOnce,
      } as const
      for (const source of readers.length > 0 ? options.sources : []) for (const part of await source(tx, asked)) tellPart(tx, part)
      return readers.length < batch ? undefined : readers.at(-1)?.id
    })
  }
}

function tellPart(tx: Tx, { section, entity, member_id, lines }: DigestPart): void {
  if (section === 'open') return
  const kind = kindOf[section]
  for (const { id, day } of lines) {
    // A day comes once; that it comes closer is told by the mornings that a reminder names.
    const causes = { due: day, late: day, opening: day, ending: `${day} on ${tx.today}`, assigned: `parts on ${tx.today}` }
    tx.tell({ kind, entity, id, members: [member_id], cause: `${kind}:${entity}:${id}:${causes[section] ?? ''}`, ...(section !== 'assigned' && { day }) })
  }
}

const membersAfter = (tx: Tx, after: number, condition: RawBuilder<boolean>): Promise<Pick<Reader, 'id' | 'roles' | 'features'>[]> =>
  tx.run(sql<Pick<Reader, 'id' | 'roles' | 'features'>>`select m.id, m.roles, c.features from member m join customer c on c.id = m.customer_id
    where m.customer_id = ${tx.customerId} and ${comesIn(tx.today)} and ${condition} and m.id > ${after} order by m.id limit ${batch}`)

const mailJob = (cadence: MailCadence, options: DigestOptions): Pick<LongJob, 'runLong'> => ({
  runLong: async (context) => {
    const zone = zoneOf(context)
    let last: number | undefined = 0
    while (last !== undefined) {
      const after: number = last
      last = await context.apart((tx) => mailBatch(tx, context.resources, cadence, after, livesIn(zone), options))
    }
  },
})

/** Writes to the members that come after one; answers the last of them, or nothing when there are no more. What a mail tells is taken in its transaction, so that nothing is told twice or lost. */
async function mailBatch(
  tx: Tx,
  resources: Resources,
  cadence: MailCadence,
  after: number,
  condition: RawBuilder<boolean>,
  options: DigestOptions,
): Promise<number | undefined> {
  const waiting = await readersAfter(tx, cadence, after, condition)
  if (waiting.length === 0) return undefined
  const last = waiting.length < batch ? undefined : waiting.at(-1)?.id
  const ours = await claim(tx, cadence, waiting)
  const readers = waiting.filter(({ id }) => ours.has(id))
  const { translate, publicUrl, secrets } = options
  const [memberIds, roleSets] = [readers.map(({ id }) => id), roleSetsOf(readers, options)]
  const parts = new Map<number, DigestPart[]>()
  const asked = { kind: 'WEEKLY', memberIds, roleSets, since: new Date(tx.now.getTime() - dayLong) } as const
  for (const source of cadence === 'WEEKLY' ? options.sources : [])
    for (const part of await source(tx, asked)) parts.set(part.member_id, [...(parts.get(part.member_id) ?? []), part])
  const notifications = await takeNotifications(tx, resources, cadence, memberIds, roleSets)
  const written = readers.filter(({ id }) => parts.has(id) || notifications.has(id))
  const mails = written.map((reader) =>
    mailOf(cadence, reader, notifications.get(reader.id) ?? { objects: [], more: 0 }, parts.get(reader.id) ?? [], translate, {
      publicUrl,
      token: leavingToken(secrets, { customerId: tx.customerId, memberId: reader.id, cadence }, tx.now),
    }),
  )
  if (mails.length > 0) await sendMails(tx, translate, mails)
  return last
}

/**
 * Members to whom there is something to write, who may come in and whose address is proved: one mail of the day or the week a day, one at once in a few minutes.
 */
function readersAfter(tx: Tx, cadence: MailCadence, after: number, condition: RawBuilder<boolean>): Promise<Reader[]> {
  const waiting = sql<boolean>`exists (select 1 from notification n where n.customer_id = m.customer_id and n.member_id = m.id and n.mail = ${cadence})`
  const had =
    cadence === 'AT_ONCE' ? sql<boolean>`d.sent_at > moment() - make_interval(mins => ${apartMinutes}::int)` : sql<boolean>`d.sent_on >= ${tx.today}::date`
  return tx.run(sql<Reader>`select m.id, m.email, m.lang, m.date_order, coalesce(m.time_zone, c.time_zone) as time_zone, m.roles, c.features, c.name as customer
    from member m join customer c on c.id = m.customer_id join reachable_members(${tx.today}::date) r on r.member_id = m.id
    where m.customer_id = ${tx.customerId} and ${comesIn(tx.today)} and ${condition} and m.id > ${after}
      and ${cadence === 'WEEKLY' ? sql<boolean>`m.weekly_digest` : waiting}
      and not exists (select 1 from digest_mail d where d.customer_id = m.customer_id and d.member_id = m.id and d.kind = ${cadence} and ${had})
    order by m.id limit ${batch}`)
}

/** Of these members those who have had no mail of the kind yet: from now on they have, so that of two jobs that run together one writes. */
async function claim(tx: Tx, cadence: MailCadence, readers: readonly Reader[]): Promise<ReadonlySet<number>> {
  const fresh = cadence === 'AT_ONCE' ? sql`d.sent_at < excluded.sent_at` : sql`d.sent_on < excluded.sent_on`
  const rows = await tx.run(sql<{ member_id: number }>`insert into digest_mail as d (customer_id, member_id, kind, sent_on, sent_at)
      select ${tx.customerId}::bigint, id, ${cadence}, ${tx.today}::date, moment() from unnest(${readers.map(({ id }) => id)}::bigint[]) as id order by id
    on conflict (customer_id, member_id, kind) do update set sent_on = excluded.sent_on, sent_at = excluded.sent_at where ${fresh} returning member_id`)
  return new Set(rows.map((row) => row.member_id))
}
