import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { markClaims } from './tools/rows/mark-claims.ts'
import { longestFirst } from './tools/test/longest-first.ts'

export default defineConfig({
  plugins: [markClaims()],
  test: {
    include: ['{kit,platform,areas,app,tools,demo,clients,worker}/**/*.test.{ts,tsx}'],
    globalSetup: 'tools/test/global-setup.ts',
    setupFiles: ['tools/test/set-clock.ts', 'tools/rows/watch-rows.ts'],
    pool: 'threads',
    // Files share loaded modules, not data: each has its own database or customer. A third of the time of isolated files.
    isolate: false,
    // One more than there are cores: tests wait for the database, and for the one that they kill.
    maxWorkers: Math.min(4, availableParallelism() + 1),
    sequence: {
      sequencer: longestFirst([
        'resilience',
        'build.test',
        'isolation',
        'reach',
        'round-trip',
        'ending',
        'features',
        'hostile-keys',
        'new-entity',
        'every-operation',
        'restart',
        'every-shape',
        'rights-expectation',
        'command',
        'passwords',
        'outage',
      ]),
    },
    // A second, as is usual, is little where three files share two cores.
    expect: { poll: { timeout: 60_000 } },
    // Far above the sum of what a test waits for: they end one that hangs, and say nothing about how fast it is on a machine with much else to do.
    testTimeout: 120_000,
    hookTimeout: 240_000,
  },
})
