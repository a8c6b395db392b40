import { z } from 'zod'
import { AppError, notFound } from '#kit/contract/errors.ts'
import type { GroupsAnswer, SeriesAnswer } from '#kit/contract/source.ts'
import { palette } from '#kit/contract/tone.ts'
import { defineSource, refusePast, type Asking, type Source } from '#kit/server/sources/source.ts'
import type { Benchmark } from '#areas/benchmark/contract/calls.ts'
import { levels, type Level } from '#areas/benchmark/contract/levels.ts'
import { publishedFor, readBenchmarkOf } from './read-benchmark.ts'

const level = { options: levels } as const
const group = z.enum(levels).default('BRANCH')

/** What the page of the comparison tells its reader; where it tells nothing the block says why, as the page does. Releases are no entries of the organisation's log. */
async function told(asking: Asking, asked: Level): Promise<Benchmark> {
  refusePast(asking)
  const benchmark = await readBenchmarkOf(asking.tx, asked, publishedFor(asking.api, asking.tx))
  if (benchmark.state !== 'OPEN') throw new AppError('CONFLICT', `benchmark.states.${benchmark.state}`)
  return benchmark
}

/** The own score among the quartiles of the group, from release to release. */
const course = defineSource({
  name: 'benchmark.course',
  kind: 'series',
  right: 'benchmark.read',
  unlogged: true,
  settings: { policy: { entity: 'policy', needed: true }, level },
  given: z.strictObject({ policy: z.int().min(1), level: group }),
  read: async (asking, given): Promise<SeriesAnswer> => {
    const row = (await told(asking, given.level)).rows.find(({ policy }) => policy.id === given.policy)
    if (!row) throw notFound()
    const column = (name: 'score' | 'lower' | 'median' | 'upper') => asking.say(`benchmark.columns.${name}`)
    return {
      kind: 'series',
      unit: 'percent',
      series: [
        { key: 'score', label: column('score'), tint: null },
        { key: 'median', label: column('median'), tint: palette.ink },
        { key: 'lower', label: column('lower'), tint: null, bound: 'LOW' },
        { key: 'upper', label: column('upper'), tint: null, bound: 'HIGH' },
      ],
      points: row.course.map(({ as_of: day, score, median, lower, upper }) => ({ day, values: [score, median, lower, upper], opens: null })),
      target: null,
      rises: true,
      opens: null,
    }
  },
})

/** Each policy's score beside the median of its group. */
const policies = defineSource({
  name: 'benchmark.policies',
  kind: 'groups',
  right: 'benchmark.read',
  unlogged: true,
  settings: { level },
  given: z.strictObject({ level: group }),
  read: async (asking, given): Promise<GroupsAnswer> => ({
    kind: 'groups',
    unit: 'percent',
    // The last of them is what stands beside the bars.
    series: [
      { key: 'median', label: asking.say('benchmark.columns.median'), tint: 'neutral' },
      { key: 'score', label: asking.say('benchmark.columns.score'), tint: 'info' },
    ],
    rows: (await told(asking, given.level)).rows.map(({ policy, score, peers }) => ({
      key: String(policy.id),
      label: policy.name,
      tint: null,
      values: [peers?.median ?? null, score],
      target: null,
      opens: null,
    })),
    total: null,
    rises: true,
    opens: null,
  }),
})

/** What the comparison with others tells to dashboards. */
export const benchmarkSources: readonly Source[] = [course, policies]
