import { atMost, count, ms, perSecond, type Figure } from './figure.ts'
import { signIn, type Visitor } from './http-client.ts'
import { together } from './measure.ts'
import { seedActions } from './seed-actions.ts'
import { password, type World } from './world.ts'

const people = 20
const seconds = 60

interface Row {
  readonly id: number
  readonly version: number
  readonly description: string | null
}

/**
 * Twenty people change the same thirty actions for a minute, each adding a mark to what they read: a save that was acknowledged and is not in the
 * text at the end was lost. Being told that somebody else was faster is no fault; any other refusal is.
 */
export async function saving(world: World): Promise<Figure[]> {
  const { customer } = await seedActions(world, { name: 'Saved by many', actions: 30 })
  const visitors: Visitor[] = []
  for (let n = 0; n < people; n += 1) visitors.push(await signIn(world.server.port, await world.member(customer, { roles: ['global_pilote'] }), password))
  const ids = (await world.owner<{ id: number }>('select id::int from remediation where customer_id = $1 order by id', [customer])).map(({ id }) => id)
  await world.owner('update remediation set description = null where customer_id = $1', [customer])
  const marks = new Map<number, string[]>(ids.map((id) => [id, []]))
  let stale = 0
  const shown: string[] = []
  let turn = 0
  const timings = await together(
    visitors.map((person, n) => async () => {
      turn += 1
      const id = ids[(turn * 7 + n) % ids.length] ?? 0
      const read = (JSON.parse((await person.call('GET', `/remediation/${id}`)).body.toString()) as { object: Row }).object
      const mark = `[${turn}]`
      const saved = await person.call('PUT', `/remediation/${id}`, { version: read.version, description: `${read.description ?? ''}${mark}` })
      if (saved.status === 200) marks.get(id)?.push(mark)
      else if (saved.status === 409) stale += 1
      else shown.push(`${saved.status} ${saved.body.toString()}`)
    }),
    seconds,
  )
  for (const person of visitors) person.close()
  const rows = await world.owner<Row>('select id::int, description from remediation where customer_id = $1', [customer])
  const lost = rows.flatMap(({ id, description }) => (marks.get(id) ?? []).filter((mark) => !description?.includes(mark)))
  const saves = [...marks.values()].flat().length
  return [
    { what: `${people} people saving the same 30 actions for ${seconds} s`, measured: `${saves} saves, ${stale} told that another was faster` },
    { what: 'a read and a save', measured: `p50 ${ms(timings.p50)}, p95 ${ms(timings.p95)}, ${perSecond(saves / seconds)} saved` },
    atMost('updates lost', lost.length, 0, count),
    atMost('deadlocks and other errors shown', shown.length, 0, count, shown[0]?.slice(0, 120)),
  ]
}
