import { gunzip } from 'node:zlib'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import type { JobContext } from '#kit/server/http/area.ts'
import { deliveredLine, mostUnpacked } from '#areas/connectors/contract/workers.ts'
import { AdapterFault, type Adapter } from '#areas/connectors/server/adapters/adapter.ts'

const unpack = promisify(gunzip)

interface Delivery {
  readonly pieces: number
  readonly fault: { readonly reason: AdapterFault['reason']; readonly retry_after: number | null; readonly told: string | null } | null
}

/** What a worker brought of a run, as if it were read just now: piece by piece, judged line by line, said as it was said there. Null where no worker has brought it. */
export async function deliveredBy(apart: JobContext['apart'], job: number): Promise<Adapter['collect'] | null> {
  const delivery = await apart((tx) =>
    tx.first(
      sql<Delivery>`select next_seq as pieces, fault from worker_run where customer_id = ${tx.customerId} and job_id = ${job} and delivered_at is not null`,
    ),
  )
  if (!delivery) return null
  return async function* (_config, _asked, reach) {
    try {
      for (let seq = 0; seq < delivery.pieces; seq += 1) {
        reach.signal.throwIfAborted()
        const piece = await apart((tx) =>
          tx.first(sql<{ body: Buffer }>`select body from worker_batch where customer_id = ${tx.customerId} and job_id = ${job} and seq = ${seq}`),
        )
        if (!piece) throw new AdapterFault('unexpected', { told: 'a piece is missing' })
        for (const line of await linesOf(piece.body))
          if (line.is === 'line') reach.say({ level: line.level, key: line.key, ...(line.values && { values: line.values }) })
          else yield line.is === 'known' ? { ...line, ...(line.exploitedSince !== undefined && { exploitedSince: line.exploitedSince }) } : line
      }
      const { fault } = delivery
      if (fault) throw new AdapterFault(fault.reason, { retryAfter: fault.retry_after, told: fault.told })
    } finally {
      await apart((tx) => tx.run(sql`delete from worker_batch where customer_id = ${tx.customerId} and job_id = ${job}`))
    }
  }
}

async function linesOf(body: Buffer) {
  try {
    const text = (await unpack(body, { maxOutputLength: mostUnpacked })).toString('utf8')
    return text.split('\n').flatMap((line) => (line === '' ? [] : [deliveredLine.parse(JSON.parse(line))]))
  } catch {
    throw new AdapterFault('unexpected', { told: 'a piece cannot be read' })
  }
}
