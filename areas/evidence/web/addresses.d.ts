import type { ListAsked } from '#kit/web/route.ts'

declare module '#kit/web/route.ts' {
  interface Pages {
    '/ops/evidence': ListAsked
    '/contributions/evidence': ListAsked
  }
}
