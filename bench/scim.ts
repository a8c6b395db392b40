import { atMost, count, ms, type Figure } from './figure.ts'
import { HttpClient, signIn } from './http-client.ts'
import { password, type World } from './world.ts'

const [people, groups] = [5_000, 20]
/** An identity provider asks on a few connections at a time. */
const clients = 4

/** Five thousand people and their groups from an identity provider, into an organisation that has one pilot; then the same again. */
export async function peopleByScim(world: World): Promise<Figure[]> {
  const customer = await world.customer('Kept in step')
  const pilot = await signIn(world.server.port, await world.member(customer, { roles: ['global_pilote'] }), password)
  const made = await pilot.call('POST', '/scim_connection', { name: 'Directory', trial: false })
  const { id, token } = (JSON.parse(made.body.toString()) as { object: { id: number; token: string } }).object
  const given = { mappings: [], default_role: 'contributor', trial: false, invites: false, version: 1 }
  if ((await pilot.call('PUT', `/scim_connection/${id}/mappings`, given)).status !== 200) throw new Error('The roles are refused')
  pilot.close()
  const connections = Array.from({ length: clients }, () => new HttpClient(world.server.port))
  const ask = async (client: HttpClient, method: string, path: string, body: object, wanted: number): Promise<{ id: string }> => {
    const content = JSON.stringify(body)
    const head = [`${method} /scim/v2${path} HTTP/1.1`, 'host: 127.0.0.1', `authorization: Bearer ${token}`, 'content-type: application/scim+json']
    const answer = await client.send([...head, `content-length: ${Buffer.byteLength(content)}`, '', content].join('\r\n'))
    if (answer.status !== wanted) throw new Error(`${method} ${path}: ${answer.status} ${answer.body.toString()}`)
    return JSON.parse(answer.body.toString()) as { id: string }
  }
  const each = async (most: number, work: (client: HttpClient, n: number) => Promise<void>) => {
    let next = 0
    await Promise.all(
      connections.map(async (client) => {
        for (let n = next; n < most; n = next) {
          next += 1
          await work(client, n)
        }
      }),
    )
  }
  const person = (n: number) => ({
    userName: `p${n}@directory.example`,
    externalId: `${n}`,
    active: true,
    title: 'Operator',
    name: { givenName: `Given ${n}`, familyName: `Family ${n}` },
    emails: [{ value: `p${n}@directory.example`, type: 'work', primary: true }],
  })
  const ids: string[] = []
  const groupIds: string[] = []
  const group = (n: number) => ({ displayName: `Group ${n}`, members: ids.filter((_, at) => at % groups === n).map((value) => ({ value })) })
  const passes: number[] = []
  try {
    let start = performance.now()
    await each(people, async (client, n) => {
      ids[n] = (await ask(client, 'POST', '/Users', person(n), 201)).id
    })
    await each(groups, async (client, n) => {
      groupIds[n] = (await ask(client, 'POST', '/Groups', group(n), 201)).id
    })
    passes.push(performance.now() - start)
    const before = await written(world, customer)
    start = performance.now()
    await each(people, async (client, n) => void (await ask(client, 'PUT', `/Users/${ids[n]}`, person(n), 200)))
    await each(groups, async (client, n) => void (await ask(client, 'PUT', `/Groups/${groupIds[n]}`, group(n), 200)))
    passes.push(performance.now() - start)
    const [members] = await world.owner<{ n: number }>(`select count(*)::int as n from member where customer_id = $1 and roles = '{contributor}'`, [customer])
    return [
      { ...atMost('people who are there', members?.n ?? 0, people, count), met: members?.n === people },
      atMost('5,000 people and 20 groups from an empty organisation', passes[0] ?? 0, 60_000, ms),
      atMost('rows that the same a second time writes', (await written(world, customer)) - before, 0, count, ms(passes[1] ?? 0)),
    ]
  } finally {
    for (const client of connections) client.close()
  }
}

/** Versions, entries of the log and of the audit, of all that a connection may write. */
async function written(world: World, customer: number): Promise<number> {
  const [row] = await world.owner<{ n: number }>(
    `select (select coalesce(sum(version), 0) from member where customer_id = $1) + (select coalesce(sum(version), 0) from scim_user where customer_id = $1)
      + (select coalesce(sum(version), 0) from scim_group where customer_id = $1) + (select count(*) from scim_entry where customer_id = $1)
      + (select count(*) from audit_log where customer_id = $1) as n`,
    [customer],
  )
  return row?.n ?? 0
}
