import type { ListAsked } from '#kit/web/route.ts'

declare module '#kit/web/route.ts' {
  interface Pages {
    '/org/risks': ListAsked
    '/org/risks/registers/$id': ListAsked & { readonly risk: number }
    '/org/risks/all': ListAsked
    '/contributions/risks': ListAsked
  }
}
