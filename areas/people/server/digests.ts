import { sql } from 'kysely'
import type { Language } from '#kit/contract/catalogue.ts'
import type { NotificationKind } from '#kit/contract/notification-kinds.ts'
import type { Role } from '#kit/contract/right.ts'
import { comesIn } from '#kit/server/access/member-reach.ts'
import type { Tx } from '#kit/server/data/transaction.ts'
import { digestSections, type DigestLine, type DigestPart, type DigestSource, type LongJob } from '#kit/server/http/area.ts'
import type { Translate } from '#kit/server/http/words.ts'
import { sendMails, type Mail } from '#kit/server/mail/mail.ts'
import { writtenDay } from '#kit/contract/date-order.ts'

export interface DigestOptions {
  readonly sources: readonly DigestSource[]
  /** The rights of roles in an organisation with these features. */
  readonly rightsOf: (roles: readonly Role[], features: readonly string[]) => ReadonlySet<string>
  readonly translate: Translate
  /** What links begin with. */
  readonly publicUrl: string
}

type Kind = 'DAILY' | 'WEEKLY'

interface Reader {
  readonly id: number
  readonly email: string
  readonly lang: Language
  readonly roles: readonly Role[]
  readonly features: readonly string[]
}

/** Members told in one transaction. */
const batch = 500
const dayLong = 24 * 3_600_000

/** The mails of the morning, in each organisation's time: every day what is new, due or late, every Monday all that is open (ACC-70). */
export const digestJobs = (options: DigestOptions): readonly LongJob[] => [
  tellDays(options),
  digestJob('DAILY', '0 7 * * *', options),
  digestJob('WEEKLY', '0 7 * * 1', options),
]

/** What a section of the morning's mail is as a notification; what was assigned was told when it was. */
const kindOf = { due: 'due_soon', late: 'late', ending: 'expiring' } as const satisfies Partial<Record<DigestPart['section'], NotificationKind>>

/** Before the mails, to everybody who may come in, whether they want a mail or not: what is due today, has become late or ends soon, each object by itself. */
const tellDays = ({ sources, rightsOf }: DigestOptions): LongJob => ({
  name: 'notification.days',
  schedule: '30 6 * * *',
  runLong: async ({ apart }) => {
    let last: number | undefined = 0
    while (last !== undefined) {
      const after: number = last
      last = await apart(async (tx) => {
        const readers = await everybodyAfter(tx, after)
        const sets = new Map(readers.map(({ roles, features }) => [roles.join(), { roles, rights: rightsOf(roles, features) }]))
        const since = new Date(tx.now.getTime() - dayLong)
        const asked = { kind: 'DAILY', memberIds: readers.map(({ id }) => id), roleSets: [...sets.values()], since } as const
        for (const source of readers.length > 0 ? sources : []) for (const part of await source(tx, asked)) tellPart(tx, part)
        return readers.length < batch ? undefined : readers.at(-1)?.id
      })
    }
  },
})

function tellPart(tx: Tx, { section, entity, member_id, lines }: DigestPart): void {
  if (section !== 'due' && section !== 'late' && section !== 'ending') return
  const kind = kindOf[section]
  for (const { id, day } of lines) tx.tell({ kind, entity, id, members: [member_id], cause: `${kind}:${entity}:${id}:${day ?? ''}`, day })
}

const everybodyAfter = (tx: Tx, after: number): Promise<Pick<Reader, 'id' | 'roles' | 'features'>[]> =>
  tx.run(sql<Pick<Reader, 'id' | 'roles' | 'features'>>`select m.id, m.roles, c.features from member m join customer c on c.id = m.customer_id
    where m.customer_id = ${tx.customerId} and ${comesIn(tx.today)} and m.id > ${after} order by m.id limit ${batch}`)

const digestJob = (kind: Kind, schedule: string, options: DigestOptions): LongJob => ({
  name: `digest.${kind.toLowerCase()}`,
  schedule,
  runLong: async ({ apart }) => {
    let last: number | undefined = 0
    while (last !== undefined) {
      const after: number = last
      last = await apart((tx) => tellBatch(tx, kind, after, options))
    }
  },
})

/** Tells the members that come after one; answers the last of them, or nothing when there are no more. */
async function tellBatch(tx: Tx, kind: Kind, after: number, { sources, rightsOf, translate, publicUrl }: DigestOptions): Promise<number | undefined> {
  const readers = await readersAfter(tx, kind, after)
  if (readers.length === 0) return undefined
  const sets = new Map(readers.map(({ roles, features }) => [roles.join(), { roles, rights: rightsOf(roles, features) }]))
  const asked = { kind, memberIds: readers.map(({ id }) => id), roleSets: [...sets.values()], since: new Date(tx.now.getTime() - dayLong) }
  const parts = new Map<number, DigestPart[]>()
  for (const source of sources) for (const part of await source(tx, asked)) parts.set(part.member_id, [...(parts.get(part.member_id) ?? []), part])
  const told = await claim(tx, kind, [...parts.keys()])
  const mails = readers.flatMap((reader) => {
    const customer = told.get(reader.id)
    return customer === undefined ? [] : [digestOf(kind, reader, parts.get(reader.id) ?? [], { translate, publicUrl, customer })]
  })
  if (mails.length > 0) await sendMails(tx, translate, mails)
  return readers.length < batch ? undefined : readers.at(-1)?.id
}

/** Those who have had their mail of the day are asked nothing: what a source tells once would be told to nobody. */
function readersAfter(tx: Tx, kind: Kind, after: number): Promise<Reader[]> {
  const wanted = sql.ref(kind === 'DAILY' ? 'm.daily_notifications' : 'm.weekly_digest')
  return tx.run(sql<Reader>`select m.id, m.email, m.lang, m.roles, c.features
    from member m join customer c on c.id = m.customer_id join reachable_members(${tx.today}::date) r on r.member_id = m.id
    where m.customer_id = ${tx.customerId} and m.kind = 'MEMBER' and ${wanted} and not m.disabled and not m.archived and not m.awaits_approval
      and coalesce(m.access_start <= ${tx.today}::date, true) and coalesce(m.access_end >= ${tx.today}::date, true) and m.id > ${after}
      and not exists (select 1 from digest_mail d where d.customer_id = m.customer_id and d.member_id = m.id and d.kind = ${kind} and d.sent_on >= ${tx.today}::date)
    order by m.id limit ${batch}`)
}

/** Of these members those who have had no mail of the kind today, with the organisation's name; from now on they have. */
async function claim(tx: Tx, kind: Kind, memberIds: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (memberIds.length === 0) return new Map()
  const rows = await tx.run(sql<{ member_id: number; customer: string }>`with told as (insert into digest_mail as d (customer_id, member_id, kind, sent_on)
        select ${tx.customerId}, id, ${kind}, ${tx.today}::date from unnest(${memberIds}::bigint[]) as id order by id
      on conflict (customer_id, member_id, kind) do update set sent_on = excluded.sent_on where d.sent_on < excluded.sent_on returning member_id)
    select told.member_id, c.name as customer from told cross join customer c where c.id = ${tx.customerId}`)
  return new Map(rows.map((row) => [row.member_id, row.customer]))
}

/** A digest in its reader's own language. */
function digestOf(
  kind: Kind,
  { email: to, lang }: Reader,
  parts: readonly DigestPart[],
  { translate, publicUrl, customer }: Omit<DigestOptions, 'sources' | 'rightsOf'> & { readonly customer: string },
): Mail {
  const name = kind === 'DAILY' ? 'daily' : 'weekly'
  const text = ({ identifier, day, name_en, name_fr }: DigestLine) => {
    const title = lang === 'fr' ? (name_fr ?? name_en) : (name_en ?? name_fr)
    const due = day ? ` (${translate({ key: 'people.digest.due', values: { date: writtenDay(day, lang) } }, lang)})` : ''
    return `${[identifier, title].filter(Boolean).join(' · ')}${due}`
  }
  const sections = digestSections.flatMap((section) => {
    const own = parts.filter((part) => part.section === section)
    const items = own.flatMap(({ lines }) => lines.map((line) => ({ text: text(line), url: `${publicUrl}${line.path}` })))
    const rest = own.reduce((sum, { total, lines }) => sum + total - lines.length, 0)
    const more = rest > 0 ? [{ text: translate({ key: 'people.digest.more', values: { count: rest } }, lang) }] : []
    return items.length > 0
      ? [{ title: { key: `people.digest.sections.${kind === 'DAILY' && section === 'late' ? 'newly_late' : section}` }, items: [...items, ...more] }]
      : []
  })
  return {
    to,
    lang,
    subject: { key: `people.digest.${name}_subject`, values: { customer } },
    paragraphs: [{ key: `people.digest.${name}_intro` }],
    sections,
    action: { label: { key: 'people.digest.open_profile' }, url: `${publicUrl}/profile#preferences` },
    closing: { key: 'people.digest.hint' },
  }
}
