import { atMost, ms, times, type Figure } from './figure.ts'
import { signIn } from './http-client.ts'
import { list, type Query } from './list-rounds.ts'
import { inTurns } from './measure.ts'
import { seedActions, settle } from './seed-actions.ts'
import { seedPages } from './seed-pages.ts'
import { seedProjects, seedShown, seedTasksAnywhere } from './seed-reach.ts'
import { password, type World } from './world.ts'

const rows = 100_000
/** Pieces of evidence that as many actions show as there are. */
const pieces = 20_000
/** How many times what a pilot of everything waits may be that of one who sees a third. */
const limit = 1.5

type Lists = readonly (readonly [what: string, entity: string, query?: Query])[]

const lists: Lists = [
  ['actions', 'remediation'],
  ['risks', 'risk'],
  ['incidents', 'incident'],
  ['gaps', 'gap'],
  ['exemptions', 'exemption'],
  ['reviews', 'review', { filters: [{ name: 'closed', selected_options: [false] }] }],
  ['measures', 'measure'],
  ['requirements', 'control'],
  ['projects', 'isp_project'],
  ['recurring tasks', 'runtask'],
  ['their times', 'occurrence'],
]

/** Lists of a local pilot of a third of the perimeters against those of a pilot of all, in turns. */
export async function reach(world: World): Promise<Figure[]> {
  const customer = await world.customer('Reach')
  await seedPages(world, customer, rows)
  await seedTasksAnywhere(world, customer, pieces)
  await seedProjects(world, customer, pieces)
  const shown = await seedActions(world, { name: 'Shown', actions: rows })
  await seedShown(world, shown.customer, pieces)
  await settle(world)
  const [region] = await world.owner<{ id: number }>("select id::int from perimeter where customer_id = $1 and identifier = 'R1'", [customer])
  return [...(await against(world, shown.customer, shown.region, [['evidence', 'evidence']])), ...(await against(world, customer, region?.id ?? 0, lists))]
}

async function against(world: World, customer: number, region: number, of: Lists): Promise<Figure[]> {
  const all = await signIn(world.server.port, await world.member(customer, { roles: ['global_pilote'] }), password)
  const third = await signIn(world.server.port, await world.member(customer, { roles: ['local_pilote'], perimeterIds: [region] }), password)
  const figures: Figure[] = []
  for (const [what, entity, query = {}] of of) {
    const [whole = Number.NaN, part = Number.NaN] = await inTurns([all, third].map((person) => () => list(person, entity, query)))
    figures.push(atMost(`${what} of a third of the perimeters, against all of them`, part / whole, limit, times, `${ms(part)} and ${ms(whole)}`))
  }
  for (const person of [all, third]) person.close()
  return figures
}
