import { z } from 'zod'
import type { Workbook } from '#kit/server/sheets/workbook.ts'
import type { Cell, Sheet } from '#kit/server/sheets/xlsx.ts'
import { publishedScores } from '#areas/scores/server/index.ts'
import type { Compared } from '#areas/benchmark/contract/calls.ts'
import { levels } from '#areas/benchmark/contract/levels.ts'
import { readBenchmarkOf } from './read-benchmark.ts'

const asked = z.object({ level: z.enum(levels) })

/** What the page shows, for whoever asked: policies, their themes, and the course over the releases. */
export const benchmarkWorkbook: Workbook = {
  name: 'benchmark',
  entity: 'benchmark',
  compose: async ({ tx, asked: given, translate }) => {
    const { level } = asked.parse(given)
    const { rows, release } = await readBenchmarkOf(tx, level, (until) => publishedScores(tx, until))
    const say = (name: string) => translate(`benchmark.columns.${name}`)
    const figures = ['score', 'lower', 'median', 'upper', 'gap', 'position', 'group', 'count'].map(say)
    const cellsOf = ({ score, peers, gap, position }: Compared): Cell[] => [
      score,
      peers?.lower ?? null,
      peers?.median ?? null,
      peers?.upper ?? null,
      gap,
      position && translate(`benchmark.positions.${position}`),
      peers && translate(`benchmark.levels.${peers.level}`),
      translate(peers ? `benchmark.bands.${peers.band}` : 'benchmark.bands.FEWER'),
    ]
    const policies: Sheet = {
      name: say('policies'),
      header: [say('policy'), ...figures],
      rows: [rows.map((row): Cell[] => [row.policy.name, ...cellsOf(row)])],
    }
    const themes: Sheet = {
      name: say('themes'),
      header: [say('policy'), say('theme'), ...figures],
      rows: [rows.flatMap((row) => row.themes.map((theme): Cell[] => [row.policy.name, theme.name, ...cellsOf(theme)]))],
    }
    const course: Sheet = {
      name: say('course'),
      header: [say('policy'), say('quarter'), say('score'), say('lower'), say('median'), say('upper')],
      rows: [
        rows.flatMap((row) => row.course.map((moment): Cell[] => [row.policy.name, moment.quarter, moment.score, moment.lower, moment.median, moment.upper])),
      ],
    }
    return { title: [translate('benchmark.pages.benchmark'), release?.quarter].filter(Boolean).join(' – '), sheets: [policies, themes, course] }
  },
}
