import type { World } from './world.ts'

/** So many risks in one register; answers the register. */
export async function seedRisks(world: World, customer: number, rows: number): Promise<number> {
  const run = (text: string, ...values: unknown[]) => world.owner<{ id: number }>(text, [customer, ...values])
  const [scale] = await run("select id::int from scale where customer_id = $1 and type = 'risk'")
  const [register] = await run(
    "insert into risk_register (customer_id, identifier, name_en, scale_id, impact_types, appetite) values ($1, 'RR-C', 'Register', $2, '{FINANCIAL}', 2) returning id::int",
    scale?.id,
  )
  await world.owner('set session_replication_role = replica')
  await run(
    `insert into risk (customer_id, identifier, name_en, register_id, perimeter_id, manager_id, init_impact, init_probability, min_impact, min_probability, target_impact, target_probability,
        current_impact, current_probability, init_level, current_level, target_level)
      select $1, 'RSK-' || g, 'Risk ' || g, $2, p.ids[1 + g % cardinality(p.ids)], m.ids[1 + g % cardinality(m.ids)], 1 + g % 5, 1 + (g / 5) % 5, 1, 1, 1, 1, 1 + g % 5, 1 + (g / 5) % 5,
        1 + g % 4, 1 + g % 4, 1
      from generate_series(1, ${rows}) g, (select array_agg(id order by id) as ids from perimeter where customer_id = $1) p,
        (select array_agg(id order by id) as ids from member where customer_id = $1) m`,
    register?.id,
  )
  await world.owner('reset session_replication_role')
  return register?.id ?? 0
}

/** Three versions before each row's own, that stood for up to eighty days each. */
export async function seedVersions(world: World, customer: number, table: string): Promise<void> {
  const since = (n: number) => `now() - make_interval(days => 10 + ((t.id * 7919) % 80 * ${4 - n})::int)`
  await world.owner('set session_replication_role = replica')
  await world.owner(`update ${table} t set version = 4, created_at = ${since(1)}, updated_at = ${since(4)} where customer_id = $1`, [customer])
  await world.owner(
    `insert into ${table}_history select v.* from ${table} t, (values (1), (2), (3)) as of (n),
        lateral (select case n when 1 then ${since(1)} when 2 then ${since(2)} else ${since(3)} end as since, case n when 1 then ${since(2)} when 2 then ${since(3)} else ${since(4)} end as until) s,
        lateral jsonb_populate_record(null::${table}_history, to_jsonb(t) || jsonb_build_object('version', n, 'valid_from', since, 'valid_to', until)) v
      where t.customer_id = $1 and until > since on conflict do nothing`,
    [customer],
  )
  await world.owner('reset session_replication_role')
}
