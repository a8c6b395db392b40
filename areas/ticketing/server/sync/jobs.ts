import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Api } from '#kit/server/http/api.ts'
import type { JobContext, LongJob, Standing } from '#kit/server/http/area.ts'
import type { Resources } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import {
  AdapterFault,
  faultOf,
  openConfig,
  reachOf,
  everyConnector,
  type Config,
  type Offered,
  type Reach,
  type Synced,
  type Syncing,
} from '#areas/connectors/server/index.ts'
import { ticketTools } from '#areas/ticketing/server/tools/index-of-tools.ts'
import type { TicketTool } from '#areas/ticketing/server/tools/tool.ts'
import { sendOut, takeAll } from './run.ts'
import { endTurn, noCounts, reachInTurn, takeTurn, TurnLost, withinTurn, type Working } from './working.ts'

const sendJob = 'tickets.send'
/** Minutes after which what did not succeed is tried again, one failure after the other. */
const retryAfter = [1, 5, 15, 60] as const
/** A whole run of what changed here lasts no longer. */
const longest = 10 * 60_000
/** How often it is looked whether a turn is over, and for how long. */
const [waitsFor, waitsAtMost] = [1_000, 120] as const

/** What changed here is told within seconds: organisations are looked for whose log goes on beyond what was read of it. */
export const standingTickets: readonly Standing[] = [
  {
    job: sendJob,
    found: (now) =>
      sql`select due_customer as customer_id, due_connector::text as key, jsonb_build_object('connector', due_connector) as data from tickets_behind(${now})`,
  },
]

interface Ready {
  readonly tool: TicketTool
  readonly config: Config
}

const toolFor = (connector: string): TicketTool | undefined => ticketTools.find(({ definition }) => definition.identifier === connector)

export const sendTickets = (api: Promise<Api>): LongJob => ({
  name: sendJob,
  outside: true,
  runLong: async ({ data, apart, resources }) => {
    const { fetch, secrets, publicUrl, now } = (await api).ports
    const { connector } = data as { readonly connector?: number }
    if (connector === undefined) return
    const holder = randomUUID()
    const ready = await apart(async (tx): Promise<Ready | null> => {
      const row = await tx.first(
        sql<{
          connector: string
        }>`select k.connector from ${everyConnector(tx.customerId)} k where k.id = ${connector} and not k.paused and k.worker_id is null
            and exists (select 1 from customer c where c.id = ${tx.customerId} and 'INTEGRATION' = any(c.features) and coalesce((c.properties->>'connector_allowed')::boolean, true))`,
      )
      const tool = row && toolFor(row.connector)
      const config = tool ? await openConfig(tx, secrets, connector) : null
      return tool && config && (await takeTurn(tx, connector, holder)) ? { tool, config } : null
    })
    if (!ready) return
    const within = withinTurn(apart, connector, holder)
    const reach = reachInTurn(reachOf(fetch, { signal: AbortSignal.timeout(longest), say: () => {}, now }), within)
    const work: Working = {
      connector,
      holder,
      ...ready,
      reach,
      resources,
      publicUrl,
      within: withinTurn(apart, connector, holder),
      counts: noCounts(),
      seen: new Set(),
    }
    await ended(apart, work, () => sendOut(work))
  },
})

/** Does the work of a turn and gives the turn back, whatever comes of it: what failed is tried again after a while, and longer each time. */
async function ended(
  apart: JobContext['apart'],
  { connector, holder }: Working,
  run: () => Promise<{ readonly seq: number; readonly later: boolean }>,
): Promise<void> {
  const done = await run().catch((error: unknown) => (error instanceof TurnLost ? error : { fault: faultOf(error), error }))
  if (done instanceof TurnLost) return
  await apart(async (tx) => {
    if ('seq' in done) return endTurn(tx, connector, holder, done.later ? null : done.seq, done.later ? soon(tx, 1) : null)
    const row = await tx.first(sql<{ failures: number }>`select failures from ticket_turn where customer_id = ${tx.customerId} and connector_id = ${connector}`)
    const minutes = retryAfter[Math.min(row?.failures ?? 0, retryAfter.length - 1)] ?? 60
    return endTurn(tx, connector, holder, null, soon(tx, Math.max(minutes, (done.fault.retryAfter ?? 0) / 60)))
  })
  // A fault of the program's own is one of the job, too.
  if (!('seq' in done) && !(done.error instanceof AdapterFault) && done.fault.reason === 'unexpected') throw done.error
}

const soon = (tx: Tx, minutes: number) => new Date(tx.now.getTime() + minutes * 60_000)

/** A scheduled run, and «Look now»: what changed there, what is gone there, and once more all that is still to be told. */
export const syncTickets =
  (tool: TicketTool, linksOf: (resources: Resources) => string): NonNullable<Offered['sync']> =>
  async ({ connector: { id: connector }, config, reach, apart, resources, mine }: Syncing): Promise<Synced> => {
    const holder = randomUUID()
    await waitForTurn(apart, reach, connector, holder)
    const within = withinTurn(apart, connector, holder, mine)
    const work: Working = {
      connector,
      holder,
      tool,
      config,
      reach: reachInTurn(reach, within),
      resources,
      publicUrl: linksOf(resources),
      within,
      counts: noCounts(),
      seen: new Set(),
    }
    try {
      await takeAll(work)
      const { seq, later } = await sendOut(work, { stubborn: true })
      await apart((tx) => endTurn(tx, connector, holder, later ? null : seq, later ? soon(tx, 1) : null))
    } catch (error) {
      await apart((tx) => endTurn(tx, connector, holder, null, soon(tx, 1))).catch(() => {})
      throw error
    }
    const { counts } = work
    return { counts: { ...counts }, warned: counts.troubled > 0 }
  }

async function waitForTurn(apart: JobContext['apart'], reach: Reach, connector: number, holder: string): Promise<void> {
  for (let n = 0; n < waitsAtMost; n += 1) {
    if (await apart((tx) => takeTurn(tx, connector, holder))) return
    await reach.wait(waitsFor)
  }
  throw new AdapterFault('busy', { retryAfter: 60 })
}
