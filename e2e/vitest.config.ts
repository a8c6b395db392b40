import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './longest-first.ts'

export default defineConfig({
  test: {
    include: ['e2e/journeys/**/*.test.ts'],
    globalSetup: 'e2e/global-setup.ts',
    // A worker has two servers, a database and a browser of its own; somebody waits in each of them most of the time.
    maxWorkers: process.env.JOURNEYS_AT ? 1 : Math.min(3, availableParallelism()),
    sequence: { sequencer: LongestFirst },
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
