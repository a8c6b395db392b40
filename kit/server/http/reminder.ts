import { sql, type RawBuilder } from 'kysely'
import type { EntityDef } from '#kit/contract/entity.ts'
import type { Field, NamesOf } from '#kit/contract/field.ts'
import type { Role } from '#kit/contract/right.ts'
import { holdsForMembers, membersWho } from '#kit/server/access/member-reach.ts'
import { allOf, asSql, type RowRef, type RowRule } from '#kit/server/access/row-rule.ts'
import { fieldOf, rowRef, title } from '#kit/server/data/sql/columns.ts'
import { figureCondition } from '#kit/server/data/resources/figures.ts'
import type { Resource } from '#kit/server/data/resources/resource.ts'
import { digestShown, type DigestLine, type DigestPart, type DigestSource, type Job } from './area.ts'

/** A date of an entity's rows before which people are reminded, by their mail of the morning. */
export interface Reminder<E extends EntityDef> {
  readonly entity: E
  /** Stored, not derived: its past says since when the date is what it is. */
  readonly date: NamesOf<E['fields'], Field & { readonly kind: 'date' }>
  /** How many days before; as SQL where the organisation or the row itself says. */
  readonly days: readonly number[] | ((row: RowRef) => RawBuilder<readonly number[]>)
  /** When a row opens, where that is told as well: the step of that day says that it opens, and not that it is due. */
  readonly opens?: NamesOf<E['fields'], Field & { readonly kind: 'date' }>
  /** Of closed rows too, such as what is lived with and looked at again on a day. */
  readonly closed?: true
  /** Who is told, of those who may read the row: `anyOf(ownedBySelf, throughParent('exemption_register'))`. */
  readonly tell: RowRule
  /** The page that shows a row to holders of these roles. */
  readonly pageOf: (roles: readonly Role[]) => string
}

interface Found extends Omit<DigestPart, 'lines' | 'entity'> {
  readonly roles: readonly Role[]
  readonly lines: readonly Omit<DigestLine, 'path'>[]
}

const [t, h] = [rowRef('t'), rowRef('h')]

/**
 * Reminds of a date before it comes, as long as the row is open unless it is said otherwise: once for each row, date and step, however often the job runs. Of several steps that
 * passed unseen only the last is told; steps that had passed when the date was set are none, and a date that moves reminds anew.
 */
export function reminder<E extends EntityDef>(resource: Resource, { entity, date, days, opens, closed, tell, pageOf }: Reminder<E>): DigestSource {
  const { def } = resource
  const field = fieldOf(def, date)
  if (entity.name !== def.name || field?.kind !== 'date' || field.options.derived) throw new Error(`${def.name}.${date} is no stored date`)
  const steps = typeof days === 'function' ? days(t) : sql`${days}::int[]`
  return async (tx, { kind, memberIds, roleSets, shown = digestShown }) => {
    const readers = roleSets.filter(({ rights }) => rights.has(def.rights.read))
    if (kind !== 'DAILY' || readers.length === 0) return []
    const { customerId, today, who } = tx
    const open = resource.open && !closed ? figureCondition(resource, resource.open, t, who, today) : true
    const history = sql`select max(h.valid_to) from ${sql.table(`${def.name}_history`)} h
      where h.customer_id = ${customerId} and h.id = ${t('id')} and ${h(date)} is distinct from ${t(date)}`
    const since = sql`(coalesce((${history}), ${t('created_at')}) at time zone ${who.timeZone})::date`
    const found = await tx.run(sql<Found>`with ${membersWho(customerId, sql`m.id = any(${memberIds}::bigint[])`)},
      due as materialized (select ${t('id')}, ${t(date)} as day, step.days, ${opens ? sql`${t(date)} - step.days = ${t(opens)}` : sql`false`} as opening
        from ${sql.table(def.name)} as t cross join lateral (select min(d) as days from unnest(${steps}) as d
          where ${t(date)} - d <= ${today}::date and ${t(date)} - d > ${since}) as step
        where t.customer_id = ${customerId} and ${t(date)} >= ${today}::date and step.days is not null and ${asSql(open)}
          ${fieldOf(def, 'archived') ? sql`and not ${t('archived')}` : sql``}),
      told as (select w.id as member_id, w.roles, due.* from due join ${sql.table(def.name)} as t on t.customer_id = ${customerId} and t.id = due.id
        join w on ${asSql(holdsForMembers(allOf(tell, resource.rules.read), t, readers))}),
      claimed as (insert into reminder_sent (customer_id, entity, object_id, field, day, days, sent_on)
        select distinct ${customerId}::bigint, ${def.name}, id, ${date}, day, days, ${today}::date from told on conflict do nothing returning object_id, day, days),
      now_told as (select * from claimed union select object_id, day, days from reminder_sent
        where customer_id = ${customerId} and entity = ${def.name} and field = ${date} and sent_on = ${today}::date),
      ranked as (select told.*, count(*) over (partition by member_id, opening) as total, row_number() over (partition by member_id, opening order by told.day, told.id) as rank
        from told join now_told n on n.object_id = told.id and n.day = told.day and n.days = told.days)
      select member_id, roles, case when opening then 'opening' else 'ending' end as section, total::int as total, jsonb_agg(jsonb_build_object('id', ranked.id, 'identifier', ${identifierOf(def)},
          'name_en', ${nameIn(resource, 'en')}, 'name_fr', ${nameIn(resource, 'fr')}, 'day', day) order by rank) as lines
      from ranked join ${sql.table(def.name)} as t on t.customer_id = ${customerId} and t.id = ranked.id where rank <= ${shown} group by member_id, roles, opening, total`)
    return found.map(({ roles, lines, ...part }) => ({
      ...part,
      entity: def.name,
      lines: lines.map((line) => ({ ...line, path: `${pageOf(roles)}?id=${line.id}` })),
    }))
  }
}

const identifierOf = (def: EntityDef) => (fieldOf(def, 'identifier') ? t('identifier') : sql`null`)
/** A localized title in one language alone; any other as rows are called, be it stored or derived. */
const nameIn = (resource: Resource, lang: 'en' | 'fr') =>
  fieldOf(resource.def, resource.def.title)?.kind === 'localized' ? t(`${resource.def.title}_${lang}`) : title(resource, t, lang)

/** What was reminded of a date is of no use once the date has come. */
export const forgetReminders: Job = {
  name: 'reminder.forget',
  schedule: '40 3 * * *',
  run: async ({ tx }) => {
    await tx.run(sql`delete from reminder_sent where customer_id = ${tx.customerId} and day < ${tx.today}::date`)
  },
}
