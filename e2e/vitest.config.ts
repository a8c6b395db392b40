import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { longestFirst } from '#tools/test/longest-first.ts'

export default defineConfig({
  test: {
    include: ['e2e/journeys/**/*.test.ts'],
    globalSetup: 'e2e/global-setup.ts',
    setupFiles: ['e2e/as-it-was-built.ts', 'e2e/on-failure.ts'],
    // Files share loaded modules and a browser, not visitors: beginning each anew costs a third of a second.
    isolate: false,
    // A worker has two servers, a database and a browser of its own; somebody waits in each of them most of the time.
    maxWorkers: process.env.JOURNEYS_AT ? 1 : Math.min(4, availableParallelism() + 2),
    sequence: { sequencer: longestFirst(['screens', 'languages', 'tabs', 'ways', 'figures', 'main-job', 'strong-authentication', 'list', 'passwords']) },
    // As long as a press waits for what it presses: a machine with as many workers takes more than the second that is usual.
    expect: { poll: { timeout: 20_000 } },
    // Far above the sum of the waits in one: each has its own limit, which says what was waited for.
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
})
