import { FakeJira, serveFake } from './fake-jira.ts'
import { makeWorld, objectOf, type Row, type World } from './actions-world.ts'
import { done } from './hook-world.ts'

export interface TicketWorld extends World {
  readonly jira: FakeJira
  readonly connector: number
  readonly join: number
  /** Does what waits, as servers do every few seconds. */
  told: () => Promise<void>
  /** A run of the connector, as «Look now» begins one. */
  look: () => Promise<void>
  ticket: (action: number) => Promise<Row>
  row: (action: number) => Promise<Row>
  /** Some minutes on, with what is due by then. */
  later: (minutes: number) => Promise<void>
}

const connection = { feeds: [], register: null, least_score: null, periodicity: 'HOURLY', run_at: '00:00', worker: null }

/** An organisation whose action plan goes along with a project of a Jira on this machine. */
export async function makeTicketWorld(): Promise<TicketWorld> {
  const jira = new FakeJira()
  const served = await serveFake(jira)
  const begun = new Date()
  const world = await makeWorld({ clock: () => begun, allowedHosts: '127.0.0.1' })
  const { app, pilot } = world
  const config = { url: served.url, mail: 'svc@example.com', token: 'token' }
  const connector = objectOf(await pilot.post('/customer_connector', { connector: 'JIRA_CLOUD', name: 'Jira', config, run: false, ...connection })).id as number
  const join = objectOf(
    await pilot.post(`/customer_connector/${connector}/tickets`, { kind: 'remediation', of: world.plan, project: 'OTSEC', type: 'Task', at_once: true }),
  ).id as number
  const told = async () => {
    await app.jobs()
    await app.jobs()
  }
  return {
    ...world,
    app: {
      ...app,
      close: async () => {
        await app.close()
        await served.close()
      },
    },
    jira,
    connector,
    join,
    told,
    look: async () => {
      done(await pilot.post(`/customer_connector/${connector}/run`, {}))
      await told()
    },
    ticket: async (action) => objectOf(await pilot.get(`/ticket?kind=remediation&id=${action}`)),
    row: async (action) => objectOf(await pilot.get(`/remediation/${action}`)),
    later: async (minutes) => {
      await app.moveTo(new Date(Date.now() + minutes * 60_000))
      await told()
    },
  }
}
