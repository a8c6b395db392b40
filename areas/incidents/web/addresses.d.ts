import type { ListAsked, Plain } from '#kit/web/route.ts'

declare module '#kit/web/route.ts' {
  interface Pages {
    '/ops/incidents': ListAsked
    '/incidents/declare': Plain
    '/contributions/incidents': ListAsked
  }
}
