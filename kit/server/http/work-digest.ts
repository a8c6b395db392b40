import { sql, type RawBuilder } from 'kysely'
import type { Role } from '#kit/contract/right.ts'
import type { WorkItem } from '#kit/contract/work-item.ts'
import { holdsForMembers, membersWho } from '#kit/server/access/member-reach.ts'
import { asSql } from '#kit/server/access/row-rule.ts'
import { fieldOf, rowRef } from '#kit/server/data/sql/columns.ts'
import type { Resource } from '#kit/server/data/resources/resource.ts'
import { isOpenRow, isWatchedRow, responsibleColumns } from '#kit/server/data/work/work-sql.ts'
import { digestShown, type DigestLine, type DigestPart, type DigestSource } from './area.ts'

interface Found extends Omit<DigestPart, 'lines' | 'entity'> {
  readonly roles: readonly Role[]
  readonly lines: readonly Omit<DigestLine, 'path'>[]
}

const [t, h, k] = [rowRef('t'), rowRef('h'), rowRef('k')]

/**
 * What members have to do of an entity with a lifecycle: what they or their groups are responsible for, and parts that are theirs in anybody's work.
 * One statement for all of them, in which each is told what the rule of the rows lets them read. `pageOf` names the page that shows it to holders of roles.
 */
export function workDigest(resource: Resource & { readonly work?: WorkItem }, pageOf: (roles: readonly Role[]) => string): DigestSource {
  const { def, work, rules } = resource
  if (!work?.responsible) throw new Error(`${def.name}: nobody is responsible for it, so nobody is told`)
  return async (tx, { kind, memberIds, since, roleSets, shown = digestShown }) => {
    const { customerId, today } = tx
    const readers = roleSets.filter(({ rights }) => rights.has(def.rights.read))
    if (readers.length === 0) return []
    const readable = holdsForMembers(rules.read, t, readers)
    const section =
      kind === 'DAILY'
        ? sql`case when day = ${today}::date - 1 then 'late' when day = ${today}::date then 'due' when recent then 'assigned' end`
        : sql`case when day < ${today}::date then 'late' else 'open' end`
    const union = sql.join(branches(resource, work, { customerId, today, memberIds, since, readable: asSql(readable) }), sql` union all `)
    const found = await tx.run(sql<Found>`with ${membersWho(customerId, sql`m.id = any(${memberIds}::bigint[])`)},
      told as (${union}),
      ranked as (select x.*, count(*) over (partition by member_id, section) as total, row_number() over (partition by member_id, section order by day, id) as rank
        from (select told.*, ${section} as section from told) x where section is not null)
      select member_id, roles, section, total::int as total, jsonb_agg(jsonb_build_object('id', id, 'identifier', identifier, 'name_en', name_en, 'name_fr', name_fr, 'day', day, 'stands_for', stands_for) order by rank) as lines
      from ranked where rank <= ${shown} group by member_id, roles, section, total`)
    return found.map(({ roles, lines, ...part }) => ({
      ...part,
      entity: def.name,
      lines: lines.map((line) => ({ ...line, path: `${pageOf(roles)}?id=${line.id}` })),
    }))
  }
}

interface Asked {
  readonly customerId: number
  readonly today: string
  readonly memberIds: readonly number[]
  readonly since: Date
  readonly readable: RawBuilder<boolean>
}

/** The ways in which work is somebody's: they are responsible, or stand in for who is, their group is, or a part of it is theirs. */
function branches({ derived }: Resource, work: WorkItem, { customerId, today, memberIds, since, readable }: Asked): RawBuilder<unknown>[] {
  const { entity, parts, due } = work
  const { person, group } = responsibleColumns(work)
  const table = sql.table(entity.name)
  const worked = derived?.[entity.title]
  const name = (lang: 'en' | 'fr'): RawBuilder<unknown> =>
    worked ? worked(t, lang) : t(fieldOf(entity, entity.title)?.kind === 'localized' ? `${entity.title}_${lang}` : entity.title)
  const inEither = (lang: 'en' | 'fr') => sql`coalesce(${name(lang)}, ${name(lang === 'en' ? 'fr' : 'en')})`
  const identifier = fieldOf(entity, 'identifier') ? t('identifier') : sql`null`
  const row = (o: { en: RawBuilder<unknown>; fr: RawBuilder<unknown>; day: RawBuilder<unknown>; recent: RawBuilder<unknown>; away?: RawBuilder<unknown> }) =>
    sql`select w.id as member_id, w.roles, t.id, ${identifier} as identifier, ${o.en} as name_en, ${o.fr} as name_fr, ${o.day}::date as day, ${o.recent} as recent, ${o.away ?? sql`null::jsonb`} as stands_for`
  const own = { en: name('en'), fr: name('fr'), day: due ? t(due.date) : sql`null`, recent: sql`false` }
  const open = sql`t.customer_id = ${customerId} and ${isOpenRow(work, t)} and ${isWatchedRow(work, t)} and ${readable}`
  const found: RawBuilder<unknown>[] = []
  if (person !== null) found.push(sql`${row(own)} from ${table} t join w on w.id = ${t(person)} where ${open} and ${t(person)} = any(${memberIds}::bigint[])`)
  if (person !== null)
    found.push(sql`${row({ ...own, away: sql`jsonb_build_object('name', away.name, 'until', s.last_day)` })} from ${table} t
      join stand_ins(${customerId}, ${today}::date) s on s.member_id = ${t(person)} join member away on away.customer_id = ${customerId} and away.id = s.member_id
      join w on w.id = s.stand_in_id where ${open} and s.stand_in_id = any(${memberIds}::bigint[])`)
  if (group !== null)
    found.push(sql`${row(own)} from ${table} t join group__members g on g.customer_id = ${customerId} and g.owner_id = ${t(group)} join w on w.id = g.target_id
      where ${open} and ${person === null ? sql`true` : sql`${t(person)} is null`}`)
  if (parts) {
    const owned = `${entity.name}__${parts.field}`
    const theirs = `${parts.person}_id`
    const titled = (lang: 'en' | 'fr') => sql`${k(parts.title)} || ' – ' || ${inEither(lang)}`
    // Whoever becomes responsible for the whole is told at once, of parts each morning; nobody of what they took themselves, nor of what was theirs a day ago.
    const recent = sql`k.valid_from >= ${since} and t.updated_at >= ${since} and t.updated_by is distinct from w.id and not exists (select 1 from ${sql.table(`${owned}_history`)} h
      where h.customer_id = ${customerId} and h.valid_from <= ${since} and h.valid_to > ${since} and h.id = ${k('id')} and ${h(theirs)} = w.id)`
    found.push(sql`${row({ en: titled('en'), fr: titled('fr'), day: k(parts.due), recent })}
      from ${sql.table(owned)} k join ${table} t on t.customer_id = ${customerId} and t.id = k.owner_id join w on w.id = ${k(theirs)}
      where k.customer_id = ${customerId} and ${k(parts.status)} = ${parts.open} and ${open} and ${k(theirs)} = any(${memberIds}::bigint[])`)
  }
  return found
}
