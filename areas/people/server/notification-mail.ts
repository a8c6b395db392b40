import type { Language } from '#kit/contract/catalogue.ts'
import { notificationKindNames, type MailCadence } from '#kit/contract/notification-kinds.ts'
import type { Message } from '#kit/contract/errors.ts'
import { digestSections, digestShown, type DigestLine, type DigestPart } from '#kit/server/http/area.ts'
import { aboutKey } from '#kit/server/data/people/notifications.ts'
import type { Translate } from '#kit/server/http/words.ts'
import type { MailItem } from '#kit/server/mail/layout.ts'
import type { Mail } from '#kit/server/mail/mail.ts'
import { writtenDay, writtenMoment, type DateOrder } from '#kit/contract/date-order.ts'
import type { MemberNotifications, NotifiedObject } from './pending-notifications.ts'

export interface Reader {
  readonly email: string
  readonly lang: Language
  /** Null: as the language does. */
  readonly date_order: DateOrder | null
  readonly time_zone: string
  /** The organisation's name. */
  readonly customer: string
}

type NotifiedEvent = NotifiedObject['events'][number]

interface Links {
  /** What links begin with. */
  readonly publicUrl: string
  /** Lets its holder end mails of this kind. */
  readonly token: string
}

/** Events of an object that are told one by one. */
const linesShown = 3

/** A mail in its reader's own language: what was told, by what presses most, and (on Mondays) what else is open. */
export function mailOf(
  cadence: MailCadence,
  { email: to, lang, date_order, time_zone: timeZone, ...organisation }: Reader,
  { objects, more }: MemberNotifications,
  parts: readonly DigestPart[],
  translate: Translate,
  { publicUrl, token }: Links,
): Mail {
  const say = (message: Message) => translate(message, lang)
  const customer = oneLine(organisation.customer)
  const counted = (count: number) => (count > 0 ? [{ text: say({ key: 'people.digest.more', values: { count } }) }] : [])
  const due = (day: string | null) => (day ? ` (${say({ key: 'people.digest.due', values: { date: writtenDay(day, date_order ?? lang) } })})` : '')
  const away = ({ stands_for: of }: DigestLine) =>
    of ? say({ key: 'people.digest.stands_for', values: { name: oneLine(of.name), date: writtenDay(of.until, date_order ?? lang) } }) : ''
  const aboutOf = ({ area, entity }: NotifiedObject, { about, due_at: due }: NotifiedEvent) => ({
    about: about === null ? '' : say({ key: aboutKey({ area, name: entity }, about) }),
    due: due === null ? '' : writtenMoment(due, timeZone, date_order ?? lang),
  })
  const called = ({ identifier, name_en, name_fr }: Pick<DigestLine, 'identifier' | 'name_en' | 'name_fr'>) =>
    oneLine([identifier, lang === 'fr' ? (name_fr ?? name_en) : (name_en ?? name_fr)].filter(Boolean).join(' · '))
  const listed = new Set(parts.flatMap(({ entity, lines }) => lines.map(({ id }) => `${entity} ${id}`)))
  // What is due or late stands among what is open already, with its date.
  const own = objects.filter(({ entity, named, events }) => !listed.has(`${entity} ${named.id}`) || events.some(({ day }) => day === null))
  const itemOf = (object: NotifiedObject): MailItem => {
    const { entity, named, events } = object
    const { about } = leading(object)
    const sentences = events.filter(({ day }) => day === null).map((event) => textOf(event, aboutOf(object, event), say))
    const rest = sentences.length - linesShown
    const dated = events.find(({ day }) => day !== null)
    const name = `${called(named)}${due(dated?.day ?? null)}`
    return {
      text: dated && dated.away !== null ? say({ key: 'people.notifications.stood_in', values: { said: name, name: oneLine(dated.away) } }) : name,
      url: `${publicUrl}/open/${entity}/${named.id}${about === null ? '' : `#${about}`}`,
      lines: [...sentences.slice(0, linesShown), ...counted(rest).map(({ text }) => text)],
    }
  }
  const eventSections = notificationKindNames.flatMap((kind) => {
    const about = own.filter(({ lead }) => lead === kind)
    const items = [...about.slice(0, digestShown).map(itemOf), ...counted(about.length - digestShown)]
    return items.length > 0 ? [{ title: { key: `people.digest.told.${kind}` }, items }] : []
  })
  const last = eventSections.at(-1)
  if (last && more > 0) last.items.push(...counted(more))
  const dueSections = digestSections.flatMap((section) => {
    const within = parts.filter((part) => part.section === section)
    const items = within.flatMap(({ lines }) =>
      lines.map((line): MailItem => ({ text: `${called(line)}${due(line.day)}${away(line)}`, url: `${publicUrl}${line.path}` })),
    )
    const rest = within.reduce((sum, { total, lines }) => sum + total - lines.length, 0)
    return items.length > 0 ? [{ title: { key: `people.digest.sections.${section}` }, items: [...items, ...counted(rest)] }] : []
  })
  const name = { AT_ONCE: 'at_once', DAILY: 'daily', WEEKLY: 'weekly' }[cadence]
  const [only] = own
  return {
    to,
    lang,
    subject:
      cadence === 'AT_ONCE' && only && own.length === 1
        ? {
            key: `people.digest.subject.${only.lead}`,
            values: { who: only.events[0]?.actor ?? 'Vigie', what: called(only.named), ...aboutOf(only, leading(only)) },
          }
        : { key: `people.digest.${name}_subject`, values: { customer } },
    paragraphs: [{ key: `people.digest.${name}_intro`, values: { customer } }],
    sections: [...eventSections, ...dueSections],
    action: { label: { key: 'people.digest.open_profile' }, url: `${publicUrl}/profile#notifications` },
    closing: { key: 'people.digest.hint' },
    unsubscribe: {
      label: { key: `people.digest.${name}_unsubscribe` },
      page: `${publicUrl}/unsubscribe/${token}`,
      oneClick: `${publicUrl}/api/user/unsubscribe/${token}`,
    },
  }
}

/** What people wrote begins no line of its own: it would pass for one of the mail's. */
const oneLine = (text: string) => text.replaceAll(/[^\S\u00A0\u202F]+/g, ' ')

/** The event that presses most. */
const leading = ({ lead, events }: NotifiedObject): NotifiedEvent => events.find(({ kind }) => kind === lead) ?? (events[0] as NotifiedEvent)

const textOf = (
  { kind, actor, away, text }: NotifiedEvent,
  about: { readonly about: string; readonly due: string },
  say: (message: Message) => string,
): string => {
  const said = say({ key: `people.digest.said.${kind}`, values: { who: actor ?? 'Vigie', ...about } })
  const words = away === null ? said : say({ key: 'people.notifications.stood_in', values: { said, name: oneLine(away) } })
  return text === null ? words : say({ key: 'people.digest.quote', values: { words, text: oneLine(text) } })
}
