import { sql } from 'kysely'
import type { Api } from '#kit/server/http/api.ts'
import type { LongJob, Standing } from '#kit/server/http/area.ts'
import { runConnector, type RunPorts } from './run.ts'

const runJob = 'connectors.run'
/** Runs that wait in the queue at most: of what is due the next are found again every two seconds, customer by customer in turn. */
const queued = 48

export const standingConnectors: Standing = {
  job: runJob,
  found: (now) =>
    sql`select due_customer as customer_id, due_connector::text as key, jsonb_build_object('connector', due_connector) as data from connectors_due(${now}, ${queued})`,
}

export const runConnectors = (api: Promise<Api>): LongJob => ({
  name: runJob,
  outside: 'slow',
  runLong: async ({ data, apart, resources }) => {
    const { ports, log } = await api
    const { fetch, secrets, translate } = ports
    const { connector } = data as { readonly connector?: number }
    const complain: RunPorts['complain'] = (mistake, of) => log.error({ mistake, ...of }, 'a run of a connector failed by a mistake of the program')
    if (connector !== undefined) await runConnector({ apart, resources }, connector, { fetch, secrets, translate, complain })
  },
})
