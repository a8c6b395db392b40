import type { ListAsked, Plain } from '#kit/web/route.ts'

declare module '#kit/web/route.ts' {
  interface Pages {
    '/ops/suppliers': ListAsked
    '/ops/suppliers/services': ListAsked
    '/ops/suppliers/contracts': ListAsked
    '/ops/suppliers/register': ListAsked
    '/ops/suppliers/settings': Plain
  }
}
