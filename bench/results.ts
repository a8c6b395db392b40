import { atMost, ms, type Figure } from './figure.ts'
import { signIn } from './http-client.ts'
import { median } from './measure.ts'
import { password, type World } from './world.ts'

const [perimeters, requirements, groups] = [500, 300, 15]

/** A campaign of 500 perimeters that each answered 300 requirements: its results from cold, and after each further answer. */
export async function results(world: World): Promise<Figure[]> {
  const customer = await world.customer('Results')
  const pilot = await signIn(world.server.port, await world.member(customer, { roles: ['global_pilote'] }), password)
  const made = async (path: string, body: object) =>
    (JSON.parse((await pilot.call('POST', path, body)).body.toString()) as { object: { id: number } }).object.id
  const policy = await made('/policy', { name_en: 'Large' })
  const campaign = await made('/campaign', { name_en: 'Large', policy, target_value: 70 })
  await seed(world, customer, policy, campaign)
  const read = async () => {
    const start = performance.now()
    const { status, body } = await pilot.call('GET', `/campaign/${campaign}/results`)
    const took = performance.now() - start
    const { object } = JSON.parse(body.toString()) as { object: { total: { counted: number; answers: number } } }
    if (status !== 200 || object.total.answers !== perimeters * requirements) throw new Error(`${status}: ${JSON.stringify(object.total)}`)
    return took
  }
  const cold = await read()
  const after: number[] = []
  for (let n = 0; n < 15; n += 1) {
    await world.owner(
      `with one as (select evaluation_id, id from evaluation_answer where customer_id = $1 order by id offset $2 limit 1),
        changed as (update evaluation_answer a set level = 100 - coalesce(a.level, 0), worth = 100 - coalesce(a.worth, 0) from one where a.customer_id = $1 and a.id = one.id)
      update evaluation_standing s set revision = revision + 1 from one where s.customer_id = $1 and s.evaluation_id = one.evaluation_id`,
      [customer, n * 1009],
    )
    after.push(await read())
  }
  return [
    atMost(`results of ${(perimeters * requirements).toLocaleString('en')} answers, from cold`, cold, 500, ms),
    atMost(`results after one answer, median of ${after.length}`, median(after), 50, ms),
  ]
}

/** Written as the owner, without the triggers that check foreign keys: answering it all would take minutes. */
async function seed(world: World, customer: number, policy: number, campaign: number): Promise<void> {
  await world.owner("set session_replication_role = replica; set app.moment = '2026-01-01T00:00:00Z'")
  const one = (text: string, ...more: unknown[]) => world.owner(text, [customer, ...more])
  await one(
    `insert into control_group (customer_id, policy_version_id, name_en, identifier, position)
    select $1, v.id, 'Group ' || g, 'G' || g, g from policy_version v, generate_series(1, $3::int) g where v.customer_id = $1 and v.policy_id = $2`,
    policy,
    groups,
  )
  await one(
    `insert into control (customer_id, policy_version_id, control_group_id, lineage_id, name_en, identifier, position)
    select $1, g.policy_version_id, g.id, n, 'Requirement ' || n, 'R' || n, n from generate_series(1, $3::int) n
      join control_group g on g.customer_id = $1 and g.position = 1 + n % $4 join policy_version v on v.customer_id = $1 and v.id = g.policy_version_id and v.policy_id = $2`,
    policy,
    requirements,
    groups,
  )
  await one(
    `insert into perimeter (customer_id, identifier, name_en, type, parent_id, weight)
    select $1, 'PB-' || n, 'Perimeter ' || n, 'INTERNAL', r.id, 50 + n % 100 from perimeter r, generate_series(1, $2::int) n where r.customer_id = $1 and r.parent_id is null`,
    perimeters,
  )
  await one(
    `update campaign set status = 'STARTED', policy_version_id = (select min(id) from policy_version where customer_id = $1 and policy_id = $2) where customer_id = $1 and id = $3`,
    policy,
    campaign,
  )
  await one(
    `insert into evaluation (customer_id, campaign_id, perimeter_id, status) select $1, $2, id, 'VALIDATED' from perimeter where customer_id = $1 and identifier like 'PB-%'`,
    campaign,
  )
  await one(
    `insert into evaluation_answer (customer_id, evaluation_id, control_id, level, worth, complete)
    select $1, e.id, c.id, l.level, l.level, true from evaluation e join control c on c.customer_id = e.customer_id,
      lateral (select (array[0, 25, 50, 75, 100])[1 + (e.id * 31 + c.id * 17) % 5] as level) l where e.customer_id = $1 and e.campaign_id = $2`,
    campaign,
  )
  await one(
    `insert into evaluation_standing (customer_id, evaluation_id, asked, answered, score, parts)
    select $1::bigint, evaluation_id, sum(n)::int, sum(n)::int, avg(score), jsonb_object_agg(key, jsonb_build_object('asked', n, 'answered', n, 'score', score))
    from (select a.evaluation_id, 'G' || c.control_group_id as key, count(*) as n, avg(a.worth) as score from evaluation_answer a
      join control c on c.customer_id = a.customer_id and c.id = a.control_id where a.customer_id = $1 group by 1, 2) x group by evaluation_id
    on conflict (customer_id, evaluation_id) do update set asked = excluded.asked, answered = excluded.answered, score = excluded.score, parts = excluded.parts`,
  )
  await world.owner('reset session_replication_role; reset app.moment; analyze evaluation_answer, evaluation, evaluation_standing, control')
}
