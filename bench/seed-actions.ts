import type { World } from './world.ts'

/** An organisation of three regions with 99 sites each, 200 people, 12 plans and so many actions. */
export interface Seeded {
  readonly customer: number
  /** One of the regions: a third of the perimeters. */
  readonly region: number
}

export interface SeedOptions {
  readonly actions: number
  readonly name: string
  /** One that is there already, in place of a new one of that name. */
  readonly customer?: number
  /** Also writes what the global search reads. */
  readonly searchable?: boolean
}

/** A word of one action in a hundred. */
export const rareWord = 'quarantine'
/** A word of three actions in ten. */
export const commonWord = 'firewall'

/**
 * Written as the owner, set by set and without the triggers that check foreign keys: the services that people use would take hours for a million
 * rows. Values follow from the row's number, so that every run measures the same data.
 */
export async function seedActions(world: World, { actions, name, customer: given, searchable = false }: SeedOptions): Promise<Seeded> {
  const customer = given ?? (await world.customer(name))
  const run = (text: string, ...values: unknown[]) => world.owner<{ id: number }>(text, [customer, ...values])
  const [root] = await run('select id::int from perimeter where customer_id = $1 and parent_id is null')
  const rootId = root?.id ?? 0
  await world.owner("set session_replication_role = replica; set app.moment = '2026-01-01T00:00:00Z'")
  const regions = await run(
    `insert into perimeter (customer_id, identifier, name_en, name_fr, type, parent_id)
    select $1, 'R' || g, 'Region ' || g, 'Région ' || g, 'INTERNAL', $2 from generate_series(1, 3) g returning id::int`,
    rootId,
  )
  const regionIds = regions.map(({ id }) => id)
  await run(
    `insert into perimeter (customer_id, identifier, name_en, name_fr, type, parent_id)
    select $1, 'S' || g, 'Site ' || g, 'Site ' || g, 'INTERNAL', ($2::bigint[])[1 + g % 3] from generate_series(1, 297) g`,
    regionIds,
  )
  await run(`with recursive up as (select id, id as ancestor, 0 as depth, parent_id from perimeter where customer_id = $1
      union all select up.id, p.id, up.depth + 1, p.parent_id from up join perimeter p on p.customer_id = $1 and p.id = up.parent_id)
    insert into perimeter_closure (customer_id, ancestor_id, descendant_id, depth) select $1, ancestor, id, depth from up on conflict do nothing`)
  await run(
    `insert into member (customer_id, email, firstname, lastname) select $1, 'person' || g || '@example.org', 'Person', g::text from generate_series(1, 200) g`,
  )
  await run(`insert into program (customer_id, identifier, name_en) select $1, 'AP-' || g, 'Plan ' || g from generate_series(1, 12) g`)
  await run(`insert into label (customer_id, name_en, color) select $1::bigint, 'Label ' || g, '#336699' from generate_series(1, 10) g`)
  const build = actions > 200_000 ? await withoutIndexes(world, 'remediation') : async () => {}
  await run(
    `with p as (select array_agg(id order by id) as perimeters from perimeter where customer_id = $1 and parent_id is not null),
      m as (select array_agg(id order by id) as members from member where customer_id = $1), a as (select array_agg(id order by id) as programs from program where customer_id = $1)
    insert into remediation (customer_id, identifier, name_en, name_fr, description, status, priority, program_id, perimeter_id, manager_id, start_date, target_date, cost, workload)
    select $1, 'A-' || g, 'Action ' || g || words, 'Plan ' || g || words, 'Described at length, so that a row is as wide as real ones are: ' || repeat('word ', 20 + g % 40),
      (array['TO_PLAN', 'PLANNED', 'ONGOING', 'STANDBY', 'CANCELLED', 'FINISHED'])[1 + h % 6], (array[25, 50, 75, 100])[1 + h / 6 % 4], programs[1 + h / 24 % 12],
      perimeters[1 + h / 288 % 300], members[1 + h / 7 % cardinality(members)], date '2025-05-20' + h / 13 % 900 - h / 11 % 60, date '2025-06-01' + h / 13 % 900, h % 5000 / 10.0, h % 400 / 10.0
    from generate_series(1, $2) g, p, m, a, lateral (select (g::bigint * 2654435761 % 4294967296 / 16)::int as h) mixed,
      lateral (select case when g % 100 = 7 then ' ${rareWord}' else '' end || case when g % 10 < 3 then ' ${commonWord}' else ' server' end as words) w`,
    actions,
  )
  await build()
  await run(`insert into remediation__tasks (customer_id, owner_id, position, name, status)
    select customer_id, id, n, 'Task ' || n, case when n = 1 then 'DONE' else 'TO_DO' end from remediation, generate_series(1, 2) n where customer_id = $1 and id % 4 = 0`)
  await run(`insert into remediation__labels (customer_id, owner_id, target_id)
    select r.customer_id, r.id, l.id from remediation r join (select id, row_number() over () as n from label where customer_id = $1) l on l.n = 1 + r.id % 10 where r.customer_id = $1 and r.id % 2 = 0`)
  if (searchable) {
    await run(`insert into search_document (customer_id, entity, id, text, identifier, name_en, name_fr, words_en, words_fr)
      select customer_id, 'remediation', id, fold(concat_ws(' ', identifier, name_en, name_fr, description)), fold(identifier), name_en, name_fr, search_words(name_en), search_words(name_fr)
      from remediation where customer_id = $1 on conflict do nothing`)
  }
  await world.owner('reset session_replication_role; reset app.moment')
  return { customer, region: regionIds[0] ?? 0 }
}

/** Drops what slows a million inserts down tenfold; answers how to build it again. */
async function withoutIndexes(world: World, table: string): Promise<() => Promise<void>> {
  const indexes = await world.owner<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes
    where schemaname = 'public' and tablename = $1 and indexname not in (select conname from pg_constraint)`,
    [table],
  )
  for (const { name } of indexes) await world.owner(`drop index "${name}"`)
  return async () => {
    for (const { definition } of indexes) await world.owner(definition)
  }
}

/** As autovacuum leaves the tables a minute later. */
export async function settle(world: World): Promise<void> {
  await world.owner('vacuum (analyze) remediation')
  await world.owner('vacuum (analyze)')
}
