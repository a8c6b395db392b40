import { resources } from '#app/server/registry.ts'
import { occurrencesJob } from '#areas/runbooks/server/index.ts'
import { systemWho } from '#kit/server/access/who.ts'
import { atMost, ms, type Figure } from './figure.ts'
import { signIn } from './http-client.ts'
import { list, throughput } from './list-rounds.ts'
import { repeat } from './measure.ts'
import { seedActions, settle } from './seed-actions.ts'
import { password, type World } from './world.ts'

/** Tasks, and times of each that there are rows of. */
const [tasks, times] = [20_000, 15]
/** Organisations whose night is measured, and the tasks of each: 20,000 together. */
const [organisations, tasksEach] = [200, 100]
const dayLength = 86_400_000

const today = new Date().toISOString().slice(0, 10)
/** What the page of who answers asks for. */
const due = {
  filters: [
    { name: 'mine', selected_options: [true] },
    { name: 'closed', selected_options: [false] },
    { name: 'period_start', selected_options: [{ to: today }] },
  ],
  sort: [{ name: 'due_date', order: 'asc' }],
}

/** Recurring tasks at twenty thousand with three hundred thousand times, and a night in which they come round. */
export async function recurring(world: World): Promise<Figure[]> {
  const seeded = await seedActions(world, { name: 'Runbooks', actions: 1000 })
  const contributor = await world.member(seeded.customer, { roles: ['contributor'] })
  await seedTasks(world, seeded.customer, tasks, true)
  await seedTimes(world, seeded.customer)
  const others: number[] = []
  for (let n = 1; n <= organisations; n += 1) {
    const customer = await world.customer(`Night ${n}`)
    await seedTasks(world, customer, tasksEach)
    others.push(customer)
  }
  // The first night lays out what there is by now; the next one is measured.
  await night(world, others, new Date())
  await settle(world)
  const figures = await throughput(world, seeded, { of: '300,000 occurrences, a contributor’s due ones', entity: 'occurrence', query: due, who: contributor })
  const person = await signIn(world.server.port, contributor, password)
  const { p50, p95 } = await repeat(40, () => list(person, 'occurrence', due))
  person.close()
  figures.push(atMost('its whole request: p95', p95, 100, ms, `p50 ${ms(p50)}`))
  const before = await rowsOf(world, others)
  const took = await night(world, others, new Date(Date.now() + dayLength))
  const made = (await rowsOf(world, others)) - before
  figures.push(atMost(`a day’s occurrences for ${organisations} customers`, took, 10_000, ms, `${made} rows of ${organisations * tasksEach} tasks`))
  return figures
}

/** Of each rhythm as many as there usually are; where `given`, a hundred of them to the newest member. */
async function seedTasks(world: World, customer: number, rows: number, given = false): Promise<void> {
  await world.owner('set session_replication_role = replica')
  // The bench makes its organisations by hand, without what one begins with.
  await world.owner(
    `insert into runbook (customer_id, identifier, name_en, name_fr, is_default)
    select $1, '_DEF', 'Runbook', 'Cahier d’exploitation', true where not exists (select 1 from runbook where customer_id = $1)`,
    [customer],
  )
  await world.owner(
    `with b as (select id from runbook where customer_id = $1 order by id limit 1), m as (select array_agg(id order by id) as members from member where customer_id = $1),
      p as (select array_agg(id order by id) as perimeters from perimeter where customer_id = $1)
    insert into runtask (customer_id, identifier, name_en, name_fr, description, runbook_id, kind, perimeter_id, periodicity, start_date, charge, manager_id)
    select $1, 'T-' || g, 'Task ' || g, 'Tâche ' || g, 'Described at length: ' || repeat('word ', 20 + g % 40), b.id, (array['OPERATION', 'CONTROL'])[1 + g % 2],
      perimeters[1 + g % cardinality(perimeters)], (array['DAILY', 'WEEKLY', 'WEEKLY', 'WEEKLY', 'WEEKLY', 'MONTHLY', 'MONTHLY', 'MONTHLY', 'QUARTERLY', 'YEARLY'])[1 + g % 10],
      date_trunc('month', current_date - 400)::date + case when g % 10 between 1 and 4 then (8 - extract(isodow from date_trunc('month', current_date - 400)))::int % 7 else 0 end, 0.5,
      coalesce((select max(id) from member where customer_id = $1 and $3::boolean and g <= 100), members[1 + g % cardinality(members)])
    from generate_series(1, $2) g, b, m, p`,
    [customer, rows, given],
  )
  await world.owner('reset session_replication_role')
}

/** Weeks back from this one, the last of each still open and one in twenty of the others. */
async function seedTimes(world: World, customer: number): Promise<void> {
  await world.owner('set session_replication_role = replica')
  await world.owner(
    `insert into occurrence (customer_id, name_en, name_fr, runtask_id, runbook_id, kind, periodicity, perimeter_id, period_start, due_date, charge, status, done_date, manager_id)
    select k.customer_id, k.name_en, k.name_fr, k.id, k.runbook_id, k.kind, k.periodicity, k.perimeter_id, s.day, s.day + 6, k.charge, s.status,
      case when s.status = 'DONE' then s.day + 3 end, k.manager_id
    from runtask k, generate_series(0, ${times - 1}) n, lateral (select current_date - 7 * n as day, case when n = 0 or (k.id + n) % 20 = 0 then 'TO_DO' else 'DONE' end as status) s
    where k.customer_id = $1`,
    [customer],
  )
  await world.owner('reset session_replication_role')
}

const rowsOf = async (world: World, customers: readonly number[]) =>
  Number((await world.owner<{ count: number }>('select count(*)::int as count from occurrence where customer_id = any($1)', [customers]))[0]?.count)

/** The nightly job of each organisation, one after the other, as the queue of one server runs it. Milliseconds. */
async function night(world: World, customers: readonly number[], at: Date): Promise<number> {
  const began = performance.now()
  for (const customer of customers) {
    await occurrencesJob.runLong({
      data: {},
      resources,
      apart: (work) =>
        world.app.db.transaction(
          customer,
          async (tx) => {
            tx.act(systemWho(customer, occurrencesJob.name, 'bench', 'en', 'Europe/Paris'))
            return work(tx)
          },
          { at },
        ),
    })
  }
  return performance.now() - began
}
