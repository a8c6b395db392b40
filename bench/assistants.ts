import { publicPath } from '#areas/programs/contract/calls.ts'
import { atMost, ms, times, type Figure } from './figure.ts'
import { HttpClient, signIn } from './http-client.ts'
import { inTurns } from './measure.ts'
import { seedActions, settle } from './seed-actions.ts'
import { password, type World } from './world.ts'

const actions = 20_000
const page = 50
/** Requests of a turn, as with programs. */
const each = 5
const [warming, rounds] = [4, 30]
/** A key has sixty requests a minute. */
const ofAKey = 55

/** What an assistant asks by its tools, beside the same asked by a program of the public API. */
export async function assistants(world: World): Promise<Figure[]> {
  const { customer } = await seedActions(world, { actions, name: 'Asked by assistants' })
  await settle(world)
  const pilot = await signIn(world.server.port, await world.member(customer, { roles: ['global_pilote'] }), password)
  const keys: string[] = []
  for (let n = 0; n <= Math.ceil(((warming + rounds) * each * 3) / ofAKey); n += 1) {
    const { status, body } = await pilot.call('POST', '/api_key', { name: `Assistant ${n}`, read: ['actions', 'scores'] })
    if (status !== 200) throw new Error(body.toString())
    keys.push((JSON.parse(body.toString()) as { object: { secret: string } }).object.secret)
  }
  const client = new HttpClient(world.server.port)
  let asked = 0
  const send = async (method: string, path: string, body?: object) => {
    const key = keys[Math.floor(asked / ofAKey) % keys.length] ?? ''
    asked += 1
    const content = body === undefined ? '' : JSON.stringify(body)
    const head = [`${method} ${publicPath}${path} HTTP/1.1`, 'host: 127.0.0.1', `x-api-key: ${key}`, 'accept: application/json, text/event-stream']
    const sent = content ? ['content-type: application/json', `content-length: ${Buffer.byteLength(content)}`] : []
    const answer = await client.send([...head, ...sent, '', content].join('\r\n'))
    if (answer.status !== 200) throw new Error(answer.body.toString())
    return answer.body.toString()
  }
  const tool = async (name: string, args: object) => {
    const said = await send('POST', '/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } })
    if (/"isError":\s*true/.test(said)) throw new Error(said)
  }
  const several = (work: () => Promise<unknown>) => async () => {
    for (let n = 0; n < each; n += 1) await work()
  }
  const [list = NaN, listed = NaN, counted = NaN] = await inTurns(
    [
      several(() => send('GET', `/actions?limit=${page}&sort=name`)),
      several(() => tool('list_rows', { type: 'actions', limit: page, sort: 'name' })),
      several(() => tool('count_rows', { type: 'actions', by: 'status' })),
    ],
    { warming, rounds },
  )
  client.close()
  pilot.close()
  return [
    { what: `list of ${page} of ${actions} actions for a program, median`, measured: ms(list / each) },
    { what: 'actions counted by status by a tool', measured: ms(counted / each) },
    atMost('the same list by a tool of an assistant, beside it', listed / list, 2, times),
  ]
}
