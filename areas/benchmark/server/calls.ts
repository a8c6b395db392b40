import type { Api } from '#kit/server/http/api.ts'
import { handle } from '#kit/server/http/area.ts'
import { askWorkbook } from '#kit/server/sheets/workbook.ts'
import { exportBenchmark, readBenchmark } from '#areas/benchmark/contract/calls.ts'
import { publishedFor, readBenchmarkOf } from './read-benchmark.ts'
import { benchmarkWorkbook } from './workbook.ts'

/** Reading where one stands; releases are made by a job, and whether one takes part is a setting of the organisation. */
export function benchmarkCalls(api: Api): void {
  handle(api, 'benchmark', readBenchmark, async ({ tx, query }) => ({ object: await readBenchmarkOf(tx, query.level, publishedFor(api, tx)) }))
  handle(api, 'benchmark', exportBenchmark, async ({ tx, body, translate }) => ({
    message: translate('kit.file.export_soon'),
    object: await askWorkbook(tx, benchmarkWorkbook, { level: body.level }, null),
  }))
}
