import { sql } from 'kysely'
import { AppError } from '#kit/contract/errors.ts'
import type { Resources } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { JobContext } from '#kit/server/http/area.ts'
import { AdapterFault, clean, type Config, type Reach } from '#areas/connectors/server/index.ts'
import type { TicketPlace, TicketTool } from '#areas/ticketing/server/tools/tool.ts'

/** For how many seconds a turn lasts unless it is moved on: longer than any one request to a tool. */
export const turnSeconds = 180
/** How often a turn is moved on while a tool is waited for, in milliseconds. */
const keptEvery = 45_000

/** What works on the tickets of one connector at a time. */
export interface Working {
  readonly connector: number
  readonly holder: string
  readonly tool: TicketTool
  readonly config: Config
  readonly reach: Reach
  readonly resources: Resources
  /** What links begin with. */
  readonly publicUrl: string
  /** A transaction of the system in which the turn is still ours; throws `TurnLost` where it is not. */
  readonly within: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
  readonly counts: Counts
  /** Places whose tickets are surely to be seen. */
  readonly seen: Set<string>
}

/** Throws where the tickets of a place are not to be seen: asked once in a run, and only where something was refused or not found. */
export async function mustSee({ tool, config, reach, seen }: Working, { project, type }: TicketPlace): Promise<void> {
  if (seen.has(project)) return
  await tool.sees(config, reach, { project, type })
  seen.add(project)
}

/** What a tool said of a refusal, without the secrets that it repeats. */
export const toldOf = ({ tool, config }: Working, { told }: AdapterFault): string | null => clean(tool.definition, config)(told)

/** What a run did, for the list of runs. */
export interface Counts {
  /** Actions and occurrences that their tickets changed, and the other way round. */
  taken: number
  sent: number
  made: number
  conflicts: number
  gone: number
  troubled: number
}
export const noCounts = (): Counts => ({ taken: 0, sent: 0, made: 0, conflicts: 0, gone: 0, troubled: 0 })

/** Somebody else works on the tickets by now. */
export class TurnLost extends Error {}

/** Takes the turn of a connector; null where another server, or another job, has it. */
export async function takeTurn(tx: Tx, connector: number, holder: string): Promise<boolean> {
  const until = new Date(tx.now.getTime() + turnSeconds * 1000)
  const row = await tx.first(sql<{ seq: number }>`insert into ticket_turn as t (customer_id, connector_id, holder, held_until)
    values (${tx.customerId}, ${connector}, ${holder}::uuid, ${until})
    on conflict (customer_id, connector_id) do update set holder = excluded.holder, held_until = excluded.held_until
      where t.holder is null or t.held_until <= ${tx.now} or t.holder = excluded.holder returning seq`)
  return row !== undefined
}

/** Moves the turn on; throws where it is somebody else's. */
export async function keepTurn(tx: Tx, connector: number, holder: string): Promise<void> {
  const until = new Date(tx.now.getTime() + turnSeconds * 1000)
  const kept = await tx.first(
    sql`update ticket_turn set held_until = ${until} where customer_id = ${tx.customerId} and connector_id = ${connector} and holder = ${holder}::uuid returning 1`,
  )
  if (!kept) throw new TurnLost()
}

/** Gives the turn back; `seq` is up to where the log was read, unless something is to be tried again at a moment. */
export const endTurn = (tx: Tx, connector: number, holder: string, seq: number | null, retryAt: Date | null): Promise<unknown> =>
  tx.run(sql`update ticket_turn set holder = null, held_until = null, retry_at = ${retryAt}, seq = coalesce(${seq}, seq),
      failures = case when ${retryAt}::timestamptz is null then 0 else failures + 1 end
    where customer_id = ${tx.customerId} and connector_id = ${connector} and holder = ${holder}::uuid`)

export const withinTurn =
  (apart: JobContext['apart'], connector: number, holder: string, mine?: (tx: Tx) => Promise<void>): Working['within'] =>
  (work) =>
    apart(async (tx) => {
      await mine?.(tx)
      await keepTurn(tx, connector, holder)
      return work(tx)
    })

/** Reaches a tool for as long as the turn is ours, which is moved on however long it is waited for. */
export function reachInTurn(reach: Reach, within: Working['within'], clock: () => number = () => performance.now()): Reach {
  let kept = clock()
  const keep = async () => {
    if (clock() - kept < keptEvery) return
    // A turn that is lost is somebody else's work by now.
    await within(async () => {}).catch((error: unknown) => {
      throw error instanceof TurnLost ? new AdapterFault('busy', {}, { cause: error }) : error
    })
    kept = clock()
  }
  return {
    ...reach,
    fetch: async (url, init) => {
      await keep()
      return reach.fetch(url, init)
    },
    wait: async (ms) => {
      for (let left = ms; left > 0; left -= keptEvery) {
        await reach.wait(Math.min(left, keptEvery))
        await keep()
      }
    },
  }
}

/** The word of the product for a refusal of its own. */
export function problemOf(error: unknown): string | null {
  if (!(error instanceof AppError)) return null
  const [field] = Object.values(error.details.fields ?? {})
  return (field?.[0]?.key ?? error.key).slice(0, 60)
}
