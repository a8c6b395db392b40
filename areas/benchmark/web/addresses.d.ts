import type { Level } from '#areas/benchmark/contract/levels.ts'

declare module '#kit/web/route.ts' {
  interface Pages {
    '/org2/benchmark': { readonly level: Level; readonly policy: number }
  }
}
