import { sql, type RawBuilder } from 'kysely'
import { dayAfter } from '#kit/contract/day-after.ts'
import { asSql, both, type RowCondition } from '#kit/server/access/row-rule.ts'
import { referenceObject } from '#kit/server/data/sql/columns.ts'
import type { Resource, Resources } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { holdersShown, pointsShown, weeksAhead, weekShown, type Holder, type Point, type WeekObject } from '#areas/people/contract/holder-calls.ts'
import { duties, held, isToDo } from './assigned-rows.ts'
import { standstillPoints, workAhead, type Standstill, type WorkAhead } from './standstill.ts'

const dayLength = 86_400_000

/** Mondays of the weeks that are looked at, and the day on which the last one is over. */
export function weeksFrom(today: string): { readonly mondays: string[]; readonly until: string } {
  const monday = dayAfter(today, -((new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7))
  return { mondays: Array.from({ length: weeksAhead }, (_, n) => dayAfter(monday, n * 7)), until: dayAfter(monday, weeksAhead * 7) }
}

/** In which of the weeks a day lies: what is late counts in the first one. */
export const weekOf = (monday: string, due: string): number => Math.max(0, Math.floor((Date.parse(due) - Date.parse(monday)) / (7 * dayLength)))

/** The day on which something is to be done, or until which it holds; null where it has none. */
export function endOf({ def, work }: Resource): string | null {
  const plain = (name: string) => def.fields[name]?.kind === 'date' && !def.fields[name].options.derived
  return work?.due?.date ?? ['target_date', 'valid_until'].find(plain) ?? null
}

/** The field that says in which perimeter something is, where it is in one. */
export function placeOf({ def }: Resource): string | null {
  const found = Object.entries(def.fields).find(([, { kind, options }]) => kind === 'ref' && options.entity === 'perimeter' && !options.derived)
  return found?.[0] ?? null
}

interface Wanted {
  /** Of these kinds only. */
  readonly entities?: readonly string[]
  /** Whose; a value of the statement. */
  readonly member?: number
  readonly where?: (resource: Resource) => RowCondition
  /** Columns beside, of `held`. */
  readonly also?: (resource: Resource) => RawBuilder<unknown>
}

/**
 * What people hold, one row for each object and holder: in how many ways, whether it is a single point of failure, the day on which it is due and where it is, as far as the
 * reader may open it. It reads as the list of one person's objects does, so that its counts open as many. Null where nothing can be anybody's.
 */
export function heldRows(tx: Tx, resources: Resources, { entities, member, where, also }: Wanted = {}): RawBuilder<unknown> | null {
  const kinds = standstills()
  const branches = [...resources.values()].flatMap((resource): RawBuilder<unknown>[] => {
    const { def } = resource
    const kind = kinds.get(def.name)
    const fields = duties(resource, 'member')
    if ((fields.length === 0 && !resource.register) || (entities && !entities.includes(def.name))) return []
    const columns = fields.map((field) => held(`${field}_id`))
    const given = sql`select a.member_id, a.group_id from assignment a where a.customer_id = held.customer_id and a.entity = ${sql.lit(def.name)} and a.object_id = held.id`
    const ways = [
      ...(columns.length > 0 ? [sql`select unnest(array[${sql.join(columns)}]::bigint[]) as member_id`] : []),
      ...(resource.register ? [sql`select given.member_id from (${given}) given`] : []),
    ]
    const noGroup = both(
      ...duties(resource, 'group').map((field): RowCondition => sql<boolean>`${held(`${field}_id`)} is null`),
      resource.register ? sql<boolean>`not exists (select 1 from (${given}) given where given.group_id is not null)` : true,
    )
    const [end, place] = [endOf(resource), placeOf(resource)]
    return [
      sql`select ${def.name}::text as entity, held.id, w.member_id, w.ways, ${kind ? asSql(both(sql<boolean>`w.people = 1`, noGroup, kind.standing?.(held) ?? true)) : sql`false`} as point,
          ${end === null ? sql`null` : held(end)}::date as due, ${place === null ? sql`null` : held(`${place}_id`)}::bigint as place${also ? sql`, ${also(resource)}` : sql``}
        from ${sql.table(def.name)} as held cross join lateral (select v.member_id, count(*)::int as ways, (count(*) over ())::int as people
          from (${sql.join(ways, sql` union all `)}) v where v.member_id is not null group by v.member_id) w
        where held.customer_id = ${tx.customerId} and ${asSql(both(isToDo(resource, held), resource.rules.read(held, tx.who), where?.(resource) ?? true))}${
          member === undefined ? sql`` : sql` and w.member_id = ${member}`
        }`,
    ]
  })
  return branches.length === 0 ? null : sql`(${sql.join(branches, sql` union all `)})`
}

/** Whoever stands in for somebody today is somebody else who looks after it. */
const stoodInToday = (tx: Tx) => sql`(select s.member_id from stand_ins(${tx.customerId}, ${tx.today}::date) s)`

const standstills = () => new Map<string, Standstill>(standstillPoints.all().map((one) => [one.entity, one]))

/** What comes round until a day, by person and week. */
export async function aheadOf(tx: Tx, member: number | null): Promise<readonly WorkAhead[]> {
  const { mondays, until } = weeksFrom(tx.today)
  return (await Promise.all(workAhead.all().map((source) => source(tx, mondays[0] ?? tx.today, until, member)))).flat()
}

/** Adds what comes round to what is there. */
export function withAhead(weeks: readonly number[], monday: string, own: readonly WorkAhead[]): number[] {
  const sum = weeks.slice()
  for (const { due, times } of own) {
    const week = weekOf(monday, due)
    sum[week] = (sum[week] ?? 0) + times
  }
  return sum
}

interface Overview {
  readonly objects: Holder[]
  readonly total: number
  readonly weeks: string[]
  readonly points: { readonly entity: string; readonly area: string; readonly count: number }[]
  readonly most: { readonly id: number; readonly name: string; readonly count: number } | null
}

/** Who holds most, what is held by one person alone, and how much of it is due when: one statement, and one of what comes round. */
export async function listHolders(tx: Tx, resources: Resources, search: string, page: number): Promise<Overview> {
  const { mondays, until } = weeksFrom(tx.today)
  const [monday = tx.today] = mondays
  const rows = heldRows(tx, resources)
  if (!rows) return { objects: [], total: 0, weeks: mondays, points: [], most: null }
  const [found, ahead] = await Promise.all([
    tx.first(sql<{
      objects: Holder[]
      total: number
      points: Record<string, number>
      most: Overview['most']
    }>`with h as materialized (select r.entity, r.id, r.member_id, r.ways, r.due, r.point and r.member_id not in ${stoodInToday(tx)} as point from ${rows} r),
      o as (select h.member_id, sum(h.ways)::int as holds, count(*) filter (where h.point)::int as alone from h group by h.member_id),
      p as materialized (select m.id, m.name, m.initials, not (m.disabled or m.archived) as active, o.holds, o.alone from o
        join member m on m.customer_id = ${tx.customerId} and m.id = o.member_id and m.kind = 'MEMBER'),
      shown as materialized (select p.* from p where strpos(fold(p.name), fold(${search})) > 0
        order by p.holds desc, p.name, p.id limit ${holdersShown} offset ${(page - 1) * holdersShown}),
      w as (select h.member_id, greatest(0, (h.due - ${monday}::date) / 7) as week, count(*)::int as n from h where h.due < ${until}::date and h.member_id in (select id from shown) group by 1, 2)
      select coalesce((select jsonb_agg(to_jsonb(shown) || jsonb_build_object(
          'weeks', array(select coalesce(w.n, 0) from generate_series(0, ${weeksAhead - 1}::int) g left join w on w.member_id = shown.id and w.week = g order by g),
          'away', (select jsonb_build_object('from', a.first_day, 'to', a.last_day) from absence a where a.customer_id = ${tx.customerId} and a.member_id = shown.id
            and a.last_day >= ${tx.today}::date and a.first_day < ${until}::date order by a.first_day limit 1)) order by shown.holds desc, shown.name, shown.id) from shown), '[]') as objects,
        (select count(*) from p where strpos(fold(p.name), fold(${search})) > 0)::int as total,
        (select coalesce(jsonb_object_agg(k.entity, k.n), '{}') from (select h.entity, count(*) as n from h join p on p.id = h.member_id where h.point group by h.entity) k) as points,
        (select jsonb_build_object('id', p.id, 'name', p.name, 'count', p.alone) from p where p.alone > 0 order by p.alone desc, p.name limit 1) as most`),
    aheadOf(tx, null),
  ])
  const byMember = Map.groupBy(ahead, ({ member }) => member)
  return {
    objects: (found?.objects ?? []).map((one) => ({ ...one, weeks: withAhead(one.weeks, monday, byMember.get(one.id) ?? []) })),
    total: found?.total ?? 0,
    weeks: mondays,
    points: standstillPoints.all().flatMap(({ entity }) => {
      const area = resources.get(entity)?.def.area
      return area === undefined ? [] : [{ entity, area, count: found?.points[entity] ?? 0 }]
    }),
    most: found?.most ?? null,
  }
}

/** Single points of failure: what shows first comes first. */
export async function listPoints(
  tx: Tx,
  resources: Resources,
  { entity, holder, page }: { readonly entity?: string | undefined; readonly holder?: number | undefined; readonly page: number },
): Promise<{ objects: Point[]; total: number }> {
  const kinds = standstills()
  const rows = heldRows(tx, resources, {
    entities: [...kinds.keys()].filter((one) => entity === undefined || one === entity),
    ...(holder !== undefined && { member: holder }),
    also: (resource) => {
      const kind = kinds.get(resource.def.name)
      return sql`${resource.def.area}::text as area, ${referenceObject(resource, held, tx.who.lang)} as object, ${kind?.standstill ?? null}::text as standstill,
        (${kind?.on?.(held) ?? sql`null`})::date as "on"`
    },
  })
  if (!rows) return { objects: [], total: 0 }
  const found = await tx.run(sql<
    Point & { readonly total: number }
  >`select r.entity, r.area, r.id, r.object, jsonb_build_object('id', m.id, 'name', m.name) as holder, r.standstill, r."on", (count(*) over ())::int as total
    from ${rows} r join member m on m.customer_id = ${tx.customerId} and m.id = r.member_id and m.kind = 'MEMBER'
    where r.point and r.member_id not in ${stoodInToday(tx)} order by r."on" nulls last, r.entity, r.id limit ${pointsShown} offset ${(page - 1) * pointsShown}`)
  return {
    objects: found.map(({ entity: kind, area, id, object, holder: whose, standstill, on }) => ({
      entity: kind,
      area,
      id,
      object,
      holder: whose,
      standstill,
      on,
    })),
    total: found[0]?.total ?? 0,
  }
}

/** What of somebody's is due in a week, what comes round in it and has no object yet included. */
export async function listWeek(tx: Tx, resources: Resources, member: number, week: number): Promise<{ objects: WeekObject[]; total: number }> {
  const { mondays } = weeksFrom(tx.today)
  const [monday = tx.today, begin = tx.today] = [mondays[0], mondays[week]]
  const rows = heldRows(tx, resources, {
    member,
    where: (resource) => {
      const end = endOf(resource)
      if (end === null) return false
      const before = sql<boolean>`${held(end)} < ${dayAfter(begin, 7)}::date`
      return week === 0 ? before : both(before, sql<boolean>`${held(end)} >= ${begin}::date`)
    },
    also: (resource) => sql`${resource.def.area}::text as area, ${referenceObject(resource, held, tx.who.lang)} as object`,
  })
  const [there, ahead] = await Promise.all([
    rows
      ? tx.run(
          sql<
            WeekObject & { readonly total: number }
          >`select r.entity, r.area, r.id, r.object, r.due, null::int as times, (count(*) over ())::int as total from ${rows} r order by r.due, r.entity, r.id limit ${weekShown}`,
        )
      : [],
    aheadOf(tx, member),
  ])
  const coming = ahead.filter(({ due }) => weekOf(monday, due) === week)
  const named = await nameAhead(tx, resources, coming)
  return {
    objects: [...there.map(({ entity, area, id, object, due, times }) => ({ entity, area, id, object, due, times })), ...named].slice(0, weekShown),
    total: (there[0]?.total ?? 0) + coming.reduce((sum, { times }) => sum + times, 0),
  }
}

/** Names what comes round, kind by kind. */
async function nameAhead(tx: Tx, resources: Resources, ahead: readonly WorkAhead[]): Promise<WeekObject[]> {
  const kinds = [...Map.groupBy(ahead, ({ entity }) => entity)]
  const named = await Promise.all(
    kinds.map(async ([entity, own]) => {
      const resource = resources.get(entity)
      if (!resource) return []
      const objects = await tx.run(
        sql<{ id: number; object: WeekObject['object'] }>`select held.id, ${referenceObject(resource, held, tx.who.lang)} as object
          from ${sql.table(entity)} as held where held.customer_id = ${tx.customerId} and held.id = any(${own.map(({ id }) => id)}::bigint[])`,
      )
      const byId = new Map(objects.map(({ id, object }) => [id, object]))
      return own.flatMap(({ id, due, times }): WeekObject[] => {
        const object = byId.get(id)
        return object ? [{ entity, area: resource.def.area, id, object, due, times }] : []
      })
    }),
  )
  return named.flat()
}
