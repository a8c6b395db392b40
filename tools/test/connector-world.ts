import pg from 'pg'
import type { Answer, Person } from '#app/test/worlds/test-app.ts'
import { makeWorld, objectOf, type Row, type World } from './actions-world.ts'
import { fakeService, type Call, type FakeService, type Said } from './fake-service.ts'

/** An organisation with a service on this machine that answers JSON. */
export interface ConnectorWorld extends World {
  readonly service: FakeService
  /** As the owner of the tables. */
  owner: (text: string) => Promise<Row[]>
  /** What the service says from here on. */
  says: (answer: (call: Call) => Said | undefined) => void
  /** Connects it, with what is given otherwise. */
  connect: (given?: object, by?: Person) => Promise<number>
  read: (id: number) => Promise<Row>
  /** Runs of one, the last first. */
  runs: (id: number) => Promise<Row[]>
  run: (id: number) => Promise<Row>
  /** Runs it, and answers the run as it ended. */
  runNow: (id: number) => Promise<Row>
  later: (seconds: number) => Promise<void>
  /** Without any connector. */
  anew: () => Promise<void>
}

const done = ({ status, body }: Answer): void => {
  if (status !== 200) throw new Error(JSON.stringify(body))
}

export async function makeConnectorWorld(): Promise<ConnectorWorld> {
  let answer: (call: Call) => Said | undefined = () => undefined
  const service = await fakeService((call) => answer(call))
  const begun = new Date()
  const world = await makeWorld({ clock: () => begun, allowedHosts: '127.0.0.1', resolve: async () => ['93.184.216.34'] })
  const { app, pilot, lyon } = world
  const client = new pg.Client({ connectionString: app.database.ownerUrl })
  await client.connect()
  const runs = async (id: number) => (await pilot.get(`/customer_connector/${id}/jobs`)).body.objects as Row[]
  const run = async (id: number) => objectOf(await pilot.get(`/customer_connector/job/${id}`))
  return {
    ...world,
    app: {
      ...app,
      close: async () => {
        await client.end()
        await app.close()
        await service.close()
      },
    },
    service,
    owner: async (text) => (await client.query<Row>(text)).rows,
    says: (next) => {
      answer = next
    },
    connect: async (given = {}, by = pilot) => {
      const body = {
        connector: 'HTTP_JSON',
        name: 'Scanner',
        config: { base_url: `${service.url}/values`, sign_in: 'bearer', secret: 's3cret-of-the-scanner', paging: 'none' },
        feeds: [{ key: '$.open', perimeter: lyon, name: 'Open points' }],
        ...given,
      }
      return objectOf(await by.post('/customer_connector', body)).id as number
    },
    read: async (id) => objectOf(await pilot.get(`/customer_connector/${id}`)),
    runs,
    run,
    runNow: async (id) => {
      done(await pilot.post(`/customer_connector/${id}/run`, {}))
      await app.jobs()
      return run(((await runs(id))[0]?.id ?? 0) as number)
    },
    later: async (seconds) => {
      await app.moveTo(new Date(Date.now() + seconds * 1000))
      await app.jobs()
    },
    anew: async () => {
      const all = (await pilot.post('/customer_connector/page', {})).body.objects as Row[]
      for (const { id } of all) done(await pilot.delete(`/customer_connector/${id}`))
      service.calls.length = 0
      answer = () => undefined
    },
  }
}
