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

/** Each about an incident, which there are as many of, by then; one in twenty is open, and one in ten of an action that ended last. */
export const seedReviews = (world: World, customer: number, rows: number): Promise<void> =>
  written(world, [
    [
      `with ${people}, i as (select id, perimeter_id, row_number() over (order by id) as n from incident where customer_id = $1),
        a as (select id, row_number() over (order by id) as n from remediation where customer_id = $1)
      insert into review (customer_id, identifier, description_en, description_fr, status, source, target_type, target_incident_id, remediation_id, perimeter_id, manager_id, timestamp, created_at)
      select $1, 'R-' || g, 'Close the incident', 'Clore l’incident', status, 'REMEDIATION', 'INCIDENT', i.id, a.id, i.perimeter_id,
        case when status = 'CLOSED' then members[1 + h / 7 % cardinality(members)] end, case when status = 'CLOSED' then begun + interval '9 days' end, begun
      from generate_series(1, $2) g join i on i.n = g, m, ${mixed} join a on a.n = 1 + h % (select count(*) from a),
        lateral (select case when h % 20 = 0 then 'OPEN' else 'CLOSED' end as status, timestamptz '2024-06-01T08:00Z' + make_interval(hours => h / 13 % 21600) as begun) s`,
      [customer, rows],
    ],
  ])

/** Twenty scans, a third of the gaps closed as each resolution says, spread over the sites, one in two mended by an action. */
export const seedGaps = (world: World, customer: number, rows: number): Promise<void> =>
  written(world, [
    [
      `insert into gap_register (customer_id, identifier, name_en, type) select $1::bigint, 'GR-' || g, 'Scan ' || g, 'SCAN' from generate_series(100, 119) g`,
      [customer],
    ],
    [
      `with r as (select array_agg(id order by id) as registers from gap_register where customer_id = $1), ${sites}, ${people}
      insert into gap (customer_id, identifier, name_en, description, register_id, perimeter_id, manager_id, severity, nature, status, resolution_status, closed_on, target_date, external_key)
      select $1, 'G-' || g, 'Finding ' || g, 'Found at length: ' || repeat('word ', 20 + g % 40), registers[1 + h / 24 % cardinality(registers)], perimeters[1 + h / 288 % cardinality(perimeters)],
        members[1 + h / 7 % cardinality(members)], (array[25, 50, 75, 100])[1 + h / 6 % 4], (array['MAJOR', 'MINOR', 'OBSERVATION', 'IMPROVEMENT'])[1 + h / 5 % 4], status,
        case when status = 'CLOSE' then (array['RESOLVED', 'REJECTED'])[1 + h / 3 % 2] end, case when status = 'CLOSE' then date '2025-06-01' + h / 13 % 300 end,
        date '2025-09-01' + h / 13 % 900, 'k' || g
      from generate_series(1, $2) g, r, p, m, ${mixed}, lateral (select (array['TO_BE_CONFIRMED', 'TO_HANDLE', 'IN_PROGRESS', 'CLOSE'])[1 + h % 4] as status) s`,
      [customer, rows],
    ],
    [
      `with a as (select id, row_number() over (order by id) as n from remediation where customer_id = $1)
      insert into gap__actions (customer_id, owner_id, target_id) select g.customer_id, g.id, a.id from gap g join a on a.n = 1 + g.id % (select count(*) from a)
      where g.customer_id = $1 and g.id % 2 = 0`,
      [customer],
    ],
  ])
