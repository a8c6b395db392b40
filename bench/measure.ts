import { execFileSync } from 'node:child_process'

/** Times in milliseconds, ascending. */
export interface Timings {
  readonly p50: number
  readonly p95: number
  readonly max: number
  readonly perSecond: number
  readonly count: number
}

function timings(times: number[], seconds: number): Timings {
  const sorted = Float64Array.from(times).toSorted()
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
  return { p50: at(0.5), p95: at(0.95), max: at(1), perSecond: times.length / seconds, count: times.length }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

/** Runs a call one after another, first a few times to warm up. */
export async function repeat(n: number, work: () => Promise<unknown>): Promise<Timings> {
  for (let i = 0; i < Math.min(8, n); i += 1) await work()
  const times: number[] = []
  const start = performance.now()
  for (let i = 0; i < n; i += 1) times.push(await timed(work))
  return timings(times, (performance.now() - start) / 1000)
}

/** Runs each client's call over and over, all at once, for so many seconds. */
export async function together(clients: readonly (() => Promise<unknown>)[], seconds: number): Promise<Timings> {
  const times: number[] = []
  const start = performance.now()
  await Promise.all(
    clients.map(async (work) => {
      while (performance.now() - start < seconds * 1000) times.push(await timed(work))
    }),
  )
  return timings(times, (performance.now() - start) / 1000)
}

/** Runs works one after the other, over and over, so that all meet the same weather; the median of what each took, the first rounds left aside. */
export async function inTurns(works: readonly (() => Promise<unknown>)[], { warming = 8, rounds = 25 } = {}): Promise<number[]> {
  const taken = works.map((): number[] => [])
  for (let n = 0; n < warming + rounds; n += 1)
    for (const [at, work] of works.entries()) {
      const took = await timed(work)
      if (n >= warming) taken[at]?.push(took)
    }
  return taken.map(median)
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

/** Megabytes of memory that a process holds. */
export const residentOf = (pid: number): number => Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)]).toString()) / 1024
