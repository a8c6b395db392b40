import type { Area } from '#kit/server/http/area.ts'
import { benchmarkRights } from '#areas/benchmark/contract/rights.ts'
import { en } from '#areas/benchmark/locales/en.ts'
import { fr } from '#areas/benchmark/locales/fr.ts'
import { benchmarkCalls } from './calls.ts'
import { releaseJob } from './release-job.ts'
import { benchmarkSources } from './sources.ts'
import { benchmarkWorkbook } from './workbook.ts'

export const benchmark: Area = {
  name: 'benchmark',
  rights: benchmarkRights,
  tables: ['benchmark_cell', 'benchmark_entry', 'benchmark_release'],
  resources: [],
  calls: benchmarkCalls,
  workbooks: [benchmarkWorkbook],
  sources: benchmarkSources,
  composing: (api) => [releaseJob(api)],
  locales: { en, fr },
}
