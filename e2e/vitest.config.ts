import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['e2e/journeys/**/*.test.ts'],
    globalSetup: 'e2e/global-setup.ts',
    // One server and one browser for all: the machine has two cores.
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
