import { sql } from 'kysely'
import { comesIn } from '#kit/server/access/member-reach.ts'
import { asSql } from '#kit/server/access/row-rule.ts'
import { roles, type Right } from '#kit/contract/right.ts'
import { mayAct } from '#kit/server/data/people/assignees.ts'
import { referenceName, referenceObject, rowRef } from '#kit/server/data/sql/columns.ts'
import type { Resources } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { heavyWeek, weeksAhead, type Departure, type DepartureLine, type TakerReason } from '#areas/people/contract/holder-calls.ts'
import { askedBy, assignedLimit, rightAsked } from './assigned-objects.ts'
import { held, holdingsOf } from './assigned-rows.ts'
import { plannedFor } from './planned-hand-over.ts'
import { aheadOf, endOf, heldRows, listPoints, placeOf, weekOf, weeksFrom, withAhead } from './holders.ts'

/** Lines of a proposal: where there would be more, places in which there is little of a kind go together. */
const [linesShown, littleInAPlace] = [40, 3]
/** People proposed for a line, the best first. */
const takersShown = 8
/** People looked at beside those for whom something speaks: those with the least to do. */
const idleLookedAt = 50

type HeldObject = DepartureLine['objects'][number] & {
  readonly place: number | null
  readonly place_name: string | null
}

/** What somebody answers for, as the page of their objects lists it, with the day on which it is due and where it is. */
async function objectsOf(tx: Tx, resources: Resources, member: number): Promise<HeldObject[]> {
  const branches = holdingsOf(resources.values(), tx.customerId, member).map(({ resource, field, condition }) => {
    const { def } = resource
    const [end, place] = [endOf(resource), placeOf(resource)]
    const placeField = place === null ? undefined : def.fields[place]
    return sql`select ${def.name}::text as entity, ${def.area}::text as area, ${field}::text as field, ${rightAsked(def, field)}::text as asks, held.id,
        ${referenceObject(resource, held, tx.who.lang)} as object, ${end === null ? sql`null` : held(end)}::date as due,
        ${place === null ? sql`null` : held(`${place}_id`)}::bigint as place,
        ${place === null || !placeField ? sql`null` : referenceName(resources, placeField, held(`${place}_id`), held('customer_id'), tx.who)}::text as place_name
      from ${sql.table(def.name)} as held where ${condition} and ${asSql(resource.rules.read(held, tx.who))}`
  })
  return branches.length === 0
    ? []
    : tx.run(
        sql<HeldObject>`select * from (${sql.join(branches, sql` union all `)}) as held order by entity, place nulls last, id, field limit ${assignedLimit + 1}`,
      )
}

/** Somebody who could take over, and what speaks for them. */
export interface Candidate {
  readonly id: number
  readonly name: string
  /** Rights that they could work with. */
  readonly able: readonly string[]
  /** Of the perimeters in question, those that they reach; null: all. */
  readonly reaches: readonly number[] | null
  /** Perimeters in which they hold a function that whoever leaves holds too. */
  readonly function_at: readonly number[]
  readonly function_anywhere: boolean
  readonly stands_in: boolean
  readonly weeks: readonly number[]
}

/** How many objects of a kind somebody holds in a place. */
export interface HeldThere {
  readonly member_id: number
  readonly entity: string
  readonly place: number | null
  readonly n: number
}

interface Line {
  readonly entity: string
  readonly place: number | null
  readonly asks: readonly string[]
  readonly weeks: readonly number[]
  readonly objects: readonly unknown[]
}

const order: readonly TakerReason[] = ['FUNCTION_HERE', 'STAND_IN', 'SAME_HERE', 'FUNCTION', 'HERE', 'FREE']
const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)

/**
 * Who takes which line: whoever holds the same function there, stands in anyway, holds alike there, holds the function elsewhere, holds anything there, else whoever
 * has least to do; of equals whoever has least, what this proposal already gives them counted. Whoever would have too much in a week comes after all others. Only who may
 * work on all of a line and reaches its place is proposed.
 */
export function propose(lines: readonly Line[], candidates: readonly Candidate[], there: readonly HeldThere[]): DepartureLine['takers'][] {
  const given = new Map<number, { readonly weeks: readonly number[]; readonly objects: number }>()
  const kept = new Map<string, number>()
  for (const { member_id: id, entity, place, n } of there) {
    for (const key of [`${id} ${entity} ${place}`, `${id} ${place}`]) kept.set(key, (kept.get(key) ?? 0) + n)
  }
  return lines.map(({ entity, place, asks, weeks, objects }) => {
    const ranked = candidates
      .filter(({ able, reaches }) => asks.every((right) => able.includes(right)) && (place === null || reaches === null || reaches.includes(place)))
      .map((one) => {
        const alike = kept.get(`${one.id} ${entity} ${place}`) ?? 0
        const any = place === null ? 0 : (kept.get(`${one.id} ${place}`) ?? 0)
        const reason: TakerReason =
          place !== null && one.function_at.includes(place)
            ? 'FUNCTION_HERE'
            : one.stands_in
              ? 'STAND_IN'
              : alike > 0
                ? 'SAME_HERE'
                : one.function_anywhere
                  ? 'FUNCTION'
                  : any > 0
                    ? 'HERE'
                    : 'FREE'
        const own = given.get(one.id)
        const full = one.weeks.some((n, at) => n + (own?.weeks[at] ?? 0) + (weeks[at] ?? 0) >= heavyWeek)
        const load = sum(one.weeks) + sum(own?.weeks ?? []) + (own?.objects ?? 0)
        return { id: one.id, name: one.name, reason, there: reason === 'SAME_HERE' ? alike : any, full, load }
      })
      .toSorted(
        (a, b) =>
          Number(a.full) - Number(b.full) ||
          order.indexOf(a.reason) - order.indexOf(b.reason) ||
          a.load - b.load ||
          a.name.localeCompare(b.name) ||
          a.id - b.id,
      )
      .slice(0, takersShown)
    const [first] = ranked
    const before = first && given.get(first.id)
    if (first) given.set(first.id, { weeks: weeks.map((n, at) => n + (before?.weeks[at] ?? 0)), objects: objects.length + (before?.objects ?? 0) })
    return ranked.map(({ id, reason, there: n }) => ({ id, reason, there: n }))
  })
}

/** Those who are there to take something over: what they may, reach and hold. */
const candidatesFor = (tx: Tx, member: number, asks: readonly Right[], places: readonly number[]) =>
  tx.run(sql<
    Omit<Candidate, 'weeks'>
  >`with f as (select distinct h.owner_id as id from job_function__holders h where h.customer_id = ${tx.customerId} and h.member_id = ${member}),
      same as (select h.member_id, p.descendant_id as place from job_function__holders h join f on f.id = h.owner_id
        left join perimeter_closure p on p.customer_id = h.customer_id and p.ancestor_id = h.perimeter_id and p.descendant_id = any(${places}::bigint[])
        where h.customer_id = ${tx.customerId} and h.member_id <> ${member})
    select m.id, m.name, array_remove(array[${sql.join([sql`null::text`, ...asks.map((right) => sql`case when ${mayAct(tx, 'member', rowRef('m'), right)} then ${right}::text end`)])}]::text[], null) as able,
      case when m.roles && ${roles.filter((role) => role.startsWith('global'))}::text[] then null else array(
        select p.descendant_id from member__perimeters mp join perimeter_closure p on p.customer_id = mp.customer_id and p.ancestor_id = mp.target_id
          where mp.customer_id = ${tx.customerId} and mp.owner_id = m.id and p.descendant_id = any(${places}::bigint[])
        union select tp.target_id from tag__perimeters tp where tp.customer_id = ${tx.customerId} and tp.owner_id = m.tag_id and tp.target_id = any(${places}::bigint[])) end as reaches,
      array(select distinct s.place from same s where s.member_id = m.id and s.place is not null) as function_at,
      exists (select 1 from same s where s.member_id = m.id) as function_anywhere,
      exists (select 1 from absence a where a.customer_id = ${tx.customerId} and a.member_id = ${member} and a.stand_in_id = m.id and a.last_day >= ${tx.today}::date - 365) as stands_in
    from member m where m.customer_id = ${tx.customerId} and m.id <> ${member} and ${comesIn(tx.today)} and not m.is_external
    order by m.name, m.id`)

/** What would have to go to whom if somebody left: nothing is changed. */
export async function simulate(tx: Tx, resources: Resources, member: { readonly id: number; readonly name: string }): Promise<Departure> {
  const { mondays, until } = weeksFrom(tx.today)
  const [monday = tx.today] = mondays
  const [found, own, points] = await Promise.all([
    objectsOf(tx, resources, member.id),
    aheadOf(tx, member.id),
    listPoints(tx, resources, { holder: member.id, page: 1 }),
  ])
  const objects = found.slice(0, assignedLimit)
  const lines = linesOf(objects, monday, until, own)
  const places = [...new Set(lines.flatMap(({ place }) => place ?? []))]
  const rows = heldRows(tx, resources)
  const [people, there, load, ahead] = await Promise.all([
    candidatesFor(tx, member.id, askedBy(objects), places),
    rows
      ? tx.run(sql<HeldThere>`select r.member_id, r.entity, r.place, count(*)::int as n from ${rows} r
          where r.member_id <> ${member.id} and (r.entity = any(${[...new Set(lines.map(({ entity }) => entity))]}::text[]) or r.place = any(${places}::bigint[])) group by 1, 2, 3`)
      : [],
    rows
      ? tx.run(sql<{
          member_id: number
          week: number
          n: number
        }>`select r.member_id, greatest(0, (r.due - ${monday}::date) / 7) as week, count(*)::int as n from ${rows} r
          where r.due < ${until}::date and r.member_id <> ${member.id} group by 1, 2`)
      : [],
    aheadOf(tx, null),
  ])
  const [loads, comes] = [Map.groupBy(load, (one) => one.member_id), Map.groupBy(ahead, (one) => one.member)]
  const candidates = people.map((one): Candidate => {
    const weeks = Array.from({ length: weeksAhead }, () => 0)
    for (const { week, n } of loads.get(one.id) ?? []) weeks[week] = n
    return { ...one, weeks: withAhead(weeks, monday, comes.get(one.id) ?? []) }
  })
  const takers = propose(lines, lookedAt(candidates, there), there)
  const named = new Set(takers.flatMap((some) => some.map(({ id }) => id)))
  return {
    member,
    lines: lines.map(({ entity, area, place, place_name: name, objects: some, weeks }, n) => ({
      entity,
      area,
      place: place === null ? null : { id: place, name: name ?? '' },
      objects: some,
      weeks: [...weeks],
      takers: takers[n] ?? [],
    })),
    people: candidates.flatMap(({ id, name, weeks }) => (named.has(id) ? [{ id, name, weeks: [...weeks] }] : [])),
    weeks: mondays,
    alone: points.total,
    more: found.length > assignedLimit,
    planned: await plannedFor(tx, member.id),
  }
}

/** Everybody for whom something speaks, and those with the least to do. */
function lookedAt(candidates: readonly Candidate[], there: readonly HeldThere[]): Candidate[] {
  const holding = new Set(there.map((one) => one.member_id))
  const spoken = (one: Candidate) => one.function_anywhere || one.stands_in || holding.has(one.id)
  const idle = candidates.filter((one) => !spoken(one)).toSorted((a, b) => sum(a.weeks) - sum(b.weeks))
  return [...candidates.filter(spoken), ...idle.slice(0, idleLookedAt)]
}

type Grouped = Omit<Line, 'objects'> & Omit<DepartureLine, 'place' | 'takers'> & { readonly place_name: string | null }

/** Objects of one kind in one place go together; where that is too many lines, those of a kind do. */
function linesOf(objects: readonly HeldObject[], monday: string, until: string, ahead: Awaited<ReturnType<typeof aheadOf>>): Grouped[] {
  const by = (key: (one: HeldObject) => string) => [...Map.groupBy(objects, key).values()]
  const inPlace = ({ entity, place }: HeldObject) => `${entity} ${place}`
  const apart = by(inPlace)
  const large = new Set(apart.flatMap((some) => (some[0] && some.length >= littleInAPlace ? [inPlace(some[0])] : [])))
  const groups =
    apart.length <= linesShown ? apart : by((one) => (large.size <= linesShown && one.place !== null && large.has(inPlace(one)) ? inPlace(one) : one.entity))
  return groups
    .flatMap((some): Grouped[] => {
      const [first] = some
      if (!first) return []
      const one = some.every(({ place }) => place === first.place)
      const due = new Map(some.map(({ id, due: day }) => [id, day]))
      const weeks = Array.from({ length: weeksAhead }, () => 0)
      for (const day of due.values()) {
        const week = day !== null && day < until ? weekOf(monday, day) : -1
        if (week >= 0) weeks[week] = (weeks[week] ?? 0) + 1
      }
      return [
        {
          entity: first.entity,
          area: first.area,
          place: one ? first.place : null,
          place_name: one ? first.place_name : null,
          asks: askedBy(some),
          objects: some.map(({ entity, area, field, asks, id, object, due: day }) => ({ entity, area, field, asks, id, object, due: day })),
          weeks: withAhead(
            weeks,
            monday,
            ahead.filter(({ entity, id }) => entity === first.entity && due.has(id)),
          ),
        },
      ]
    })
    .toSorted((a, b) => b.objects.length - a.objects.length || a.entity.localeCompare(b.entity))
}
