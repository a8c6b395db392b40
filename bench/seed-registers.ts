import type { World } from './world.ts'

/** A number that is the same in every run, as good as any. */
const mixed = 'lateral (select (g::bigint * 2654435761 % 4294967296 / 16)::int as h) mixed'
const people = 'm as (select array_agg(id order by id) as members from member where customer_id = $1)'
const sites = 'p as (select array_agg(id order by id) as perimeters from perimeter where customer_id = $1 and parent_id is not null)'

/** Written as the owner, without the triggers that check foreign keys, as actions are. */
async function written(world: World, statements: readonly (readonly [text: string, values: readonly unknown[]])[]): Promise<void> {
  await world.owner("set session_replication_role = replica; set app.moment = '2026-01-01T00:00:00Z'")
  for (const [text, values] of statements) await world.owner(text, [...values])
  await world.owner('reset session_replication_role; reset app.moment')
}

/** One in seven in each step, one in fifty confidential, over 900 days. */
export const seedIncidents = (world: World, customer: number, rows: number): Promise<void> =>
  written(world, [
    [
      `with ${sites}, ${people}
      insert into incident (customer_id, identifier, name_en, description, status, close_reason, closed_on, severity, category, confidential, perimeter_id, manager_id, reporter_id,
        detected_at, aware_at, opened_at, target_date, significant)
      select $1, 'I-' || g, 'Incident ' || g, 'Described at length: ' || repeat('word ', 20 + g % 40), status, case when status = 'CLOSED' then 'RESOLVED' end,
        case when status = 'CLOSED' then date '2025-06-20' + h / 13 % 900 end, (array[25, 50, 75, 100])[1 + h / 6 % 4], 'MALWARE', h % 50 = 0, perimeters[1 + h / 288 % cardinality(perimeters)],
        members[1 + h / 7 % cardinality(members)], members[1 + h / 11 % cardinality(members)], seen, seen, seen, (seen + interval '30 days')::date, (array['YES', 'NO', null])[1 + h / 5 % 3]
      from generate_series(1, $2) g, p, m, ${mixed},
        lateral (select (array['OPENED', 'ANALYSIS', 'CONTAINMENT', 'ERADICATION', 'RECOVERY', 'LEARNING', 'CLOSED'])[1 + h % 7] as status,
          timestamptz '2024-06-01T08:00Z' + make_interval(hours => h / 13 % 21600) as seen) s`,
      [customer, rows],
    ],
    [
      `insert into incident__told (customer_id, owner_id, target_id) select i.customer_id, i.id, i.reporter_id from incident i where i.customer_id = $1 and i.id % 4 = 0`,
      [customer],
    ],
  ])

/** A register of the organisation, with one of four in each status and two perimeters each. */
export const seedExemptions = (world: World, customer: number, rows: number): Promise<void> =>
  written(world, [
    [
      `insert into exemption_register (customer_id, identifier, name_en) select $1::bigint, 'ER-' || g, 'Register ' || g from generate_series(100, 111) g`,
      [customer],
    ],
    [
      `with r as (select array_agg(id order by id) as registers from exemption_register where customer_id = $1), ${people}
      insert into exemption (customer_id, identifier, name_en, reason, register_id, status, close_reason, closed_on, requester_id, manager_id, start_date, end_date, decided_on, first_granted_on)
      select $1, 'E-' || g, 'Exemption ' || g, 'Asked for at length: ' || repeat('word ', 20 + g % 40), registers[1 + h / 24 % cardinality(registers)], status,
        case when status = 'CLOSED' then 'EXPIRED' end, case when status = 'CLOSED' then begins + 91 end, members[1 + h / 7 % cardinality(members)], members[1 + h / 11 % cardinality(members)],
        begins, begins + 90, case when status <> 'REQUESTED' then begins end, case when status in ('GRANTED', 'CLOSED') then begins end
      from generate_series(1, $2) g, r, m, ${mixed},
        lateral (select (array['REQUESTED', 'GRANTED', 'REJECTED', 'CLOSED'])[1 + h % 4] as status, date '2025-06-01' + h / 13 % 900 as begins) s`,
      [customer, rows],
    ],
    [
      `with ${sites}
      insert into exemption__perimeters (customer_id, owner_id, target_id)
      select e.customer_id, e.id, perimeters[1 + (e.id * 7919 + n * 131) % cardinality(perimeters)] from exemption e, p, generate_series(0, 1) n where e.customer_id = $1
      on conflict do nothing`,
      [customer],
    ],
  ])
