import type { ListAsked } from '#kit/web/route.ts'

declare module '#kit/web/route.ts' {
  interface Pages {
    '/reporting/metrics': ListAsked & { readonly metric: string | number }
    '/contributions/metrics': ListAsked & { readonly metric: string | number }
    '/admin/internal_metrics': ListAsked
  }
}
