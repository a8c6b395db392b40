import type { World } from './world.ts'

interface Size {
  readonly metrics: number
  readonly perimeters: number
  readonly months: number
}

/** Perimeters in ten divisions below the root, metrics `m1`, `m2` … measured in all of them, and a value for each of the last months but the current one's. Answers the first metric and a place. */
export async function seedMetrics(
  world: World,
  customer: number,
  { metrics, perimeters, months }: Size,
): Promise<{ readonly first: number; readonly place: number }> {
  const run = (text: string, ...values: unknown[]) => world.owner<{ id: number }>(text, [customer, ...values])
  await world.owner('set session_replication_role = replica')
  const [root] = await run('select id::int from perimeter where customer_id = $1')
  await run(
    `insert into perimeter (customer_id, identifier, name_en, type, parent_id) select $1::bigint, 'D' || g, 'Division ' || g, 'INTERNAL', $2::bigint from generate_series(1, 10) g`,
    root?.id,
  )
  await run(
    `insert into perimeter (customer_id, identifier, name_en, type, parent_id)
    select $1::bigint, 'P' || g, 'Plant ' || g, 'INTERNAL', (select id from perimeter where customer_id = $1 and identifier = 'D' || 1 + g % 10) from generate_series(1, $2::int) g`,
    perimeters - 10,
  )
  await run(`with recursive up as (select id, id as ancestor, 0 as depth, parent_id from perimeter where customer_id = $1
      union all select up.id, p.id, up.depth + 1, p.parent_id from up join perimeter p on p.customer_id = $1 and p.id = up.parent_id)
    insert into perimeter_closure (customer_id, ancestor_id, descendant_id, depth) select $1, ancestor, id, depth from up on conflict do nothing`)
  await run(
    `insert into metric (customer_id, identifier, name_en, start_date, history_size) select $1::bigint, 'm' || g, 'Metric ' || g, date_trunc('month', current_date) - make_interval(months => $3), 100
    from generate_series(1, $2::int) g`,
    metrics,
    months - 1,
  )
  await run(`insert into metric__perimeters (customer_id, owner_id, target_id) select $1::bigint, m.id, p.id from metric m, perimeter p
    where m.customer_id = $1 and p.customer_id = $1 and p.parent_id is not null`)
  await run(
    `insert into metric_value (customer_id, metric_id, perimeter_id, period, value, source)
    select $1::bigint, l.owner_id, l.target_id, (date_trunc('month', current_date) - make_interval(months => g))::date, 10 + (l.owner_id * 7 + l.target_id * 13 + g * 3) % 90, 'IMPORT'
    from metric__perimeters l, generate_series(0, $2::int) g where l.customer_id = $1`,
    months - 1,
  )
  await world.owner('reset session_replication_role')
  const [first] = await run(`select id::int from metric where customer_id = $1 and identifier = 'm1'`)
  const [place] = await run(`select id::int from perimeter where customer_id = $1 and identifier = 'P1'`)
  return { first: first?.id ?? 0, place: place?.id ?? 0 }
}
