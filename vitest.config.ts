import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{kit,areas,app,tools,demo}/**/*.test.{ts,tsx}'],
    globalSetup: 'tools/test/global-setup.ts',
    pool: 'threads',
    // Files share loaded modules, not data: each has its own database or customer. A third of the time of isolated files.
    isolate: false,
    testTimeout: 20_000,
    hookTimeout: 30_000,
  },
})
