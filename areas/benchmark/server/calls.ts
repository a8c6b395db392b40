import type { Api } from '#kit/server/http/api.ts'
import { handle } from '#kit/server/http/area.ts'
import { askWorkbook } from '#kit/server/sheets/workbook.ts'
import { dayAfter } from '#kit/contract/day-after.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { scoreCacheOf } from '#areas/scores/server/index.ts'
import { exportBenchmark, readBenchmark } from '#areas/benchmark/contract/calls.ts'
import { readBenchmarkOf } from './read-benchmark.ts'
import { benchmarkWorkbook } from './workbook.ts'

/** Reading where one stands; releases are made by a job, and whether one takes part is a setting of the organisation. */
export function benchmarkCalls(api: Api): void {
  /** As it was published by a day, at most a month before. */
  const published = (tx: Tx) => async (until: string) => {
    const cache = scoreCacheOf(api)
    const result = await cache.published(tx, until, await cache.read(tx))
    return result && dayAfter(result.facts.day, 31) > until ? result : null
  }
  handle(api, 'benchmark', readBenchmark, async ({ tx, query }) => ({ object: await readBenchmarkOf(tx, query.level, published(tx)) }))
  handle(api, 'benchmark', exportBenchmark, async ({ tx, body, translate }) => ({
    message: translate('kit.file.export_soon'),
    object: await askWorkbook(tx, benchmarkWorkbook, { level: body.level }, null),
  }))
}
