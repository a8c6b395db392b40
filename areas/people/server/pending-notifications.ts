import { sql } from 'kysely'
import { notificationKindNames, type MailCadence, type NotificationKind } from '#kit/contract/notification-kinds.ts'
import { holdsForMembers, membersWho, type RoleSet } from '#kit/server/access/member-reach.ts'
import { asSql } from '#kit/server/access/row-rule.ts'
import { fieldOf, rowRef, scalar } from '#kit/server/data/sql/columns.ts'
import { resourceOf, type Resource, type Resources } from '#kit/server/data/resources/resource.ts'
import { mentionTexts } from '#kit/server/data/people/mention-texts.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'

/** The most events that one mail is made of; it counts the others. */
const eventsRead = 200
/** What was told longer ago, while no mail could be sent, is news no more. */
const newsDays = 8

interface Event {
  readonly member_id: number
  readonly kind: NotificationKind
  readonly entity: string
  readonly object_id: number
  readonly day: string | null
  readonly actor: string | null
  /** Who is away, where the member stands in. */
  readonly away: string | null
  /** Which clock of the object, and when it runs out. */
  readonly about: string | null
  readonly due_at: Date | null
  /** The beginning of what was said. */
  readonly text: string | null
  /** How many wait for the member, these included. */
  readonly total: number
}

interface Named {
  readonly member_id: number
  readonly id: number
  readonly identifier: string | null
  readonly name_en: string | null
  readonly name_fr: string | null
}

/** An object with what happened to it, newest first; `lead` is what presses most. */
export interface NotifiedObject {
  readonly lead: NotificationKind
  readonly entity: string
  readonly area: string
  readonly named: Named
  readonly events: readonly Event[]
}

export interface MemberNotifications {
  readonly objects: readonly NotifiedObject[]
  /** Events beyond those that were read. */
  readonly more: number
}

/**
 * Takes what these members are to be told by a kind of mail: from now on no mail tells it, whoever asks. What they have read meanwhile, and objects that they may
 * read no more, are left out; objects bear the names that they have now. One statement, and one for each entity.
 */
export async function takeNotifications(
  tx: Tx,
  resources: Resources,
  cadence: MailCadence,
  memberIds: readonly number[],
  roleSets: readonly RoleSet[],
): Promise<ReadonlyMap<number, MemberNotifications>> {
  const events = await tx.run(sql<Event>`with taken as (update notification set mail = null where customer_id = ${tx.customerId} and mail = ${cadence}
      and member_id = any(${memberIds}::bigint[]) returning *),
    n as (select t.*, (count(*) over (partition by member_id))::int as total, row_number() over (partition by member_id order by id desc) as rank
      from taken t where read_at is null and created_at > moment() - make_interval(days => ${newsDays}::int))
    select n.member_id, n.kind, n.entity, n.object_id, n.day, n.about, n.due_at, n.total, (select m.name from member m where m.customer_id = n.customer_id and m.id = n.actor_id) as actor,
      (select m.name from member m where m.customer_id = n.customer_id and m.id = n.for_id) as away,
      (select left(c.text, 200) from comment c where c.customer_id = n.customer_id and c.id = n.comment_id and c.entity = n.entity and c.object_id = n.object_id) as text
    from n where rank <= ${eventsRead} order by n.id desc`)
  const spoken = await mentionTexts(
    tx,
    null,
    events.flatMap(({ text }) => text ?? []),
  )
  const names = new Map<string, Named>()
  for (const [entity, alike] of [...Map.groupBy(events, (event) => event.entity)].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const resource = resources.get(entity)
    for (const named of resource ? await namesOf(tx, resource, alike, roleSets) : []) names.set(keyOf(named.member_id, entity, named.id), named)
  }
  const byMember = new Map<number, MemberNotifications>()
  for (const [member, own] of Map.groupBy(events, (event) => event.member_id)) {
    const objects = [...Map.groupBy(own, (event) => keyOf(member, event.entity, event.object_id))].flatMap(([key, about]): NotifiedObject[] => {
      const named = names.get(key)
      const kinds = new Set(about.map(({ kind }) => kind))
      const lead = notificationKindNames.find((kind) => kinds.has(kind))
      return named && lead && about[0]
        ? [
            {
              lead,
              entity: about[0].entity,
              named,
              events: about.map((event) => ({ ...event, text: event.text === null ? null : spoken(event.text) })),
              area: resourceOf(resources, about[0].entity).def.area,
            },
          ]
        : []
    })
    if (objects.length > 0) byMember.set(member, { objects, more: (own[0]?.total ?? 0) - own.length })
  }
  return byMember
}

const keyOf = (member: number, entity: string, id: number) => `${member} ${entity} ${id}`

/** What objects are called, for each of the members who may read them. */
async function namesOf(tx: Tx, resource: Resource, events: readonly Event[], roleSets: readonly RoleSet[]): Promise<Named[]> {
  const { def, rules } = resource
  const readers = roleSets.filter(({ rights }) => rights.has(def.rights.read))
  if (readers.length === 0) return []
  const t = rowRef('t')
  const name = (lang: 'en' | 'fr') => sql`(${scalar(resource, def.title, t, lang, tx.who)})::text`
  const members = events.map((event) => event.member_id)
  return tx.run(sql<Named>`with ${membersWho(tx.customerId, sql`m.id = any(${[...new Set(members)]}::bigint[])`)}
    select w.id as member_id, t.id, ${fieldOf(def, 'identifier') ? sql`${t('identifier')}::text` : sql`null::text`} as identifier, ${name('en')} as name_en, ${name('fr')} as name_fr
    from (select distinct * from unnest(${members}::bigint[], ${events.map(({ object_id: id }) => id)}::bigint[]) as e (member_id, object_id)) p
      join w on w.id = p.member_id join ${sql.table(def.name)} as t on t.customer_id = ${tx.customerId} and t.id = p.object_id
    where ${asSql(holdsForMembers(rules.read, t, readers))}`)
}
