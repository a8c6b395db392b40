import { publicPath } from '#areas/programs/contract/calls.ts'
import { atLeast, atMost, ms, percent, type Figure } from './figure.ts'
import { HttpClient, signIn, type Visitor } from './http-client.ts'
import { inTurns, median } from './measure.ts'
import { seedActions, settle } from './seed-actions.ts'
import { password, type World } from './world.ts'

const actions = 20_000
const page = 50
/** Requests of a turn: what one takes is little beside what the clock and the scheduler add. */
const each = 5
const [warming, rounds] = [4, 30]
/** A key has sixty requests a minute. */
const ofAKey = 55

/** What programs ask by their keys, beside the same asked by a person. */
export async function programs(world: World): Promise<Figure[]> {
  const { customer } = await seedActions(world, { actions, name: 'Asked by programs' })
  await settle(world)
  const pilot = await signIn(world.server.port, await world.member(customer, { roles: ['global_pilote'] }), password)
  const keys = await manyKeys(pilot, Math.ceil(((warming + rounds) * each) / ofAKey) + 1)
  const client = new HttpClient(world.server.port)
  let asked = 0
  const program = async (method: string, path: string, body?: object) => {
    const key = keys[Math.floor((asked += 1) / ofAKey) % keys.length] ?? ''
    const content = body === undefined ? '' : JSON.stringify(body)
    const head = [`${method} ${publicPath}${path} HTTP/1.1`, 'host: 127.0.0.1', `x-api-key: ${key}`]
    const sent = content ? ['content-type: application/json', `content-length: ${Buffer.byteLength(content)}`] : []
    const answer = await client.send([...head, ...sent, '', content].join('\r\n'))
    if (answer.status !== 200) throw new Error(answer.body.toString())
    return answer
  }
  const person = async () => {
    const { status, body } = await pilot.call('POST', '/remediation/page', { queryParams: { per_page: page, sort: [{ name: 'name', order: 'asc' }] } })
    if (status !== 200) throw new Error(body.toString())
  }
  const several = (work: () => Promise<unknown>) => async () => {
    for (let n = 0; n < each; n += 1) await work()
  }
  const [own = NaN, theirs = NaN] = await inTurns([several(person), several(() => program('GET', `/actions?limit=${page}&sort=name`))], { warming, rounds })
  const figures = [
    { what: `list of ${page} of ${actions} actions for a person, median`, measured: ms(own / each) },
    { what: 'the same for a program, without what screens need', measured: ms(theirs / each) },
    atLeast('throughput of the public list beside the private one', own / theirs, 0.9, percent),
    atMost('10,000 metric values in one call, median of 5', await values(pilot, program), 1000, ms),
  ]
  client.close()
  pilot.close()
  return figures
}

async function manyKeys(pilot: Visitor, count: number): Promise<string[]> {
  const keys: string[] = []
  for (let n = 0; n < count; n += 1) {
    const { object } = await made(pilot, '/api_key', { name: `Program ${n}`, read: ['actions'], write: ['metrics'] })
    keys.push(object.secret)
  }
  return keys
}

interface Made {
  readonly id: number
  /** Of a key. */
  readonly secret: string
}

async function made(pilot: Visitor, path: string, body: object): Promise<{ object: Made }> {
  const { status, body: answer } = await pilot.call('POST', path, body)
  if (status !== 200) throw new Error(answer.toString())
  return JSON.parse(answer.toString()) as { object: Made }
}

const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)

/** A hundred days of five metrics in twenty perimeters, each time with other values. */
async function values(pilot: Visitor, program: (method: string, path: string, body: object) => Promise<unknown>): Promise<number> {
  const root = JSON.parse((await pilot.call('GET', '/perimeter/options')).body.toString()) as { objects: { id: number }[] }
  const places: number[] = []
  for (let n = 0; n < 20; n += 1) places.push((await made(pilot, '/perimeter', { name_en: `Site ${n}`, parent: root.objects[0]?.id })).object.id)
  const metrics: number[] = []
  for (let n = 0; n < 5; n += 1)
    metrics.push(
      (
        await made(pilot, '/metric', {
          name_en: `Metric ${n}`,
          perimeters: places,
          periodicity: 'DAILY',
          start_date: day(120),
          history_size: 100,
        })
      ).object.id,
    )
  const taken: number[] = []
  for (let round = 0; round < 6; round += 1) {
    const all = Array.from({ length: 10_000 }, (_, n) => ({
      metric_id: metrics[n % 5],
      perimeter_id: places[Math.floor(n / 5) % 20],
      period: day(Math.floor(n / 100)),
      value: n + round,
    }))
    const start = performance.now()
    await program('POST', '/metrics/values', { values: all })
    taken.push(performance.now() - start)
  }
  return median(taken.slice(1))
}
