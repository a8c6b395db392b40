import type { World } from './world.ts'

const people = 'm as (select array_agg(id order by id) as members from member where customer_id = $1)'
const sites = 'p as (select array_agg(id order by id) as perimeters from perimeter where customer_id = $1 and parent_id is not null)'
/** A number that is the same in every run, as good as any. */
const mixed = 'lateral (select (g::bigint * 2654435761 % 4294967296 / 16)::int as h) mixed'

const written = async (world: World, customer: number, ...statements: readonly string[]): Promise<void> => {
  await world.owner("set session_replication_role = replica; set app.moment = '2026-01-01T00:00:00Z'")
  for (const text of statements) await world.owner(text, [customer])
  await world.owner('reset session_replication_role; reset app.moment')
}

/** So many pieces of evidence, anywhere; each action shows one of them, whatever place either is in. */
export const seedShown = (world: World, customer: number, pieces: number): Promise<void> =>
  written(
    world,
    customer,
    `insert into evidence (customer_id, identifier, name_en, manager_id, perimeter_id, valid_until)
    with ${people}, ${sites} select $1, 'SH-' || g, 'Piece ' || g, members[1 + h / 7 % cardinality(members)], perimeters[1 + h / 288 % cardinality(perimeters)], current_date + (h / 13 % 700) - 20
    from generate_series(1, ${pieces}) g, p, m, ${mixed}`,
    `with e as (select array_agg(id order by id) as pieces from evidence where customer_id = $1 and identifier like 'SH-%')
    insert into remediation__evidences (customer_id, owner_id, target_id)
    select $1, r.id, pieces[1 + r.n % cardinality(pieces)] from (select id, row_number() over (order by id) as n from remediation where customer_id = $1) r, e`,
  )

/** So many recurring tasks and so many times of each, anywhere; the last one is still to be done. */
export const seedTasksAnywhere = (world: World, customer: number, tasks: number, times = 5): Promise<void> =>
  written(
    world,
    customer,
    `insert into runbook (customer_id, identifier, name_en) select $1, 'RB-' || g, 'Runbook ' || g from generate_series(1, 10) g`,
    `with b as (select array_agg(id order by id) as runbooks from runbook where customer_id = $1), ${people}, ${sites}
    insert into runtask (customer_id, identifier, name_en, runbook_id, kind, perimeter_id, periodicity, start_date, manager_id)
    select $1, 'T-' || g, 'Task ' || g, runbooks[1 + h % cardinality(runbooks)], 'OPERATION', perimeters[1 + h / 288 % cardinality(perimeters)], 'WEEKLY', current_date - 400, members[1 + h / 7 % cardinality(members)]
    from generate_series(1, ${tasks}) g, b, m, p, ${mixed}`,
    `insert into occurrence (customer_id, name_en, runtask_id, runbook_id, kind, periodicity, perimeter_id, period_start, due_date, status, done_date, manager_id)
    select k.customer_id, k.name_en, k.id, k.runbook_id, k.kind, k.periodicity, k.perimeter_id, s.day, s.day + 6, case when n = 0 then 'TO_DO' else 'DONE' end, case when n > 0 then s.day + 3 end, k.manager_id
    from runtask k, generate_series(0, ${times - 1}) n, lateral (select current_date - 7 * n as day) s where k.customer_id = $1`,
  )

export const seedProjects = (world: World, customer: number, projects: number): Promise<void> =>
  written(
    world,
    customer,
    `with ${people}, ${sites}
    insert into isp_project (customer_id, identifier, name_en, perimeter_id, manager_id, dev_step, target_date)
    select $1, 'P-' || g, 'Project ' || g, perimeters[1 + h / 288 % cardinality(perimeters)], members[1 + h / 7 % cardinality(members)], (array['IDENTIFICATION', 'DESIGN', 'BUILD', 'CLOSE'])[1 + h % 4],
      current_date + h / 13 % 900 - 300
    from generate_series(1, ${projects}) g, m, p, ${mixed}`,
  )
