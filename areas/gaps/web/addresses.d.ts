import type { ListAsked } from '#kit/web/route.ts'

declare module '#kit/web/route.ts' {
  interface Pages {
    '/ops/gaps': ListAsked
    '/ops/gaps/$id': ListAsked
    '/ops/gaps/all': ListAsked
    '/contributions/gaps': ListAsked
  }
}
