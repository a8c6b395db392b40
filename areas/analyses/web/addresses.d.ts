import type { ListAsked } from '#kit/web/route.ts'

declare module '#kit/web/route.ts' {
  interface Pages {
    '/org/risks/analyses': ListAsked
    '/org/risks/analysis/$id': ListAsked & { readonly step: string }
  }
}
