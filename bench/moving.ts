import { atMost, count, ms, perSecond, times, type Figure } from './figure.ts'
import { signIn, type Visitor } from './http-client.ts'
import { together } from './measure.ts'
import { seedActions, settle } from './seed-actions.ts'
import { password, type World } from './world.ts'

const people = 20
const seconds = 60
const regions = 20
const sites = 400

/** Twenty people move sites and whole regions of one organisation about for a minute, while somebody of another one opens a list again and again. */
export async function moving(world: World): Promise<Figure[]> {
  const { customer } = await seedActions(world, { name: 'Moved by many', actions: 10 })
  const quiet = await seedActions(world, { name: 'Beside the movers', actions: 5000 })
  await settle(world)
  const visit = async (of: number) => signIn(world.server.port, await world.member(of, { roles: ['global_pilote'] }), password)
  const first = await visit(customer)
  const [root] = await world.owner<{ id: number }>('select id::int from perimeter where customer_id = $1 and parent_id is null', [customer])
  const add = async (name: string, parent: number): Promise<number> => {
    const { body } = await first.call('POST', '/perimeter', { name_en: name, parent })
    return (JSON.parse(body.toString()) as { object: { id: number } }).object.id
  }
  const places: number[] = []
  for (let n = 0; n < regions; n += 1) places.push(await add(`Region ${n}`, root?.id ?? 0))
  const moved: number[] = []
  for (let n = 0; n < sites; n += 1) moved.push(await add(`Site ${n}`, places[n % regions] ?? 0))

  const reader = await visit(quiet.customer)
  const lists = (length: number) => together([() => reader.call('POST', '/remediation/page', { queryParams: {} })], length)
  await lists(2)
  const alone = await lists(8)
  const shown: string[] = []
  let [turn, moves, circles] = [0, 0, 0]
  const move = async (person: Visitor, n: number) => {
    turn += 1
    // Every tenth time a region with all that is below it.
    const id = turn % 10 === 0 ? places[(turn * 3 + n) % regions] : moved[(turn * 7 + n * 31) % sites]
    // Once every site has been moved, each goes one place on: what stands already where it is asked to stand is not moved, which takes half the time.
    const round = Math.floor(turn / sites)
    const parent = turn % 10 === 0 && turn % 20 !== 0 ? root?.id : places[(turn * 11 + n + round) % regions]
    const { status, body } = await person.call('PUT', `/perimeter/${id}`, { parent })
    if (status === 200) moves += 1
    else if (status === 400) circles += 1
    else shown.push(`${status} ${body.toString()}`)
  }
  const single = await together([() => move(first, 0)], 4)
  const movers = [first]
  while (movers.length < people) movers.push(await visit(customer))
  const [timings, beside] = await Promise.all([
    together(
      movers.map((person, n) => () => move(person, n)),
      seconds,
    ),
    lists(seconds),
  ])
  for (const person of [...movers, reader]) person.close()
  const [{ wrong } = { wrong: -1 }] = await world.owner<{ wrong: number }>(
    `with recursive tree as (
      select id as ancestor_id, id as descendant_id, 0 as depth from perimeter where customer_id = $1
      union all select t.ancestor_id, p.id, t.depth + 1 from tree t join perimeter p on p.customer_id = $1 and p.parent_id = t.descendant_id),
    kept as (select ancestor_id, descendant_id, depth from perimeter_closure where customer_id = $1)
    select count(*)::int as wrong from ((select * from tree except select * from kept) union all (select * from kept except select * from tree)) as d`,
    [customer],
  )
  return [
    {
      what: `${people} people moving ${sites} perimeters for ${seconds} s`,
      measured: `${moves} moves, ${circles} refused as circles, ${perSecond(moves / seconds)}`,
    },
    atMost('a move, p95', timings.p95, 500, ms, `p50 ${ms(timings.p50)}, at most ${ms(timings.max)}`),
    atMost('against as many moves one after the other', timings.p95 / (people * single.p50), 3, times, `${ms(single.p50)} alone`),
    atMost('errors shown', shown.length, 0, count, shown[0]?.slice(0, 120)),
    atMost('lines of the tree’s closure that are wrong afterwards', wrong, 0, count),
    atMost('p95 of another organisation’s list meanwhile, against alone', beside.p95 / alone.p95, 10, times, `${ms(beside.p95)} and ${ms(alone.p95)}`),
  ]
}
